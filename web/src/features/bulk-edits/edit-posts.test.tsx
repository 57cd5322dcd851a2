import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { calendarItem, scheduleOf } from '../../../testing/build-calendar-item.ts'
import { buildCampaign } from '../../../testing/build-campaign.ts'
import { buildPost, buildPostSocial } from '../../../testing/build-post.ts'
import { buildProject } from '../../../testing/build-project.ts'
import { openCalendar } from '../../../testing/fake-calendar-server.tsx'
import { answer, refusal, serve } from '../../../testing/fake-server.ts'
import { renderAs } from '../../../testing/render-in-project.tsx'
import { EditPostsModal } from './edit-posts-modal.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T11:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const draft = calendarItem({ message: 'Slow coffee', datetime: '2026-11-23T17:05:00.000Z' })
const other = calendarItem({ message: 'Coffee blend', datetime: '2026-11-24T08:00:00.000Z' })
const items = [draft, other]

type Options = NonNullable<Parameters<typeof openCalendar>[1]>
const openEdit = async (options: Options) => {
  const calendar = await openCalendar('content-creator', { items, ...options })
  for (const box of await screen.findAllByLabelText(/^Select: /)) await calendar.user.click(box)
  await calendar.user.click(await screen.findByRole('button', { name: 'Edit…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit 2 posts' }))
  return { ...calendar, dialog }
}

