import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { useKnownShortcuts, useListedShortcuts, useShortcut } from './shortcuts.tsx'

function Field({ onPress }: { onPress: () => void }) {
  useShortcut({ keys: 'n', label: 'Create content', group: 'Calendar' }, onPress)
  return <input aria-label="Search" />
}

test('a single-key shortcut works on the page but not while a person types', async () => {
  const onPress = vi.fn()
  render(<Field onPress={onPress} />)
  await userEvent.keyboard('n')
  expect(onPress).toHaveBeenCalledOnce()
  await userEvent.type(screen.getByLabelText('Search'), 'no')
  await userEvent.keyboard('{Control>}n{/Control}')
  expect(onPress).toHaveBeenCalledOnce()
})

const cardKeys = [{ keys: 'm', label: 'Move the focused post', group: 'Calendar' }]
function Card() {
  useListedShortcuts(cardKeys)
  return null
}
function Sheet() {
  return useKnownShortcuts().map(({ label }) => <p key={label}>{label}</p>)
}

test('keys that an element handles itself are listed while it is on the page', () => {
  const { rerender } = render([<Card key="card" />, <Sheet key="sheet" />])
  expect(screen.getByText('Move the focused post')).toBeTruthy()
  rerender([<Sheet key="sheet" />])
  expect(screen.queryByText('Move the focused post')).toBeNull()
})
