import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { LateSuggestions } from './message-editor.tsx'

vi.mock('#web/features/hashtags/message-suggestions.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

test('a connection lost while suggestions load does not break the page', async () => {
  render(
    <>
      <p>Typed so far</p>
      <LateSuggestions network="facebook" onMention={vi.fn()} />
    </>,
  )
  await act(async () => {
    await import('#web/features/hashtags/message-suggestions.tsx').catch(() => undefined)
    await new Promise(resolve => setTimeout(resolve))
  })
  expect(screen.getByText('Typed so far')).toBeTruthy()
})