describe('replacing a word in the selected posts', () => {
  const rowOf = (item: typeof draft, more: object = {}) => ({
    post_id: item.post_id,
    networks: ['facebook', 'linkedin'],
    versions: [{ id: item.post_id * 10, version: 4 }],
    refusal: null,
    needs_approval: false,
    matches: [{ field: 'message', before: 'Slow ', found: 'coffee', after: '' }],
    more: 0,
    ...more,
  })
  const saved = {
    id: draft.post_id * 10,
    version: 5,
    message: 'Slow coffee',
    first_comment: '',
    message_editor_state: null,
    extra_fields: {},
    follows_shared: true,
  }

  it('shows each place first, leaves out what is unchecked, and Undo sends back what it was', async () => {
    const { user, dialog, sent } = await openEdit({
      answer: ({ path }) => {
        if (path === '/posts/text-matches') return { data: [rowOf(draft), rowOf(other, { more: 3 })] }
        if (path === '/posts/text')
          return { data: [{ post_id: draft.post_id, refusal: null, saved: [saved] }] }
        return path === '/postssocials' ? { data: buildPost([buildPostSocial()]) } : null
      },
    })
    await user.type(dialog.getByLabelText('Find'), 'coffee{Enter}')
    const rows = within(await dialog.findByRole('list', { name: 'Matches' }))
    await user.type(dialog.getByLabelText('Replace with'), 'tea')
    expect(await dialog.findByText('and 3 more places in this text')).toBeTruthy()
    expect(rows.getAllByText('tea')).toHaveLength(2)
    await user.click(rows.getByRole('checkbox', { name: /Coffee blend/ }))
    await user.click(dialog.getByRole('button', { name: 'Replace in 1 post' }))
    await screen.findByText('Replaced in 1 post')
    expect(sent('PUT').map(({ body }) => body)).toMatchObject([
      {
        find: 'coffee',
        replacement: 'tea',
        is_whole_word: true,
        is_case_matched: false,
        posts: [{ post_id: draft.post_id, versions: [{ id: draft.post_id * 10, version: 4 }] }],
      },
    ])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByText('1 post restored')
    expect(sent('PUT').at(-1)?.body).toMatchObject({ post_id: draft.post_id, post_socials: [saved] })
  })

  it('says which posts cannot be changed, and which were refused in the end', async () => {
    const closed = 'The post is already live.'
    const { user, dialog } = await openEdit({
      answer: ({ path }) => {
        if (path === '/posts/text-matches') return { data: [rowOf(draft), rowOf(other, { refusal: closed })] }
        if (path === '/posts/text')
          return { data: [{ post_id: draft.post_id, refusal: 'Somebody has changed it.', saved: [] }] }
        return null
      },
    })
    await user.type(dialog.getByLabelText('Find'), 'coffee{Enter}')
    expect(await dialog.findByText(closed)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Remove from 1 post' }))
    expect(await dialog.findByText('Somebody has changed it.')).toBeTruthy()
    expect(dialog.getByText('0 changed, 1 left as they were:')).toBeTruthy()
  })

  it('says how many posts have to be approved again, of those that are chosen', async () => {
    const { user, dialog } = await openEdit({
      answer: ({ path }) =>
        path === '/posts/text-matches'
          ? { data: [rowOf(draft), rowOf(other, { needs_approval: true })] }
          : null,
    })
    await user.type(dialog.getByLabelText('Find'), 'coffee{Enter}')
    expect((await dialog.findByRole('note')).textContent).toContain('1 post is in approval or approved')
    expect(dialog.getAllByText('Approved again')).toHaveLength(1)
    await user.click(dialog.getByRole('checkbox', { name: /Coffee blend/ }))
    expect(dialog.queryByRole('note')).toBeNull()
  })

  it('finds at once what the list was searched for, and lets one type what replaces it', async () => {
    serve({ 'POST /api/posts/text-matches': () => answer(200, [rowOf(draft)]) })
    const posts = [{ post: draft.post, entry: null }]
    const handlers = { scheduleBlockOf: () => null, onDone: vi.fn(), onClose: vi.fn() }
    renderAs('content-creator', <EditPostsModal posts={posts} find="coffee" {...handlers} />)
    expect(await screen.findByText('“coffee” is in 1 text of the 1 selected posts.')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Replace with'))
  })

  it('forgets what it found when the search is changed', async () => {
    const { user, dialog } = await openEdit({
      answer: ({ path }) => (path === '/posts/text-matches' ? { data: [rowOf(draft)] } : null),
    })
    await user.type(dialog.getByLabelText('Find'), 'coffee{Enter}')
    await dialog.findByRole('list', { name: 'Matches' })
    await user.click(dialog.getByRole('checkbox', { name: 'Match case' }))
    expect(dialog.queryByRole('list', { name: 'Matches' })).toBeNull()
  })
})

describe('autoposting of the selected posts', () => {
  it('changes those that it can, keeps their times, and says why the others stay', async () => {
    const story = calendarItem({
      message: 'Story',
      datetime: '2026-11-23T10:00:00.000Z',
      is_autoposting: false,
      type: 'photo_story',
      socials: [{ social_network: 'instagram' }],
    })
    const off = { ...draft, is_autoposting: false }
    const { user, dialog, sent } = await openEdit({
      items: [off, story],
      answer: ({ path }) =>
        path === '/posts/schedules/each'
          ? {
              data: [
                {
                  schedule_id: off.schedule_id,
                  refusal: null,
                  schedule: scheduleOf(off),
                  before: scheduleOf(off),
                },
              ],
            }
          : null,
    })
    await user.click(dialog.getByRole('radio', { name: 'Autoposting' }))
    expect(dialog.getByText('Instagram stories and media carousels cannot be autoposted.')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Turn on for 1' }))
    await screen.findByText('1 post changed')
    const { schedule_id, date, time, datetime } = off
    expect(sent('PUT')[0]?.body).toMatchObject({
      schedules: [
        { schedule_id, date, time, is_autoposting: true, seen: { datetime, is_autoposting: false } },
      ],
    })
  })
})

it('labels none of the days when one label is refused, so that trying again labels no day twice', async () => {
  const later = calendarItem({ message: 'Coffee blend', datetime: '2026-11-26T08:00:00.000Z' })
  const message = 'A label with this text already exists.'
  let labels = 0
  const { user, dialog, sent } = await openEdit({
    items: [draft, later],
    answer: ({ method, path }) => {
      if (method === 'DELETE' && path === '/daylabels/7') return { data: {} }
      if (method !== 'POST' || path !== '/daylabels') return null
      labels += 1
      return labels === 1 ? null : { status: 422, code: 'validation_error', message }
    },
  })
  await user.click(dialog.getByRole('radio', { name: 'Add label' }))
  await user.type(dialog.getByLabelText('Label'), 'Coffee week')
  await user.click(dialog.getByRole('button', { name: 'Add' }))
  await dialog.findByText(message)
  expect(sent('DELETE').map(({ path }) => path)).toEqual(['/daylabels/7'])
  expect(screen.queryByText('Label added')).toBeNull()
})

it('gives the selected posts a campaign, and Undo gives each the one that it had', async () => {
  const campaign = buildCampaign()
  const inCampaign = { ...other, post: { ...other.post, campaign_id: 7 } }
  const { user, dialog, sent } = await openEdit({
    items: [draft, inCampaign],
    campaigns: [campaign],
    answer: ({ path }) =>
      path === '/projects/3/posts/campaign'
        ? {
            data: [
              { post_id: draft.post_id, campaign_id: null },
              { post_id: other.post_id, campaign_id: 7 },
            ],
          }
        : null,
  })
  await user.click(dialog.getByRole('radio', { name: 'Campaign' }))
  await user.selectOptions(await dialog.findByLabelText('Campaign', { selector: 'select' }), 'Black Friday')
  expect(dialog.getByRole('status').textContent).toMatch(/^1 of 2 posts will change/)
  await user.click(dialog.getByRole('button', { name: 'Change 1' }))
  await screen.findByText('Campaign of 1 post changed')
  const bodies = () => sent('PUT').map(({ body }) => body)
  const ids = [draft.post_id, other.post_id]
  expect(bodies()).toEqual([{ post_ids: ids, campaign_id: 7 }])
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(bodies().slice(1)).toEqual([
      { post_ids: [draft.post_id], campaign_id: null },
      { post_ids: [other.post_id], campaign_id: 7 },
    ]),
  )
})

it('labels the days of the selected posts, one label for a run of days', async () => {
  const { user, dialog, sent } = await openEdit({})
  await user.click(dialog.getByRole('radio', { name: 'Add label' }))
  await user.type(dialog.getByLabelText('Label'), 'Coffee week')
  await user.click(dialog.getByRole('button', { name: 'Add' }))
  await screen.findByText('Label added')
  expect(sent('POST').map(({ body }) => body)).toMatchObject([
    { text: 'Coffee week', start_at: '2026-11-23', end_at: '2026-11-24' },
  ])
})

describe('labels of the selected posts’ days', () => {
  const label = (id: number, text: string, start_at: string, end_at = start_at) => ({
    id,
    day_label_id: id,
    project_id: 3,
    text,
    color: '#ffcc00',
    start_at,
    end_at,
  })
  const labels = [
    label(5, 'Coffee week', '2026-11-22', '2026-11-26'),
    label(6, 'Only then', '2026-11-23'),
    label(7, 'Another month', '2026-12-24'),
  ]
  const openLabels = async (refused: string | null) => {
    const opened = await openEdit({
      answer: ({ method, path }) => {
        if (method === 'GET' && path === '/projects/3/daylabels') return { data: labels }
        if (method === 'DELETE' && path === refused)
          return { status: 404, code: 'not_found', message: 'This is gone.' }
        if (method === 'POST' && path === '/daylabels')
          return { data: label(90, 'Coffee week', '2026-11-25') }
        if (method === 'PUT' && path === '/daylabels/5') return { data: labels[0] }
        return path.includes('/bin') ? { data: { unscheduled: [] } } : null
      },
    })
    await opened.user.click(opened.dialog.getByRole('radio', { name: 'Remove labels' }))
    await opened.user.click(await opened.dialog.findByRole('checkbox', { name: 'Coffee week' }))
    expect(opened.dialog.queryByRole('checkbox', { name: 'Another month' })).toBeNull()
    await opened.user.click(opened.dialog.getByRole('checkbox', { name: 'Only then' }))
    await opened.user.click(opened.dialog.getByRole('button', { name: 'Remove' }))
    return opened
  }

  it('are taken off these days only, and Undo brings them back', async () => {
    const { user, sent } = await openLabels(null)
    await screen.findByText('Labels removed')
    expect(sent('POST').at(-1)?.body).toMatchObject({ start_at: '2026-11-25', end_at: '2026-11-26' })
    expect(sent('PUT').at(-1)?.body).toMatchObject({ start_at: '2026-11-22', end_at: '2026-11-22' })
    expect(sent('DELETE').map(({ path }) => path)).toEqual(['/daylabels/6'])
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(sent('DELETE').map(({ path }) => path)).toContain('/daylabels/90'))
    expect(sent('POST').at(-1)).toMatchObject({
      path: '/projects/3/bin/restore',
      body: { kind: 'day_label', ids: [6] },
    })
    expect(sent('PUT').at(-1)?.body).toMatchObject({ start_at: '2026-11-22', end_at: '2026-11-26' })
  })

  it('come back on all days when one of them cannot be taken off', async () => {
    const { dialog, sent } = await openLabels('/daylabels/6')
    expect(await dialog.findByText('This is gone.')).toBeTruthy()
    expect(sent('DELETE').map(({ path }) => path)).toEqual(['/daylabels/6', '/daylabels/90'])
    expect(sent('PUT').at(-1)?.body).toMatchObject({ start_at: '2026-11-22', end_at: '2026-11-26' })
  })
})

it('looks through more posts than one call takes, a hundred at a time, and in halves where their texts are too long', async () => {
  const many = Array.from({ length: 230 }, (_, index) => ({
    post: calendarItem({ message: `Text ${index}` }).post,
    entry: null,
  }))
  let request = 0
  const calls = serve({
    'POST /api/posts/text-matches': () =>
      request++ === 0 ? refusal(413, 'too_large', 'Too much text.') : answer(200, []),
  })
  renderAs(
    'content-creator',
    <EditPostsModal posts={many} scheduleBlockOf={() => null} onDone={vi.fn()} onClose={vi.fn()} />,
  )
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('Find'), 'tea{Enter}')
  await screen.findByText(/None of the 230 posts has/)
  expect(calls.map(({ body }) => (body as { post_ids: number[] }).post_ids.length)).toEqual([
    100, 50, 50, 100, 30,
  ])
})

