import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ThemeProvider } from '../theme/provider.tsx'
import { useConfirm } from './use-confirm.tsx'

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
])('a question answered with %s returns %s', async (button, result) => {
  const onAnswer = vi.fn()
  render(<Deleting onAnswer={onAnswer} />, { wrapper: ThemeProvider })
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  await screen.findByText('Are you sure you want to delete the content?')
  await userEvent.click(screen.getByRole('button', { name: button }))
  expect(onAnswer).toHaveBeenCalledExactlyOnceWith(result)
})

test.each(['No', 'Escape'])('after %s the focus is back where it was before the question', async way => {
  render(<Deleting onAnswer={vi.fn()} />, { wrapper: ThemeProvider })
  const button = screen.getByRole('button', { name: 'Delete' })
  await userEvent.click(button)
  const no = await screen.findByRole('button', { name: 'No' })
  await waitFor(() => expect(document.activeElement).toBe(no))
  await (way === 'Escape' ? userEvent.keyboard('{Escape}') : userEvent.click(no))
  await waitFor(() => expect(document.activeElement).toBe(button))
})
