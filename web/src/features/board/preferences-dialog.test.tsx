import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { openBoard, type Sent, waiting } from '../../../testing/open-board.tsx'

afterEach(() => vi.unstubAllGlobals())

const saved = (sent: readonly Sent[]) =>
  sent.flatMap(({ method, body }) => (method === 'PUT' ? [JSON.parse(String(body))] : []))

const open = async (given: Parameters<typeof openBoard>[2] = {}) => {
  const answer = ({ body }: Sent) => JSON.parse(String(body))
  const opened = await openBoard([waiting], '/board', { answer, ...given })
  fireEvent.click(await screen.findByRole('button', { name: 'Daily mail and start page…' }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByRole('button', { name: 'Save' })
  return { ...opened, dialog }
}

it('chooses the days and the time of the mail, by the clock of the browser, and the start page', async () => {
  const { sent, dialog } = await open()
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Begin on the board after signing in' }))
  fireEvent.click(dialog.getByRole('checkbox', { name: /^Mail me what is red or amber/ }))
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Friday' }))
  fireEvent.change(dialog.getByRole('combobox', { name: 'Time' }), { target: { value: '09:00' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(saved(sent)).toEqual([
      {
        digest: { days: [1, 2, 3, 4], time: '09:00', timezone: expect.any(String) },
        lands_on_board: true,
      },
    ]),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('shows what was chosen, asks for a day, and stops the mail', async () => {
  const digest = { days: [1], time: '17:30', timezone: 'Asia/Tokyo' }
  const { sent, dialog } = await open({ preferences: { digest, lands_on_board: true } })
  expect(dialog.getByRole('combobox', { name: 'Time' })).toHaveProperty('value', '17:30')
  expect(dialog.getByText(/Tokyo/)).toBeTruthy()
  const save = dialog.getByRole('button', { name: 'Save' })
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Monday' }))
  expect(save).toHaveProperty('disabled', true)
  fireEvent.click(dialog.getByRole('checkbox', { name: /^Mail me/ }))
  fireEvent.click(save)
  await waitFor(() => expect(saved(sent)).toEqual([{ digest: null, lands_on_board: true }]))
})
