import { beforeEach, describe, expect, it } from 'vitest'
import { approveRound, requestRevision, startApprovals } from '#domain/approvals/contract.ts'
import { getApprovalFacts, getApprovalLedger } from '#domain/reports/contract.ts'
import { approvalRoutes } from '#server/features/approvals/routes.ts'
import { type TestPerson, testNow, useTestApp } from '#testing/app.ts'
import { buildCast, buildProject, type Cast } from '#testing/people.ts'
import { buildMedia, buildPost } from '#testing/posts.ts'
import { reportRoutes } from '../routes.ts'

let cast: Cast
const app = useTestApp({ routes: [...approvalRoutes, ...reportRoutes] })
beforeEach(async () => {
  app.clock.set(testNow)
  cast = await buildCast(app.db)
})

const HOUR = 3_600_000
const june = { from: '2026-06-01', to: '2026-06-30' }
const ledger = (person: TestPerson, query: { from: string; to: string } = june) =>
  app.ask(person, getApprovalLedger, { params: { agencyId: cast.project.agencyId }, query })
const facts = (person: TestPerson, query: { from: string; to: string } = june) =>
  app.ask(person, getApprovalFacts, { params: { projectId: cast.project.projectId }, query })
const ownRow = async () => {
  const { data } = await ledger(cast.admin)
  const row = data.clients.find(({ project_id }) => project_id === cast.project.projectId)
  if (!row) throw new Error('The ledger lacks the project')
  return row
}

/** A draft for 10 June, sent to approval. */
const buildSent = async () => {
  const media = [await buildMedia(app.db, cast.project)]
  const schedule = { date: '2026-06-10', time: '12:00' }
  const post = await buildPost(app.db, cast.project, { socials: [{ network: 'facebook', media }], schedule })
  const sent = await app.ask(cast.creator, startApprovals, { body: { posts_ids: [post.postId] } })
  expect(sent.status).toBe(200)
  return post.socialIds[0] ?? 0
}
const approve = async (person: TestPerson, post_social_id: number) =>
  expect((await app.ask(person, approveRound, { body: { post_social_id } })).status).toBe(200)
const openRound = (postSocialId: number) =>
  app.db
    .selectFrom('approvals')
    .select('id')
    .where('post_social_id', '=', postSocialId)
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow()
/** The deadline passed, and its people were notified. */
const passDeadline = async (postSocialId: number) => {
  const { id } = await openRound(postSocialId)
  const now = app.clock.now()
  const at = { deadline_at: now, sent_at: now, hours: 0 }
  const values = { approval_id: id, project_id: cast.project.projectId, ...at }
  await app.db.insertInto('approval_reminders').values(values).execute()
}

