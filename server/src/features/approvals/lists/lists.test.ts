import { describe, expect, it } from 'vitest'
import {
  listApproved,
  listApprovedInRange,
  listPendingApproval,
  listPendingApprovalInRange,
} from '#domain/approvals/contract.ts'
import type { Request } from '#domain/kernel/endpoint.ts'
import type { Post } from '#domain/posts/model.ts'
import { type PostSocialStatus, postSocialStatuses } from '#domain/posts/status.ts'
import { approvalRoutes } from '#server/features/approvals/routes.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { approvalListsOf, placeOfPost as place } from '#testing/approvals/approval-lists.ts'
import { useNewCast } from '#testing/people.ts'
import { buildCampaign, buildMedia, buildPost, type TestSocial } from '#testing/posts.ts'

const app = useTestApp({ routes: approvalRoutes })
const cast = useNewCast(app)

const { build, buildMany, projectParams, pending, approved } = approvalListsOf(() => ({ app, cast }))
const statusesOf = (posts: { post_socials: { status: PostSocialStatus }[] }[]) =>
  posts.flatMap(post => post.post_socials.map(social => social.status))

describe('The approval list', () => {
  it('shows each role what is waiting for that role', async () => {
    for (const status of postSocialStatuses) if (status !== 'deleted') await build(status)
    const both = ['pending_internal_approval', 'pending_external_approval']
    expect(statusesOf(await pending(cast.admin))).toEqual(both)
    expect(statusesOf(await pending(cast.internal))).toEqual(['pending_internal_approval'])
    expect(statusesOf(await pending(cast.creator))).toEqual(['pending_internal_approval'])
    expect(statusesOf(await pending(cast.external))).toEqual(['pending_external_approval'])
  })

  it('shows posts on their way out as approved, and to an internal approver also those that the client has', async () => {
    for (const status of postSocialStatuses) if (status !== 'deleted') await build(status)
    const out = ['approved', 'scheduled', 'pending_publish', 'on_publishing']
    expect(statusesOf(await approved(cast.admin))).toEqual(out)
    expect(statusesOf(await approved(cast.internal))).toEqual(['pending_external_approval', ...out])
    expect(statusesOf(await approved(cast.creator))).toEqual(out)
    expect(statusesOf(await approved(cast.external))).toEqual(out)
  })

  it('is in the order of the schedules and leaves out unscheduled and deleted posts', async () => {
    const late = await build('pending_internal_approval', { date: '2026-07-01' })
    const noon = await build('pending_internal_approval')
    const morning = await build('pending_internal_approval', { time: '08:00' })
    await buildPost(app.db, cast.project, { status: 'pending_internal_approval' })
    const deleted = await build('pending_internal_approval')
    await app.db.updateTable('posts').set({ deleted_at: new Date() }).where('id', '=', deleted).execute()
    const posts = await pending(cast.internal)
    expect(posts.map(post => post.id)).toEqual([morning, noon, late])
    expect(posts.every(post => post.can_approve_post_socials.length === 1)).toBe(true)
  })

  it('shows a post with versions that need revision only if another version is waiting, and shows those last', async () => {
    const socials: TestSocial[] = [
      { network: 'facebook', status: 'requires_revision' },
      { network: 'linkedin', status: 'pending_internal_approval' },
    ]
    const mixed = await build('draft', { socials })
    await build('requires_revision')
    const posts = await pending(cast.internal)
    expect(posts.map(post => post.id)).toEqual([mixed])
    expect(posts[0]?.post_socials.map(social => social.social_network)).toEqual(['linkedin', 'facebook'])
  })

  it('hides versions from a client that they may not see', async () => {
    await build('draft', {
      socials: [
        { network: 'facebook', status: 'pending_internal_approval' },
        { network: 'linkedin', status: 'pending_external_approval' },
      ],
    })
    const [post] = await pending(cast.external)
    expect(post?.post_socials.map(social => social.social_network)).toEqual(['linkedin'])
    expect(post?.post_socials[0]?.approvals.map(round => round.type)).toEqual(['external'])
  })

  it('is empty when nothing is waiting, and returns 404 for another agency', async () => {
    expect(await pending(cast.admin)).toEqual([])
    for (const list of [listPendingApproval, listApproved] as const)
      expect((await app.ask(cast.stranger, list, { params: projectParams() })).status).toBe(404)
  })
})

type Page = Request<typeof listPendingApproval>['query']
const pageOf = async (person: TestPerson, query: Page) =>
  (await app.ask(person, listPendingApproval, { params: projectParams(), query })).data
