import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { WaitedFor, WaitingList } from '#domain/publishing/chase-contract.ts'
import { toast } from '#web/ui/toast.tsx'
import { inHours, openBoard, type Sent, waiting } from '../../../testing/open-board.tsx'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const person = (id: number, name: string, part: Partial<WaitedFor> = {}): WaitedFor => ({
  id,
  name,
  clients: [{ project_id: 3, name: 'Harbor', posts: 2 }],
  posts: 2,
  tasks: { decide: 2, correct: 0, send: 0 },
  since: inHours(-30),
  is_mailed: true,
  reminders: [],
  again_at: null,
  ...part,
})
const lately = person(9, 'Nora', {
  reminders: [{ at: inHours(-0.5), by: 'Ada', message: 'By noon, please.' }],
  again_at: inHours(0.5),
})
const openChase = async (waitingList: WaitingList, answer: (sent: Sent) => unknown) => {
  const opened = await openBoard([waiting], '/board', { answer, waitingList })
  fireEvent.click(await screen.findByRole('button', { name: 'Remind…' }))
  return { ...opened, dialog: within(await screen.findByRole('dialog')) }
}
const remindersOf = (sent: readonly Sent[]) =>
  sent.flatMap(({ url, body }) => (url.pathname === '/api/board/reminders' ? [JSON.parse(String(body))] : []))

it('says that nobody needs a reminder while nobody is waited for', async () => {
  await openBoard([waiting])
  await screen.findByText('Nobody needs a reminder.')
  expect(screen.queryByRole('button', { name: 'Remind…' })).toBeNull()
})

it('reminds all who can be reminded, with a message, and says who was not reminded and why', async () => {
  const success = vi.spyOn(toast, 'success').mockReturnValue('')
  const info = vi.spyOn(toast, 'info').mockReturnValue('')
  const people = [person(7, 'Emil'), person(8, 'Mara', { is_mailed: false }), lately]
  const { sent, dialog } = await openChase({ people, posts: 4 }, () => ({
    reminded: [7],
    posts: 2,
    not_reminded: [{ id: 8, refusal: 'gone' }],
  }))
  expect(screen.getByText('Waiting for 3 people, 4 posts, last reminded', { exact: false })).toBeTruthy()
  expect(dialog.getByText(/turned these mails off/)).toBeTruthy()
  expect(dialog.getByText(/^Reminded by Ada .+: “By noon, please.”$/)).toBeTruthy()
  expect(dialog.getByText('Can be reminded again in', { exact: false })).toBeTruthy()
  expect(dialog.getByRole('checkbox', { name: /Nora/ })).toHaveProperty('disabled', true)
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: 'Today, please' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Remind 2 people' }))
  await waitFor(() => expect(success).toHaveBeenCalledWith('Reminded 1 person of 2 posts'))
  expect(info).toHaveBeenCalledWith('Mara is no longer in your projects.')
  expect(remindersOf(sent)).toEqual([{ people: [7, 8], message: 'Today, please' }])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('reminds one, or those who are chosen', async () => {
  const people = [person(7, 'Emil'), person(8, 'Mara')]
  const { sent, dialog } = await openChase({ people, posts: 4 }, () => ({
    reminded: [8],
    posts: 2,
    not_reminded: [],
  }))
  expect(dialog.getByRole('button', { name: 'Remind all 2 people' })).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'Remind Mara' }))
  await waitFor(() => expect(remindersOf(sent)).toEqual([{ people: [8] }]))
  fireEvent.click(dialog.getByRole('checkbox', { name: /Mara/ }))
  fireEvent.click(await dialog.findByRole('button', { name: 'Remind 1 person' }))
  await waitFor(() => expect(remindersOf(sent)).toEqual([{ people: [8] }, { people: [7] }]))
})
