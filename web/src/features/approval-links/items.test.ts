import { describe, expect, it } from 'vitest'
import type { Approval } from '#domain/posts/model.ts'
import { buildPost, buildPostSocial } from '../../../testing/build-post.ts'
import { contentGroups, firstUnseenGroup, mergeItems, seenKey, viewerOf } from './items.ts'

const viewer = viewerOf({ person: { id: 4, name: 'Clara' } })
const openRound = (id: number, socialId: number): Approval => ({
  id,
  post_social_id: socialId,
  type: 'external',
  round: 1,
  status: 'open',
  is_master_content: false,
  concrete_approver_id: [],
  approvers: [],
  opened_at: '2026-06-01T08:00:00.000Z',
  closed_at: null,
})
const waiting = (id: number, network: 'facebook' | 'linkedin' | 'twitter', message = 'Hello', version = 1) =>
  buildPostSocial({
    id,
    social_network: network,
    message,
    version,
    status: 'pending_external_approval',
    approvals: [openRound(id + 100, id)],
  })
const looked = (seen: string[], known: string[] = []) => ({ seen: new Set(seen), known: new Set(known) })
const post = (id: number, ...socials: ReturnType<typeof waiting>[]) =>
  buildPost(socials, { id, can_approve_post_socials: socials.map(social => social.id) })

describe('The contents of a post', () => {
  it('are shown once where several networks say the same', () => {
    const groups = contentGroups(
      post(1, waiting(1, 'facebook'), waiting(2, 'linkedin'), waiting(3, 'twitter', 'Short')),
      viewer,
    )
    expect(groups.map(group => group.map(({ id }) => id))).toEqual([[1, 2], [3]])
    expect(firstUnseenGroup(groups, looked([]))).toBe(0)
    expect(firstUnseenGroup(groups, looked(['2.1']))).toBe(1)
    expect(firstUnseenGroup(groups, looked(['2.1', '3.1']))).toBe(-1)
  })

  it('were not seen in a version that has changed since', () => {
    const groups = contentGroups(post(1, waiting(1, 'facebook', 'New', 2)), viewer)
    const first = seenKey({ id: 1, version: 1 })
    expect(firstUnseenGroup(groups, looked([first]))).toBe(0)
    expect(firstUnseenGroup(groups, looked([], [first]))).toBe(0)
  })

  it('need not be looked at again where the person knows them, but one of them does', () => {
    const groups = contentGroups(
      post(1, waiting(1, 'facebook'), waiting(2, 'linkedin', 'Long'), waiting(3, 'twitter', 'Short')),
      viewer,
    )
    expect(firstUnseenGroup(groups, looked([], ['1.1', '3.1']))).toBe(1)
    expect(firstUnseenGroup(groups, looked(['2.1'], ['1.1', '3.1']))).toBe(-1)
    expect(firstUnseenGroup(groups, looked(['1.1'], ['1.1', '3.1']))).toBe(1)
    expect(firstUnseenGroup(groups, looked([], ['1.1', '2.1', '3.1']))).toBe(0)
    expect(firstUnseenGroup(groups, looked(['3.1'], ['1.1', '2.1', '3.1']))).toBe(-1)
  })
})

describe('A batch that is read again', () => {
  const [one, two, three] = [1, 2, 3].map(id => post(id, waiting(id, 'facebook'))) as [
    ...[ReturnType<typeof post>, ReturnType<typeof post>, ReturnType<typeof post>],
  ]

  it('keeps its order, and puts new posts last', () => {
    const items = mergeItems(mergeItems([], [one, two]), [three, two, one])
    expect(items.map(item => [item.post.id, item.state])).toEqual([
      [1, 'waiting'],
      [2, 'waiting'],
      [3, 'waiting'],
    ])
  })

  it('says which posts do not wait any more, and leaves what was decided here', () => {
    const items = mergeItems([], [one, two]).map(item =>
      item.post.id === 2 ? { ...item, state: 'approved' as const } : item,
    )
    expect(mergeItems(items, []).map(({ state }) => state)).toEqual(['gone', 'approved'])
  })

  it('marks a post that has changed since it was shown', () => {
    const newer = post(1, waiting(1, 'facebook', 'Newer', 2))
    expect(mergeItems(mergeItems([], [one]), [newer])[0]).toMatchObject({ isChanged: true, post: newer })
  })
})
