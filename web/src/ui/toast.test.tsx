import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readOnlyTextsForAdmins } from '#domain/billing/read-only-text.ts'
import { charactersRemovedText } from '#domain/kernel/removed-characters.ts'
import { signalCharactersRemoved } from '#web/platform/transport.ts'
import { ThemeProvider } from './theme/provider.tsx'
import { Toasts, toast } from './toast.tsx'

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(async () => {
  await import('./toast-stack.tsx')
  vi.useFakeTimers()
  render(<Toasts />, { wrapper: ThemeProvider })
})
afterEach(() => vi.useRealTimers())

test('a success closes after 4 seconds', async () => {
  toast.success('Changes saved')
  await pass(500)
  expect(screen.getByText('Changes saved')).toBeTruthy()
  await pass(3000)
  expect(screen.queryByText('Changes saved')).not.toBeNull()
  await pass(2000)
  expect(screen.queryByText('Changes saved')).toBeNull()
})

test('characters that were taken out of a text are said once', async () => {
  act(() => {
    signalCharactersRemoved()
    signalCharactersRemoved()
  })
  await pass(500)
  expect(screen.getAllByText(charactersRemovedText)).toHaveLength(1)
})

test('a decision takes the place of the one before, with its own time and Undo', async () => {
  const undone: number[] = []
  toast.decided('Post approved', () => undone.push(1))
  await pass(9000)
  toast.decided('2 posts approved', () => undone.push(2))
  await pass(500)
  expect(screen.getAllByRole('status').map(one => one.textContent)).toEqual(['2 posts approvedUndo'])
  await pass(5000)
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(undone).toEqual([2])
  toast.decided('Post approved', () => undone.push(3))
  toast.decided('Revision requested')
  await pass(500)
  expect(screen.getAllByRole('status').map(one => one.textContent)).toEqual(['Revision requested'])
})

test('a success stays while the pointer is on it', async () => {
  toast.success('Post approved')
  await pass(500)
  const shown = screen.getByRole('status')
  fireEvent.mouseEnter(shown)
  await pass(20_000)
  expect(screen.queryByText('Post approved')).not.toBeNull()
  fireEvent.mouseLeave(shown)
  await pass(6000)
  expect(screen.queryByText('Post approved')).toBeNull()
})

test('a success stays while the keyboard focus is on it', async () => {
  toast.success('Post approved')
  await pass(500)
  const close = screen.getByRole('button', { name: 'Close' })
  act(() => close.focus())
  await pass(20_000)
  expect(screen.queryByText('Post approved')).not.toBeNull()
  act(() => close.blur())
  await pass(6000)
  expect(screen.queryByText('Post approved')).toBeNull()
})

test('an error is an alert and stays until it is closed', async () => {
  toast.error('An error has occured Please try again!')
  await pass(60_000)
  expect(screen.getByRole('alert').textContent).toContain('An error has occured Please try again!')
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await pass(1000)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the same error is shown once', async () => {
  for (let time = 0; time < 3; time++) toast.error('Galley cannot be reached.')
  await pass(1000)
  expect(screen.getAllByText('Galley cannot be reached.')).toHaveLength(1)
})

test('a change can be undone for 10 seconds', async () => {
  const onUndo = vi.fn()
  toast.undoable('Post deleted', onUndo)
  await pass(9000)
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(onUndo).toHaveBeenCalledOnce()
  await pass(1000)
  expect(screen.queryByText('Post deleted')).toBeNull()
  toast.undoable('Posts deleted', onUndo)
  await pass(12_000)
  expect(screen.queryByText('Posts deleted')).toBeNull()
  expect(onUndo).toHaveBeenCalledOnce()
})

test.each(Object.values(readOnlyTextsForAdmins))(
  'the refusal “%s” leads an admin to the billing page, and other refusals lead nowhere',
  async text => {
    toast.error(text)
    toast.error('Your agency is read-only at the moment. Please ask an admin of your agency.')
    await pass(500)
    const [link, ...more] = screen.getAllByRole('link')
    expect([link?.textContent, link?.getAttribute('href'), more]).toEqual(['billing page', '/billing', []])
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toContain(text)
  },
)
