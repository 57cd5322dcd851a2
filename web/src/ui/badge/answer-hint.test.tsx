import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { theme } from '../theme/theme.ts'
import { LateAnswerHint } from './late-answer-hint.tsx'
import { StatusBadge } from './status-badge.tsx'

const onOpen = vi.fn()
const failed = { social_network: 'facebook', status: 'publishing_failed' } as const

// happy-dom has no layout, so everything would count as out of view and be hidden: `test` turns that off.
const open = (versions: Parameters<typeof StatusBadge>[0]['versions']) =>
  render(
    <MantineProvider theme={theme} env="test">
      {/* biome-ignore lint/a11y: like the cards of a calendar */}
      <div role="group" tabIndex={0} aria-label="A card" onClick={onOpen}>
        <StatusBadge versions={versions} />
      </div>
      <button type="button">Next</button>
      <LateAnswerHint />
    </MantineProvider>,
  )

/** The hint is loaded for the first badge that has one. */
const listening = async () => {
  await import('./answer-hint.tsx')
  await act(async () => undefined)
}

test('the keyboard’s focus on a failed card shows what the network answered, and moving on hides it', async () => {
  open([{ ...failed, last_social_api_response: 'HTTP 400 too long' }])
  await listening()
  await userEvent.tab()
  expect((await screen.findByRole('tooltip')).textContent).toBe('HTTP 400 too long')
  const card = screen.getByRole('group')
  expect(card.getAttribute('aria-describedby')).toBe(screen.getByText('HTTP 400 too long').id)
  await userEvent.tab()
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
  expect(card.hasAttribute('aria-describedby')).toBe(false)
})

test('a resting mouse shows it, with the network’s name where there are several', async () => {
  open([failed, { social_network: 'linkedin', status: 'live' }])
  await listening()
  fireEvent.pointerOver(screen.getByText('Publishing Failed'), { pointerType: 'mouse' })
  expect((await screen.findByRole('tooltip')).textContent).toBe('Facebook: An internal error has occurred.')
  fireEvent.pointerOver(document.body, { pointerType: 'mouse' })
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
})

test('a tap on the badge shows it instead of opening the card', async () => {
  open([failed])
  await listening()
  const tap = (target: Element) =>
    fireEvent(target, new PointerEvent('click', { bubbles: true, cancelable: true, pointerType: 'touch' }))
  tap(screen.getByText('Publishing Failed'))
  await screen.findByRole('tooltip')
  expect(onOpen).not.toHaveBeenCalled()
  tap(screen.getByRole('group'))
  expect(onOpen).toHaveBeenCalledOnce()
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
})

test('a badge of anything else has its status as its hint', () => {
  open([{ ...failed, status: 'pending_external_approval' }])
  expect(screen.getByText('Sent for Approval').title).toBe('Sent for Approval: client')
})
