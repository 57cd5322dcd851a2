import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Comparison, Snapshot } from '#domain/approvals/snapshot-contract.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import type { Role } from '#domain/permissions/table.ts'
import { buildPost, buildPostSocial } from '../../../../testing/build-post.ts'
import { fakeFetch } from '../../../../testing/fake-fetch.ts'
import { renderAs } from '../../../../testing/render-in-project.tsx'
import { ChangesSinceDecision } from './changes-since-decision.tsx'
import { EarlierVersions } from './earlier-versions.tsx'

const snapshot: Snapshot = {
  id: 'e2',
  saved_at: '2026-11-20T10:00:00.000Z',
  social_networks: ['facebook'],
  action: null,
  saved_by: { id: 8, name: 'Inès Okafor', avatar_image_link: null },
  restored_from: null,
  digest: 'two',
  is_current: true,
}
const first: Snapshot = {
  ...snapshot,
  id: 'b1',
  saved_by: null,
  digest: 'one',
  is_current: false,
  saved_at: '2026-11-19T10:00:00.000Z',
}
const file = (key: string) => ({
  key,
  object_type: 'image' as const,
  name: `${key}.jpg`,
  preview: null,
  alt_text: '',
})
const comparison: Comparison = {
  changes: [
    {
      social_networks: ['facebook'],
      parts: ['text', 'media', 'mentions'],
      first_comment: null,
      links: null,
      text: { before: 'Fresh beer today', after: 'Fresh bread today' },
      media: { before: [file('cup'), file('logo')], after: [file('bread'), file('cup')] },
    },
  ],
  schedule: {
    before: { date: '2026-11-21', time: '09:00', timezone: 'Europe/Berlin' },
    after: { date: '2026-11-22', time: '12:30', timezone: 'Europe/Berlin' },
  },
}
const post = buildPost([buildPostSocial({ id: 5, version: 4, status: 'draft' })], {
  id: 10,
  isEditable: true,
})

const answer = (answers: Record<string, unknown>) => {
  const fetch = vi.fn(async (url: string, _init: RequestInit) => {
    const path = url.replace('/api', '').replace(/\?.*/, '')
    return new Response(JSON.stringify({ data: answers[path] }), {
      headers: { 'content-type': 'application/json' },
    })
  })
  fakeFetch(fetch)
  return fetch
}
const open = (role: Role, snapshots: readonly Snapshot[], compared: Comparison = comparison) => {
  const fetch = answer({
    '/posts/10/snapshots': snapshots,
    '/posts/10/comparison': compared,
    '/posts/3/10': post,
    '/posts/10/snapshots/restore': { post, undo: 'b3' },
  })
  const onClose = vi.fn()
  const subject = { projectId: 3, postId: 10 }
  renderAs(role, <EarlierVersions subject={subject} onClose={onClose} />, [])
  return { fetch, onClose }
}
const calls = (fetch: ReturnType<typeof answer>) => fetch.mock.calls.map(([url]) => url)

afterEach(() => vi.unstubAllGlobals())

describe('Earlier versions', () => {
  it('compare the latest earlier one with now: words, files, the time and the names of the rest', async () => {
    const { fetch } = open('content-creator', [snapshot, first])
    const found = within(await screen.findByRole('region', { name: 'Differences' }))
    expect((await found.findAllByRole('deletion'))[0]?.textContent).toBe('removed: beer')
    const files = within(found.getByRole('list', { name: 'Media' })).getAllByRole('listitem')
    expect(files.map(({ textContent }) => textContent)).toEqual(['Added', 'Unchanged', 'Removed'])
    expect(found.getByText('Also changed: mentions')).toBeTruthy()
    expect(found.getByText('21 Nov 2026, 9:00 AM Europe - Berlin').tagName).toBe('DEL')
    expect(calls(fetch)).toContain('/api/posts/10/comparison?from=b1&to=now')
  })

  it('compare any two of them', async () => {
    const { fetch } = open('content-creator', [snapshot, first])
    await userEvent.selectOptions(await screen.findByLabelText('Compared with'), 'e2')
    await waitFor(() => expect(calls(fetch)).toContain('/api/posts/10/comparison?from=b1&to=e2'))
    await userEvent.click(screen.getByRole('button', { name: /as it is now/ }))
    await waitFor(() => expect(calls(fetch)).toContain('/api/posts/10/comparison?from=e2&to=now'))
    expect(screen.queryByRole('button', { name: 'Restore this version' })).toBeNull()
  })

  it('restore one with the versions as they were shown, and close', async () => {
    const { fetch, onClose } = open('content-creator', [snapshot, first])
    await userEvent.click(await screen.findByRole('button', { name: 'Restore this version' }))
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    const call = fetch.mock.calls.find(([url]) => url.endsWith('/restore'))
    expect(JSON.parse(String(call?.[1].body))).toEqual({
      snapshot_id: 'b1',
      versions: [{ id: 5, version: 4 }],
    })
  })

  it('offer a client no restoring, and say why each was kept', async () => {
    const sent: Snapshot = { ...first, id: 's4', action: 'external_approval_started' }
    open('external-approver', [{ ...sent, id: 's5', is_current: true }, sent], {
      changes: [],
      schedule: null,
    })
    expect(await screen.findByText('Both say the same.')).toBeTruthy()
    expect(screen.getAllByText(/Sent for approval · Facebook/)).toHaveLength(2)
    expect(screen.queryByRole('button', { name: 'Restore this version' })).toBeNull()
  })

  it('say when there are none', async () => {
    open('content-creator', [])
    expect(await screen.findByText('There are no earlier versions yet.')).toBeTruthy()
  })
})