const idsOf = (posts: readonly Post[]) => posts.map(({ id }) => id)

describe('A page of the approval list', () => {
  it('begins after the place of the last post, in the order of schedule and id', async () => {
    const all = await buildMany(7)
    const first = await pageOf(cast.internal, { limit: 3 })
    expect(idsOf(first)).toEqual(all.slice(0, 3))
    const second = await pageOf(cast.internal, { limit: 3, after: place(first[2]) })
    expect(idsOf(second)).toEqual(all.slice(3, 6))
    expect(idsOf(await pageOf(cast.internal, { limit: 3, after: place(second[2]) }))).toEqual(all.slice(6))
  })

  it('has 30 posts without parameters and names the next page in its Link header', async () => {
    const all = await buildMany(31)
    const address = `/api/projects/${cast.project.projectId}/posts/pending-approval`
    const headers = { authorization: `Bearer ${await app.tokenOf(cast.internal)}` }
    const first = await app.app.inject({ url: address, headers })
    expect(idsOf(first.json().data)).toEqual(all.slice(0, 30))
    const next = String(first.headers.link).match(/^<([^>]+)>; rel="next"$/)?.[1] ?? ''
    const second = await app.app.inject({ url: next, headers })
    expect(idsOf(second.json().data)).toEqual(all.slice(30))
    expect(second.headers.link).toBeUndefined()
  })

  it('continues correctly after a post that has been decided since', async () => {
    const all = await buildMany(5)
    const first = await pageOf(cast.internal, { limit: 2 })
    await app.db
      .updateTable('post_socials')
      .set({ status: 'approved' })
      .where('post_id', '=', all[1] ?? 0)
      .execute()
    expect(idsOf(await pageOf(cast.internal, { limit: 2, after: place(first[1]) }))).toEqual(all.slice(2, 4))
  })

  it('has only posts with every word of the search, a network and a round', async () => {
    const sale = await build('draft', {
      socials: [{ network: 'facebook', status: 'pending_internal_approval', message: 'Summer SALE' }],
    })
    const photo = await build('draft', {
      socials: [{ network: 'linkedin', status: 'pending_external_approval', first_comment: 'our summer' }],
    })
    const found = async (query: Page) => idsOf(await pageOf(cast.admin, query))
    expect(await found({ q: 'summer' })).toEqual([sale, photo])
    expect(await found({ q: 'sale  Summer' })).toEqual([sale])
    expect(await found({ q: 'linkedin summer' })).toEqual([photo])
    expect(await found({ q: 'single photo' })).toEqual([sale, photo])
    expect(await found({ q: '100% sale' })).toEqual([])
    expect(await found({ social_network: 'facebook,twitter' })).toEqual([sale])
    expect(await found({ round: 'external' })).toEqual([photo])
  })

  it('has only what waits for one person: who was chosen, or whose role decides where nobody was', async () => {
    const { internal, external, creator, admin } = cast
    const waiting = (type: 'internal' | 'external', chosen: number[], approvedBy: number[] = []) =>
      build('draft', {
        socials: [
          {
            network: 'facebook',
            status: `pending_${type}_approval`,
            rounds: [{ type, status: 'open', chosen, approvedBy }],
          },
        ],
      })
    const anyone = await waiting('internal', [])
    const chosen = await waiting('internal', [internal.userId, creator.userId])
    const half = await waiting('internal', [internal.userId, creator.userId], [internal.userId])
    const client = await waiting('external', [])
    const found = async ({ userId }: TestPerson) =>
      idsOf(await pageOf(admin, { waiting_for: String(userId) }))
    expect(await found(internal)).toEqual([anyone, chosen])
    expect(await found(creator)).toEqual([chosen, half])
    expect(await found(external)).toEqual([client])
    expect(await found(admin)).toEqual([])
    expect(idsOf(await pageOf(external, { waiting_for: String(internal.userId) }))).toEqual([])
  })

  it('has only the posts of a campaign, and of none that is in the bin', async () => {
    const campaign = await buildCampaign(app.db, cast.project)
    const one = await build('pending_internal_approval')
    await build('pending_internal_approval')
    await app.db.updateTable('posts').set({ campaign_id: campaign }).where('id', '=', one).execute()
    const found = async () => idsOf(await pageOf(cast.internal, { campaign: String(campaign) }))
    expect(await found()).toEqual([one])
    await app.db.updateTable('campaigns').set({ deleted_at: new Date() }).where('id', '=', campaign).execute()
    expect(await found()).toEqual([])
  })

  it('has only what is late, on request', async () => {
    const soon = await build('pending_internal_approval', { date: '2026-06-03', time: '12:00' })
    await build('pending_internal_approval', { date: '2026-06-30' })
    const found = async () => idsOf(await pageOf(cast.internal, { late: 'true' }))
    expect(await found()).toEqual([])
    app.clock.set(new Date('2026-06-02T20:00:00Z'))
    expect(await found()).toEqual([soon])
  })

  it('does not find a version that the client may not see', async () => {
    await build('draft', {
      socials: [
        { network: 'facebook', status: 'pending_internal_approval', message: 'secret' },
        { network: 'linkedin', status: 'pending_external_approval', message: 'shown' },
      ],
    })
    expect(await pageOf(cast.external, { q: 'secret' })).toEqual([])
    expect(await pageOf(cast.external, { social_network: 'facebook' })).toEqual([])
    expect(await pageOf(cast.external, { q: 'shown' })).toHaveLength(1)
  })

  it('says which of some posts are in the list still', async () => {
    const [one, other] = await buildMany(2)
    const gone = await build('approved')
    expect(idsOf(await pageOf(cast.internal, { posts: `${other},${gone}` }))).toEqual([other])
    expect(
      idsOf(await pageOf(cast.internal, { posts: `${one}`, after: '2030-01-01T00:00:00.000Z_1' })),
    ).toEqual([])
  })

  it('refuses a place, a size or a search that makes no sense', async () => {
    const refused = async (query: Page) =>
      (await app.ask(cast.admin, listApproved, { params: projectParams(), query })).status
    expect(await refused({ after: '2026-13-45T00:00:00.000Z_1' })).toBe(422)
    expect(await refused({ after: 'x_1' })).toBe(422)
    expect(await refused({ limit: 101 })).toBe(422)
    expect(await refused({ posts: '1,x' })).toBe(422)
  })
})

