import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { toast } from '#web/ui/toast.tsx'
import { buildCampaign } from '../../../testing/build-campaign.ts'
import { fakeFetch } from '../../../testing/fake-fetch.ts'
import { renderAs } from '../../../testing/render-in-project.tsx'
import { RepeatDialog } from './repeat-dialog.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T11:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const campaign = buildCampaign({ posts_count: 2 })
const from = { date: '2026-11-02', time: '10:00', is_autoposting: true }
const post = (id: number, part: object = {}) => ({
  post_id: id,
  message: `Text ${id}`,
  is_repeated: true,
  social_networks: ['facebook'],
  from,
  schedule: { ...from, date: '2026-11-23' },
  notices: [],
  ...part,
})

const open = ({
  problem = null,
  refusal = null,
  last = from.date,
}: {
  problem?: string | null
  refusal?: string | null
  last?: string
} = {}) => {
  const calls: { address: string; body: unknown }[] = []
  const posts = [
    post(1),
    post(2, {
      message: '\u2060',
      from: { ...from, date: last },
      is_repeated: false,
      schedule: null,
      notices: ['Tue 24 Nov is left out.'],
    }),
  ]
  fakeFetch((url, { method = 'GET', body }) => {
    const { pathname, search } = new URL(url, 'http://galley.test')
    calls.push({
      address: `${method} ${pathname}${search}`,
      body: body ? JSON.parse(String(body)) : undefined,
    })
    if (pathname.endsWith('/clone-projects'))
      return Response.json({ data: [{ id: 3, name: 'Harbor Coffee', timezone: 'Europe/Berlin' }] })
    if (pathname.endsWith('/repeat') && method === 'GET')
      return Response.json({ data: { timezone: 'Europe/Berlin', problem, files: 0, posts } })
    if (pathname.endsWith('/repeat/undo')) return Response.json({ data: {} })
    if (pathname.endsWith('/repeat'))
      return refusal === null
        ? Response.json({ data: { campaign: { ...campaign, id: 8 }, post_ids: [90] } })
        : Response.json({ code: 'validation_error', message: refusal }, { status: 422 })
    return Response.json({ data: [] })
  })
  const onClose = vi.fn()
  renderAs('content-creator', <RepeatDialog campaign={campaign} onClose={onClose} />)
  return { calls, onClose, user: userEvent.setup() }
}
const button = () => screen.findByRole('button', { name: 'Make 1 draft' })
const enabled = () => waitFor(async () => expect((await button()).hasAttribute('disabled')).toBe(false))

describe('Repeating a campaign', () => {
  it('begins with the next weeks that are not past, and says what becomes of each post', async () => {
    const { calls, onClose, user } = open()
    const first = await screen.findByLabelText<HTMLInputElement>('First day')
    expect(first.value).toBe('2026-11-23')
    expect(screen.getByText('The first post moves from Mon 2 Nov to Mon 23 Nov.')).toBeTruthy()
    expect(screen.getByText('2 Nov 2026, 10:00 AM → 23 Nov 2026, 10:00 AM')).toBeTruthy()
    expect(screen.getByText('2 Nov 2026, 10:00 AM · stays behind')).toBeTruthy()
    expect(screen.getByText('Empty message')).toBeTruthy()
    expect(screen.getByText('Tue 24 Nov is left out.')).toBeTruthy()
    expect(screen.getByRole('status').textContent).toMatch(/^1 draft is made.*1 post stays behind\./)
    await enabled()
    await user.click(await button())
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(calls.find(({ address }) => address.startsWith('POST'))).toEqual({
      address: 'POST /api/projects/3/campaigns/7/repeat',
      body: { to_project_id: 3, shift_days: 21, keeps_weekdays: true, left_out: [], name: 'Black Friday' },
    })
  })

  it('of posts that are still to come begins in the weeks after the last of them', async () => {
    vi.setSystemTime(new Date('2026-10-01T11:00:00Z'))
    open({ last: '2026-11-12' })
    expect((await screen.findByLabelText<HTMLInputElement>('First day')).value).toBe('2026-11-16')
  })

  it('is undone from the toast', async () => {
    const offered = vi.spyOn(toast, 'undoable').mockReturnValue('')
    const said = vi.spyOn(toast, 'success')
    const { calls, onClose, user } = open()
    await enabled()
    await user.click(await button())
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    offered.mock.lastCall?.[1]()
    await waitFor(() => expect(said).toHaveBeenCalledWith('1 draft deleted'))
    expect(calls).toContainEqual({
      address: 'POST /api/projects/3/campaigns/8/repeat/undo',
      body: { post_ids: [90] },
    })
  })

  it('asks again for other days', async () => {
    const { calls, user } = open()
    await screen.findByLabelText('First day')
    await user.click(screen.getByRole('checkbox', { name: 'Keep weekdays' }))
    await user.type(screen.getByLabelText('Leave out a day (optional)'), '2026-12-24')
    await user.click(screen.getByRole('button', { name: 'Leave out' }))
    await waitFor(() =>
      expect(calls.at(-1)?.address).toBe(
        'GET /api/projects/3/campaigns/7/repeat?to_project_id=3&shift_days=21&keeps_weekdays=false&left_out=2026-12-24',
      ),
    )
    expect(screen.getByRole('button', { name: 'Do not leave out 24 Dec 2026' })).toBeTruthy()
  })

  it('is not offered where nothing can be repeated, which it says', async () => {
    const problem = 'All 2 posts would be on days that have passed. Choose a later first day.'
    open({ problem })
    expect(await screen.findByText(problem)).toBeTruthy()
    expect((await button()).hasAttribute('disabled')).toBe(true)
  })

  it('says why it was refused in the end, and stays open', async () => {
    const { onClose, user } = open({ refusal: 'Upload limit reached.' })
    await screen.findByLabelText('First day')
    await enabled()
    await user.click(await button())
    expect(await screen.findByText('Upload limit reached.')).toBeTruthy()
    expect(onClose).not.toHaveBeenCalled()
  })
})