describe('What changed since a decision', () => {
  const show = (part: object, network: SocialNetwork = 'facebook') => {
    answer({
      '/posts/10/changes-since-decision': {
        ...comparison,
        decided_at: '2026-11-20T10:00:00.000Z',
        decision: 'revision_requested',
        request: null,
        unchanged: [],
        ...part,
      },
    })
    const networks = ['facebook', 'instagram', 'linkedin'] as const
    const versions = networks.map((social_network, index) =>
      buildPostSocial({ id: 5 + index, social_network }),
    )
    const shown = <ChangesSinceDecision post={buildPost(versions, { id: 10 })} shown={network} />
    renderAs('external-approver', shown, [])
    return versions.map(({ id, version, social_network }) => ({
      post_social_id: id,
      version,
      social_network,
    }))
  }
  const item = (id: number, label: string, is_checked: boolean) => ({ id, label, is_checked })

  it('stands beside the checklist and the marks, with what of both is done', async () => {
    const checkboxes = [item(1, 'Bread', true), item(2, 'Logo', false)]
    const marks = [
      {
        id: 1,
        place: { kind: 'card', attachment_id: 9 },
        comment: 'Shorter',
        is_done: true,
        done_at: '2026-11-20T11:00:00.000Z',
        done_by_user: null,
      },
    ]
    show({ request: { post_social_id: 5, message: 'Please', checkboxes, marks } })
    const region = within(await screen.findByRole('region', { name: 'What changed since your decision' }))
    expect(region.getByRole('heading', { name: 'Changed since you asked for a revision' })).toBeTruthy()
    expect(region.getByText('2 of 3 done')).toBeTruthy()
    expect(await region.findByText('Shorter')).toBeTruthy()
    expect(region.getAllByRole('img', { name: /Done:|Open:/ })).toHaveLength(2)
    expect((await region.findAllByRole('insertion'))[0]?.textContent).toBe('added: bread')
  })

  it('names the only network that changed, and those that need not be looked at again', async () => {
    const same = (id: number, social_network: string) => ({ post_social_id: id, version: 1, social_network })
    show({ decision: 'approved', unchanged: [same(6, 'instagram'), same(7, 'linkedin')] })
    expect(
      await screen.findByRole('heading', { name: 'Only Facebook changed since you approved' }),
    ).toBeTruthy()
    expect(
      screen.getByText('Instagram and LinkedIn are as you saw them then: you need not look again.'),
    ).toBeTruthy()
  })

  it('does not say that nothing else changed where a network is new', async () => {
    const unchanged = [{ post_social_id: 6, version: 1, social_network: 'instagram' }]
    show({ decision: 'approved', unchanged })
    expect(await screen.findByRole('heading', { name: 'Changed since you approved' })).toBeTruthy()
    expect(screen.getByText('Instagram is as you saw it then: you need not look again.')).toBeTruthy()
  })

  it('claims nothing of a checklist that nobody ticked, and says when nothing changed', async () => {
    const request = { post_social_id: 5, message: null, checkboxes: [item(1, 'Bread', false)] }
    const unchanged = [{ post_social_id: 5, version: 1, social_network: 'facebook' }]
    show({ request, decision: 'approved', changes: [], schedule: null, unchanged })
    expect(await screen.findByText('Requested, nothing ticked yet')).toBeTruthy()
    expect(screen.getByText('Nothing has changed since then.')).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Changed since you approved' })).toBeTruthy()
  })

  it('says nothing of a network that was not decided, where nothing changed', async () => {
    const unchanged = [{ post_social_id: 5, version: 1, social_network: 'facebook' }]
    show({ decision: 'approved', changes: [], schedule: null, unchanged }, 'linkedin')
    await new Promise(resolve => setTimeout(resolve))
    expect(screen.queryByRole('region', { name: 'What changed since your decision' })).toBeNull()
  })
})