describe('The ledger of approvals', () => {
  it('says how long the agency and the client took, and who decided in the agency', async () => {
    const social = await buildSent()
    app.clock.advance(2 * HOUR)
    await approve(cast.internal, social)
    app.clock.advance(30 * HOUR)
    await approve(cast.external, social)
    const once = { decisions: 1, rounds_per_post: 1, late: 0 }
    const { agency, client } = await ownRow()
    expect(agency).toEqual({ ...once, median_minutes: 120, p90_minutes: 120, overdue: 0 })
    expect(client).toEqual({ ...once, median_minutes: 1800, p90_minutes: 1800, overdue: 0 })
    const { userId, name } = cast.internal
    expect((await ledger(cast.admin)).data.people).toEqual([
      { user_id: userId, name, ...once, median_minutes: 120, p90_minutes: 120 },
    ])
  })

  it('counts a revision as a decision, and the sending after it as another round', async () => {
    const social = await buildSent()
    app.clock.advance(HOUR)
    const { id } = await openRound(social)
    const requested = await app.ask(cast.internal, requestRevision, {
      body: { approval_id: id, message: 'Larger' },
    })
    expect(requested.status).toBe(200)
    app.clock.advance(HOUR)
    const { post_id } = await app.db
      .selectFrom('post_socials')
      .select('post_id')
      .where('id', '=', social)
      .executeTakeFirstOrThrow()
    await app.ask(cast.creator, startApprovals, { body: { posts_ids: [post_id] } })
    app.clock.advance(3 * HOUR)
    await approve(cast.internal, social)
    expect((await ownRow()).agency).toMatchObject({
      decisions: 2,
      median_minutes: 120,
      p90_minutes: 180,
      rounds_per_post: 2,
    })
  })

  it('counts what was decided after its deadline as late, and what still waits as overdue', async () => {
    const [late, waiting] = [await buildSent(), await buildSent()]
    app.clock.advance(HOUR)
    await passDeadline(late)
    await passDeadline(waiting)
    app.clock.advance(HOUR)
    await approve(cast.internal, late)
    expect((await ownRow()).agency).toMatchObject({ decisions: 1, late: 1, overdue: 1 })
    expect((await ledger(cast.admin)).data.people[0]).toMatchObject({ late: 1 })
  })

  it('counts a decision only in the days in which it was made', async () => {
    const social = await buildSent()
    await approve(cast.internal, social)
    expect((await ledger(cast.admin, { from: '2026-06-02', to: '2026-06-30' })).data.people).toEqual([])
    expect((await ledger(cast.admin, { from: '2026-06-01', to: '2026-06-01' })).data.people).toHaveLength(1)
  })

  it('counts the posts that missed their time without an approval, once each', async () => {
    const schedule = { date: '2026-06-01', time: '09:00' }
    const socials = [{ network: 'facebook' }, { network: 'linkedin' }] as const
    await buildPost(app.db, cast.project, { status: 'pending_external_approval', schedule, socials })
    await buildPost(app.db, cast.project, { status: 'live', schedule })
    await buildPost(app.db, cast.project, { status: 'draft', schedule })
    expect((await ownRow()).missed).toBe(1)
  })

  it('has all projects of the agency and none of another', async () => {
    const other = await buildProject(app.db, { agencyId: cast.project.agencyId })
    const { data } = await ledger(cast.admin)
    expect(data.clients.map(({ project_id }) => project_id).toSorted()).toEqual(
      [cast.project.projectId, other.projectId].toSorted(),
    )
  })

  it('is for admins: others are refused, and strangers find nothing', async () => {
    for (const person of [cast.creator, cast.internal, cast.external])
      expect((await ledger(person)).status).toBe(403)
    expect((await ledger(cast.stranger)).status).toBe(404)
  })

  it.each([
    ['before the first', { from: '2026-06-02', to: '2026-06-01' }],
    ['a year later', { from: '2026-06-01', to: '2027-06-01' }],
  ])('refuses a last day %s', async (_, query) => {
    expect(await ledger(cast.admin, query)).toMatchObject({ status: 422, code: 'validation_error' })
    expect(await facts(cast.creator, query)).toMatchObject({ status: 422, code: 'validation_error' })
  })
})

describe('The facts of a report', () => {
  it('name what did not go out with its reason, and what is approved for the month after', async () => {
    const gone = { date: '2026-06-01', time: '09:00' }
    const waits = await buildPost(app.db, cast.project, {
      status: 'pending_external_approval',
      schedule: gone,
    })
    await buildPost(app.db, cast.project, { status: 'live', schedule: gone })
    await buildPost(app.db, cast.project, {
      status: 'draft',
      schedule: { date: '2026-06-20', time: '09:00' },
    })
    const next = { date: '2026-07-14', time: '09:00' }
    const coming = await buildPost(app.db, cast.project, { status: 'approved', schedule: next })
    await buildPost(app.db, cast.project, { status: 'draft', schedule: next })
    const { data } = await facts(cast.creator)
    expect(data.not_out).toEqual([
      {
        post_id: waits.postId,
        post_social_id: waits.socialIds[0],
        social_network: 'facebook',
        message: 'Hello facebook',
        scheduled_at: '2026-06-01T07:00:00.000Z',
        reason: 'waiting_for_client',
      },
    ])
    expect(data.coming.map(({ post_id }) => post_id)).toEqual([coming.postId])
  })

  it('leave a post alone that is due this very minute', async () => {
    await buildPost(app.db, cast.project, {
      status: 'approved',
      schedule: { date: '2026-06-01', time: '09:50' },
    })
    expect((await facts(cast.creator)).data.not_out).toEqual([])
    app.clock.advance(10 * 60_000)
    expect((await facts(cast.creator)).data.not_out).toMatchObject([{ reason: 'not_published' }])
  })

  it('are for those who write reports: approvers are refused, and strangers find nothing', async () => {
    for (const person of [cast.internal, cast.external]) expect((await facts(person)).status).toBe(403)
    expect((await facts(cast.stranger)).status).toBe(404)
  })
})
