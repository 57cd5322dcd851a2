import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { useConfirm } from './confirm.tsx'
import { lettersOf } from './person-avatar.tsx'
import { ThemeProvider } from './provider.tsx'
import { useShortcut } from './shortcuts.tsx'
import { Failed } from './states.tsx'
import { badgeOf } from './status-badge.tsx'
import { formatInstant, ZonedTime } from './zoned-time.tsx'

test.each([
  ['draft', 'Draft', 'grey'],
  ['unapproved', 'Waiting for fixes', 'amber'],
  ['pending_external_approval', 'Sent for Approval', 'violet'],
  ['skip_approved', 'Scheduled', 'blue'],
  ['live', 'Live', 'navy'],
  ['archived', 'Not handled archived', 'grey'],
  [null, 'Not saved', 'grey'],
])('the badge of %s reads %s', (status, text, tone) => {
  expect(badgeOf(status)).toEqual({ text, tone })
})

test('a name that is also a property of every object is still an unknown status', () => {
  expect(badgeOf('constructor').text).toBe('Not handled constructor')
})

test('a placeholder is the first two letters, of any script', () => {
  expect(lettersOf('aurora coffee')).toBe('AU')
  expect(lettersOf(' 𝒢alley')).toBe('𝒢A')
  expect(lettersOf('Q')).toBe('Q')
})

test('a time shows its zone and is what the wall there shows', () => {
  expect(formatInstant('2026-11-21T22:00:00Z', 'Europe/Berlin')).toBe('21 Nov 2026, 11:00 PM')
  expect(formatInstant('2026-11-21T05:05:00Z', 'Asia/Tokyo', 'time')).toBe('2:05 PM')
  render(<ZonedTime instant="2026-11-21T22:00:00Z" timezone="America/New_York" />)
  expect(screen.getByText(/5:00 PM/).textContent).toBe('21 Nov 2026, 5:00 PM America - New_York')
})

test('a failed screen says so and can be tried again', async () => {
  const onRetry = vi.fn()
  render(<Failed message="An error has occured Please try again!" onRetry={onRetry} />, {
    wrapper: ThemeProvider,
  })
  expect(screen.getByRole('alert').textContent).toContain('An error has occured Please try again!')
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(onRetry).toHaveBeenCalledOnce()
})

function Deleting({ onAnswer }: { onAnswer: (yes: boolean) => void }) {
  const { ask, dialog } = useConfirm()
  const title = 'Are you sure you want to delete the content?'
  return (
    <>
      <button type="button" onClick={async () => onAnswer(await ask({ title, danger: true }))}>
        Delete
      </button>
      {dialog}
    </>
  )
}

test.each([
  ['Yes', true],
  ['No', false],
])('a question answered with %s gives %s', async (button, result) => {
  const onAnswer = vi.fn()
  render(<Deleting onAnswer={onAnswer} />, { wrapper: ThemeProvider })
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  await screen.findByText('Are you sure you want to delete the content?')
  await userEvent.click(screen.getByRole('button', { name: button }))
  expect(onAnswer).toHaveBeenCalledExactlyOnceWith(result)
})

test.each(['No', 'Escape'])('after %s the focus is back where the question came from', async way => {
  render(<Deleting onAnswer={vi.fn()} />, { wrapper: ThemeProvider })
  const button = screen.getByRole('button', { name: 'Delete' })
  await userEvent.click(button)
  const no = await screen.findByRole('button', { name: 'No' })
  await waitFor(() => expect(document.activeElement).toBe(no))
  await (way === 'Escape' ? userEvent.keyboard('{Escape}') : userEvent.click(no))
  await waitFor(() => expect(document.activeElement).toBe(button))
})

function Field({ onPress }: { onPress: () => void }) {
  useShortcut({ keys: 'n', label: 'Create content', group: 'Calendar' }, onPress)
  return <input aria-label="Search" />
}

test('a single key works on the page but not while somebody types', async () => {
  const onPress = vi.fn()
  render(<Field onPress={onPress} />)
  await userEvent.keyboard('n')
  expect(onPress).toHaveBeenCalledOnce()
  await userEvent.type(screen.getByLabelText('Search'), 'no')
  await userEvent.keyboard('{Control>}n{/Control}')
  expect(onPress).toHaveBeenCalledOnce()
})
