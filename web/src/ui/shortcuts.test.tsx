import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { useShortcut } from './shortcuts.tsx'

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