it('Link parameters are added to the links of all, which Undo takes back, and what was refused is said', async () => {
  const saved = [
    {
      id: 1,
      version: 5,
      message: 'https://a.example',
      first_comment: '',
      message_editor_state: null,
      extra_fields: {},
      follows_shared: true,
      media_actions: [],
    },
  ]
  const { user, dialog, sent } = await openEdit({
    answer: ({ path }) => {
      if (path === '/projects/3')
        return {
          data: buildProject('content-creator', {
            settings: [{ name: 'link-parameters', value: 'utm_source={network}' }],
          }),
        }
      if (path === '/projects/3/posts/link-parameters')
        return {
          data: [
            { post_id: draft.post_id, refusal: null, saved },
            { post_id: other.post_id, refusal: 'The post is already live.', saved: [] },
          ],
        }
      return path === '/postssocials' ? { data: buildPost([buildPostSocial()]) } : null
    },
  })
  await user.click(dialog.getByText('Links'))
  expect(await dialog.findByText('utm_source={network}')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Add to 2 posts' }))
  expect(await dialog.findByText('The post is already live.')).toBeTruthy()
  await screen.findByText('Link parameters added in 1 post')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(sent('PUT').at(-1)?.body).toMatchObject({ post_id: draft.post_id, post_socials: saved }),
  )
})
