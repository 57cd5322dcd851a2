import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Activity } from '#domain/approvals/conversation-contract.ts'
import type { Role } from '#domain/permissions/table.ts'
import { fakeFetch } from '../../../../testing/fake-fetch.ts'
import { renderAs } from '../../../../testing/render-in-project.tsx'
import { ActivityTab } from './activity-tab.tsx'

const edit: Activity = {
  id: '0-1',
  kind: 'content',
  type: 'post.saved',
  round: null,
  social_network: null,
  message: null,
  created_at: '2026-11-20T10:00:00.000Z',
  created_by_user: { id: 8, name: 'Inès Okafor', avatar_image_link: null },
  changes: [],
  schedule: null,
}
const unchanged = { text: null, first_comment: null, media: null }
const earlier: Activity = {
  ...edit,
  changes: [{ ...unchanged, social_networks: ['linkedin'], parts: ['text', 'media'] }],
}
const reworded: Activity = {
  ...edit,
  changes: [
    {
      social_networks: ['facebook', 'linkedin'],
      parts: ['text', 'media', 'mentions'],
      text: { before: 'Fresh beer today', after: 'Fresh bread today' },
      first_comment: null,
      media: { before: 1, after: 3 },
    },
  ],
}
const moved: Activity = {
  ...edit,
  id: '0-2',
  kind: 'schedule',
  type: 'schedule.updated',
  changes: [],
  schedule: {
    before: { date: '2026-11-21', time: '09:00', is_autoposting: true, timezone: 'America/Lima' },
    after: { date: '2026-11-22', time: '12:30', is_autoposting: false, timezone: null },
  },
}
const started: Activity = {
  ...edit,
  id: '1-3',
  kind: 'approval',
  type: 'external_approval_started',
  round: 'external',
  changes: [],
  created_by_user: null,
}
const published: Activity = {
  ...edit,
  id: '0-4',
  kind: 'publishing',
  type: 'post_social.published',
  social_network: 'facebook',
  changes: [],
  created_by_user: null,
}

const open = (role: Role, pages: { activities: Activity[]; next: string | null }[]) => {
  const answers = [...pages]
  const fetch = vi.fn(async (_url: string, _init: RequestInit) => {
    const data = answers.shift() ?? { activities: [], next: null }
    return new Response(JSON.stringify({ data }), { headers: { 'content-type': 'application/json' } })
  })
  fakeFetch(fetch)
  renderAs(role, <ActivityTab subject={{ projectId: 3, postId: 10 }} />, [])
  return fetch
}

afterEach(() => vi.unstubAllGlobals())

describe('The Activity tab', () => {
  it('says who did what, with what an edit changed and the times of a schedule', async () => {
    open('content-creator', [{ activities: [moved, earlier], next: null }])
    expect((await screen.findByText('edited the post', { exact: false })).textContent).toBe(
      'Inès Okafor edited the post',
    )
    expect(screen.getByText('LinkedIn: text, media')).toBeTruthy()
    expect(screen.getByText('21 Nov 2026, 9:00 AM America - Lima, autoposting').tagName).toBe('DEL')
    expect(screen.getByText('22 Nov 2026, 12:30 PM, by hand', { exact: false })).toBeTruthy()
  })

  it('shows the words that an edit changed, and counts files', async () => {
    open('content-creator', [{ activities: [reworded], next: null }])
    expect(await screen.findByText('Facebook, LinkedIn: mentions')).toBeTruthy()
    expect((await screen.findByRole('deletion')).textContent).toBe('removed: beer')
    expect(screen.getByRole('insertion').textContent).toBe('added: bread')
    expect(screen.getByText('Media: 1 file → 3 files')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Show more' })).toBe(null)
  })

  it('shows a long change in part until somebody asks for the rest', async () => {
    const text = { before: '', after: 'Fresh bread. '.repeat(100) }
    const change = { ...unchanged, social_networks: ['facebook' as const], parts: ['text'], text }
    open('content-creator', [{ activities: [{ ...edit, changes: [change] }], next: null }])
    await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))
    expect(screen.getByRole('button', { name: 'Show less', expanded: true })).toBeTruthy()
  })

  it('names nobody of the agency to a client, and Galley where it published', async () => {
    open('external-approver', [{ activities: [published, started], next: null }])
    expect((await screen.findByText('started the client', { exact: false })).textContent).toBe(
      'The agency started the client approval',
    )
    expect(screen.getByText('published the post', { exact: false }).textContent).toBe(
      'Galley published the post (Facebook)',
    )
    const kinds = screen.getAllByRole('option').map(option => option.textContent)
    expect(kinds).toEqual(['All activities', 'Approval', 'Publishing'])
  })

  it('says when there is nothing', async () => {
    open('content-creator', [])
    expect(await screen.findByText("You don't have any activities now")).toBeTruthy()
  })

  it('is narrowed to a kind, and shows earlier entries on request', async () => {
    const fetch = open('content-creator', [
      { activities: [earlier], next: null },
      { activities: [moved], next: '5_0_2' },
      { activities: [{ ...moved, id: '0-1' }], next: null },
    ])
    await screen.findByText('LinkedIn: text, media')
    await userEvent.selectOptions(screen.getByLabelText('Show'), 'Schedule')
    await userEvent.click(await screen.findByRole('button', { name: 'Show earlier activities' }))
    expect(await screen.findAllByText('changed the schedule', { exact: false })).toHaveLength(2)
    expect(fetch.mock.calls.map(([url]) => url)).toEqual([
      '/api/posts/10/activities',
      '/api/posts/10/activities?kind=schedule',
      '/api/posts/10/activities?kind=schedule&after=5_0_2',
    ])
  })
})
