import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Series } from '#domain/series/model.ts'
import { answer, refusal, serve } from '../../../testing/fake-server.ts'
import { renderAs } from '../../../testing/render-in-project.tsx'
import { RepeatDialog } from './repeat-dialog.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T11:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const open = (date: string | null = '2026-11-26') => {
  const onClose = vi.fn()
  renderAs('content-creator', <RepeatDialog postId={10} date={date} onClose={onClose} />)
  return { onClose, user: userEvent.setup() }
}
const none = () => answer(200, { series: null })
const path = '/api/posts/10/series'
const sent = (calls: ReturnType<typeof serve>, wanted: string) =>
  calls.find(({ address }) => address === wanted)?.body

describe('Repeat', () => {
  it('repeats weekly on the day of the post, and names the drafts that are made', async () => {
    const calls = serve({
      [`GET ${path}`]: none,
      [`POST ${path}`]: () => answer(200, { id: 4, drafts: 7 }),
    })
    const { onClose, user } = open()
    await screen.findByText(/^7 drafts are made now.*Thu 3 Dec, Thu 10 Dec, Thu 17 Dec, and 4 more\./)
    await user.click(screen.getByRole('button', { name: 'Repeat' }))
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(sent(calls, `POST ${path}`)).toEqual({
      rule: { frequency: 'weekly', every: 1, weekdays: [4] },
      until: null,
      count: null,
    })
  })

  it('offers what monthly can mean for that day, and an end', async () => {
    const calls = serve({
      [`GET ${path}`]: none,
      [`POST ${path}`]: () => answer(200, { id: 4, drafts: 1 }),
    })
    const { user } = open()
    await user.selectOptions(await screen.findByLabelText('Unit'), 'months')
    await user.selectOptions(screen.getByLabelText('On'), 'the last Thursday')
    await user.selectOptions(screen.getByLabelText('Ends'), 'After a number of posts')
    await user.clear(screen.getByLabelText('Posts, this one included'))
    expect(screen.getByRole('button', { name: 'Repeat' }).hasAttribute('disabled')).toBe(true)
    await user.type(screen.getByLabelText('Posts, this one included'), '3')
    await user.click(screen.getByRole('button', { name: 'Repeat' }))
    await waitFor(() =>
      expect(sent(calls, `POST ${path}`)).toEqual({
        rule: { frequency: 'monthly_on_weekday', every: 1, week: 5, weekday: 4 },
        until: null,
        count: 3,
      }),
    )
  })

  it('asks for a weekday, and for a last day after the post', async () => {
    serve({ [`GET ${path}`]: none })
    const { user } = open()
    const repeat = () => screen.getByRole('button', { name: 'Repeat' }).hasAttribute('disabled')
    await user.click(await screen.findByRole('checkbox', { name: 'Thursday' }))
    expect(repeat()).toBe(true)
    await user.click(screen.getByRole('checkbox', { name: 'Monday' }))
    expect(repeat()).toBe(false)
    await user.selectOptions(screen.getByLabelText('Ends'), 'On a day')
    expect(repeat()).toBe(true)
    await user.type(screen.getByLabelText('Last day'), '2026-12-31')
    expect(repeat()).toBe(false)
  })

  it('says why it was refused, and stays open', async () => {
    serve({
      [`GET ${path}`]: none,
      [`POST ${path}`]: () => refusal(409, 'network_not_connected', 'Instagram is not connected.'),
    })
    const { onClose, user } = open()
    await user.click(await screen.findByRole('button', { name: 'Repeat' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Instagram is not connected.')
    expect(onClose).not.toHaveBeenCalled()
  })

  it('asks for a schedule first', async () => {
    serve({ [`GET ${path}`]: none })
    open(null)
    await screen.findByText(/^Schedule the post first/)
    expect(screen.queryByRole('button', { name: 'Repeat' })).toBe(null)
  })
})

const series: Series = {
  id: 4,
  rule: { frequency: 'weekly', every: 1, weekdays: [4] },
  time: '18:00',
  is_autoposting: true,
  starts_on: '2026-11-26',
  until: null,
  count: null,
  problem: null,
  unchanged_later: 6,
}
const serveSeries = (set: Partial<Series>) =>
  serve({
    [`GET ${path}`]: () => answer(200, { series: { ...series, ...set } }),
    [`PUT ${path}/template`]: () => answer(200, { replaced: 6, drafts: 6 }),
    [`POST ${path}/stop`]: () => answer(200, {}),
  })

describe('The series of a post', () => {
  it('says what it does, and makes this post the template of all that follow', async () => {
    const calls = serveSeries({})
    const { onClose, user } = open()
    await screen.findByText('Repeats weekly on Thursday')
    screen.getByText('At 6:00 PM. Has no end.')
    await user.click(screen.getByRole('button', { name: 'This and all that follow' }))
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(calls.map(({ address }) => address)).toContain(`PUT ${path}/template`)
  })

  it('asks what becomes of later drafts before it stops', async () => {
    const calls = serveSeries({})
    const { onClose, user } = open()
    await user.click(await screen.findByRole('button', { name: 'Stop repeating…' }))
    await user.click(screen.getByRole('button', { name: 'Stop and delete' }))
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(sent(calls, `POST ${path}/stop`)).toEqual({ drafts: 'delete' })
  })

  it('says why it is paused, and what to do', async () => {
    serveSeries({ problem: 'network_not_connected', unchanged_later: 0 })
    const { user } = open()
    await screen.findByText(/^Paused: one of its networks is not connected/)
    await user.click(screen.getByRole('button', { name: 'Stop repeating…' }))
    expect(screen.queryByRole('button', { name: 'Stop and delete' })).toBe(null)
  })
})
