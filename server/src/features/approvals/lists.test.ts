import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  listApproved,
  listApprovedInRange,
  listPendingApproval,
  listPendingApprovalInRange,
} from '#domain/approvals/contract.ts'
import { type PostSocialStatus, postSocialStatuses } from '#domain/posts/status.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { buildCast, type Cast } from '#testing/people.ts'
import { buildMedia, buildPost, type TestSocial } from '#testing/posts.ts'
import { approvalRoutes } from './routes.ts'

let app: TestApp
let cast: Cast
beforeAll(async () => {
  app = await startTestApp({ routes: approvalRoutes })
})
beforeEach(async () => {
  cast = await buildCast(app.db)
})
afterAll(() => app.close())

const build = async (
  status: PostSocialStatus,
  {
    date = '2026-06-10',
    time = '12:00',
    socials,
  }: { date?: string; time?: string; socials?: TestSocial[] } = {},
) =>
  (
    await buildPost(app.db, cast.project, {
      status,
      schedule: { date, time },
      ...(socials ? { socials } : {}),
    })
  ).postId
const projectParams = () => ({ projectId: cast.project.projectId })
const pending = async (person: TestPerson) =>
  (await app.ask(person, listPendingApproval, { params: projectParams() })).data
const approved = async (person: TestPerson) =>
  (await app.ask(person, listApproved, { params: projectParams() })).data
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