describe('The approval list of a range of days', () => {
  const days = { start: '2026-06-10', end: '2026-06-11' }
  const inRange = (person: TestPerson, range = days) =>
    app.ask(person, listPendingApprovalInRange, { params: { ...projectParams(), ...range } })

  it('covers the days from the first minute to the last, in the project’s time zone', async () => {
    await build('pending_internal_approval', { date: '2026-06-09', time: '23:59' })
    const first = await build('pending_internal_approval', { date: '2026-06-10', time: '00:00' })
    const last = await build('pending_internal_approval', { date: '2026-06-11', time: '23:59' })
    await build('pending_internal_approval', { date: '2026-06-12', time: '00:00' })
    const { data } = await inRange(cast.internal)
    expect(data.post_schedules.map(entry => [entry.post_id, entry.date, entry.time])).toEqual([
      [first, '2026-06-10', '00:00'],
      [last, '2026-06-11', '23:59'],
    ])
  })

  it('shows posts in short form, to each role what is waiting for that role', async () => {
    const media = [await buildMedia(app.db, cast.project)]
    const socials: TestSocial[] = [
      { network: 'facebook', status: 'pending_external_approval', message: 'x'.repeat(300), media },
    ]
    await build('draft', { socials })
    expect((await inRange(cast.internal)).data.post_schedules).toEqual([])
    const [entry] = (await inRange(cast.external)).data.post_schedules
    expect(entry?.post).toMatchObject({
      message: `${'x'.repeat(119)}…`,
      post_socials: [{ status: 'pending_external_approval', is_approved: false }],
    })
    expect(entry?.post.preview).toMatch(/\/small$/)
  })

  it('has a twin for approved posts', async () => {
    const postId = await build('approved')
    await build('live')
    const params = { ...projectParams(), ...days }
    const { data } = await app.ask(cast.external, listApprovedInRange, { params })
    expect(
      data.post_schedules.map(entry => [entry.post_id, entry.post.post_socials[0]?.is_approved]),
    ).toEqual([[postId, true]])
    expect((await app.ask(cast.stranger, listApprovedInRange, { params })).status).toBe(404)
  })

  it('refuses an invalid range', async () => {
    expect((await inRange(cast.admin, { start: '2026-06-11', end: '2026-06-10' })).status).toBe(422)
    expect((await inRange(cast.admin, { start: '2026-02-30', end: '2026-03-01' })).status).toBe(404)
    expect((await inRange(cast.stranger)).status).toBe(404)
  })
})
