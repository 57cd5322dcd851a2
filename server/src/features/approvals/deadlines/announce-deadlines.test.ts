import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { applyLateRule, approveRound, remindApprovers, startApprovals } from '#domain/approvals/contract.ts'
import { approvalRoutes } from '#server/features/approvals/routes.ts'
import { testNow, useTestApp } from '#testing/app.ts'
import { buildCast, buildPerson, type Cast, setProject } from '#testing/people.ts'
import { buildMedia, buildPost } from '#testing/posts.ts'
import { untilWaiting } from '#testing/waiting.ts'
import { announceDeadlines } from './announce-deadlines.ts'

let cast: Cast
const app = useTestApp({ routes: approvalRoutes })
beforeEach(async () => {
  app.clock.set(testNow)
  cast = await buildCast(app.db)
})

/** Sent on 1 June, due at noon in Berlin on 10 June: the deadline is 9 June, 10:00 UTC. */
const buildWaiting = async () => {
  const media = [await buildMedia(app.db, cast.project)]
  const schedule = { date: '2026-06-10', time: '12:00' }
  const post = await buildPost(app.db, cast.project, {
    status: 'draft' as const,
    socials: [{ network: 'facebook' as const, media }],
    schedule,
  })
  await app.ask(cast.creator, startApprovals, { body: { posts_ids: [post.postId] } })
  return { postId: post.postId, socialId: post.socialIds[0] ?? 0 }
}
const announceAt = async (...instants: string[]) => {
  for (const instant of instants) {
    app.clock.set(new Date(`2026-06-${instant}:00Z`))
    expect(await announceDeadlines(app.services)).toBe('done')
  }
}
const announced = async (postId: number) =>
  (
    await app.db
      .selectFrom('events')
      .select(['type', 'is_told'])
      .where('post_id', '=', postId)
      .where('type', 'in', ['approval.reminder_due', 'approval.reminded', 'approval.deadline_passed'])
      .orderBy('id')
      .execute()
  ).map(({ type }) => type)

describe('Deadlines are announced', () => {
  it('two days, one day and four hours before, and when they have passed, once each', async () => {
    const { postId } = await buildWaiting()
    await announceAt('07T09:59')
    expect(await announced(postId)).toEqual([])
    await announceAt(
      '07T10:00',
      '07T10:01',
      '08T10:00',
      '08T20:00',
      '09T06:00',
      '09T09:59',
      '09T10:00',
      '09T10:01',
    )
    expect(await announced(postId)).toEqual([
      ...Array(3).fill('approval.reminder_due'),
      'approval.deadline_passed',
    ])
  })

  it('at the hours that their project says, and to nobody where it says none', async () => {
    const { postId } = await buildWaiting()
    const { projectId } = cast.project
    await setProject(app.db, projectId, 'approval-reminder-hours', '72,1')
    await announceAt('06T10:00', '07T10:00', '08T10:00', '09T06:00', '09T09:00')
    expect(await announced(postId)).toEqual(['approval.reminder_due', 'approval.reminder_due'])
    const { postId: other } = await buildWaiting()
    await setProject(app.db, projectId, 'approval-reminder-hours', 'none')
    await announceAt('07T10:00', '08T10:00', '09T06:00', '09T10:00')
    expect(await announced(other)).toEqual(['approval.deadline_passed'])
  })

  it('by one of two workers', async () => {
    const { postId } = await buildWaiting()
    app.clock.set(new Date('2026-06-07T10:00:00Z'))
    let workers: Promise<unknown> = Promise.resolve()
    // Both have read what is due before either can record it.
    await app.db.transaction().execute(async tx => {
      await sql`lock table approval_reminders in share mode`.execute(tx)
      workers = Promise.all([announceDeadlines(app.services), announceDeadlines(app.services)])
      await untilWaiting(app, 2)
    })
    await workers
    expect(await announced(postId)).toEqual(['approval.reminder_due'])
  })

  it('only with the newest reminder after an outage, and not at all for what has been decided', async () => {
    const { postId } = await buildWaiting()
    const decided = await buildWaiting()
    await app.ask(cast.internal, approveRound, { body: { post_social_id: decided.socialId } })
    await app.db
      .updateTable('approvals')
      .set({ status: 'approved' })
      .where('post_social_id', '=', decided.socialId)
      .execute()
    await announceAt('09T07:00')
    expect(await announced(postId)).toEqual(['approval.reminder_due'])
    expect(await announced(decided.postId)).toEqual([])
  })

  it('anew when the post is rescheduled', async () => {
    const { postId } = await buildWaiting()
    await announceAt('09T10:00')
    await app.db
      .updateTable('schedules')
      .set({ datetime: new Date('2026-06-20T10:00:00Z'), date: '2026-06-20' })
      .where('post_id', '=', postId)
      .execute()
    await announceAt('09T10:05')
    expect(await announced(postId)).toEqual(['approval.deadline_passed'])
    await announceAt('17T10:00')
    expect(await announced(postId)).toEqual(['approval.deadline_passed', 'approval.reminder_due'])
  })

  it('not for a deleted post', async () => {
    const { postId } = await buildWaiting()
    await app.db.updateTable('posts').set({ deleted_at: testNow }).where('id', '=', postId).execute()
    await announceAt('07T10:00', '09T10:00')
    expect(await announced(postId)).toEqual([])
  })
})

describe('Approvers are reminded by hand', () => {
  const remind = (postId: number, person = cast.creator) =>
    app.ask(person, remindApprovers, { body: { post_id: postId } })

  it('once an hour', async () => {
    const { postId } = await buildWaiting()
    expect(await remind(postId)).toMatchObject({ status: 200, data: { post_id: postId } })
    expect(await remind(postId)).toMatchObject({ status: 409, code: 'already_reminded' })
    app.clock.set(new Date(testNow.getTime() + 3_600_000))
    expect((await remind(postId)).status).toBe(200)
    expect(await announced(postId)).toEqual(['approval.reminded', 'approval.reminded'])
  })

  it('once about versions that are decided with the master content', async () => {
    const { projectId } = cast.project
    await setProject(app.db, projectId, 'post-master-content-social-network-id', 'linkedin')
    const media = [await buildMedia(app.db, cast.project)]
    const { postId, socialIds } = await buildPost(app.db, cast.project, {
      status: 'draft',
      socials: [
        { network: 'facebook', media },
        { network: 'linkedin', media },
      ],
      schedule: { date: '2026-06-10', time: '12:00' },
    })
    await app.ask(cast.creator, startApprovals, { body: { posts_ids: [postId] } })
    expect((await remind(postId)).status).toBe(200)
    const rows = await app.db
      .selectFrom('events')
      .select('post_social_id')
      .where('post_id', '=', postId)
      .where('type', '=', 'approval.reminded')
      .execute()
    expect(rows).toEqual([{ post_social_id: socialIds[1] }])
  })

  it('not before they are notified of the sending, which can be undone until then', async () => {
    const { postId } = await buildWaiting()
    expect((await remind(postId)).status).toBe(200)
    const events = await app.db
      .selectFrom('events')
      .select(['type', 'told_from'])
      .where('post_id', '=', postId)
      .where('type', 'in', ['approval.started', 'approval.reminded'])
      .orderBy('id')
      .execute()
    expect(events).toHaveLength(2)
    expect(events[1]?.told_from).toEqual(events[0]?.told_from)
    expect(events[0]?.told_from?.getTime()).toBeGreaterThan(testNow.getTime())
  })

  it('not when nobody is to decide, nor by approvers, nor by other agencies', async () => {
    const post = await buildPost(app.db, cast.project, {
      status: 'draft',
      socials: [{ network: 'facebook' }],
    })
    expect(await remind(post.postId)).toMatchObject({ status: 409, code: 'illegal_transition' })
    const { postId } = await buildWaiting()
    expect((await remind(postId, cast.internal)).status).toBe(403)
    expect((await remind(postId, cast.external)).status).toBe(403)
    const stranger = await buildPerson(app.db, cast.elsewhere, 'agency-admin')
    expect((await remind(postId, stranger)).status).toBe(404)
    expect(await announced(postId)).toEqual([])
  })
})

describe('The rule for late clients', () => {
  const apply = (postId: number, person = cast.admin) =>
    app.ask(person, applyLateRule, { body: { post_id: postId } })
  const buildForClient = async () => {
    const post = await buildWaiting()
    await app.ask(cast.internal, approveRound, { body: { post_social_id: post.socialId } })
    return post
  }

  it('is applied by hand once the deadline has passed, where the project has it', async () => {
    const { postId } = await buildForClient()
    expect(await apply(postId)).toMatchObject({ status: 409, code: 'illegal_transition' })
    await setProject(
      app.db,
      cast.project.projectId,
      'bypass-external-approval-when-internal-approved',
      'true',
    )
    expect((await apply(postId)).message).toContain('deadline')
    app.clock.set(new Date('2026-06-09T10:00:00Z'))
    expect((await apply(postId, cast.creator)).status).toBe(403)
    expect((await apply(postId, cast.external)).status).toBe(403)
    expect((await apply(postId, await buildPerson(app.db, cast.elsewhere, 'agency-admin'))).status).toBe(404)
    expect(await apply(postId)).toMatchObject({ status: 200, data: { status: 'scheduled' } })
  })

  it('leaves a version whose client round began later until its own deadline', async () => {
    await setProject(
      app.db,
      cast.project.projectId,
      'bypass-external-approval-when-internal-approved',
      'true',
    )
    const media = [await buildMedia(app.db, cast.project)]
    const { postId, socialIds } = await buildPost(app.db, cast.project, {
      status: 'draft',
      socials: [
        { network: 'facebook', media },
        { network: 'linkedin', media },
      ],
      schedule: { date: '2026-06-10', time: '12:00' },
    })
    await app.ask(cast.creator, startApprovals, { body: { posts_ids: [postId] } })
    const [early = 0, late = 0] = socialIds
    expect((await app.ask(cast.internal, approveRound, { body: { post_social_id: early } })).status).toBe(200)
    app.clock.set(new Date('2026-06-09T11:00:00Z'))
    expect((await app.ask(cast.internal, approveRound, { body: { post_social_id: late } })).status).toBe(200)
    const { data } = await apply(postId)
    const statuses = data.post_socials.map(({ id, status }) => [id, status])
    expect(new Map(statuses as [number, string][])).toEqual(
      new Map([
        [early, 'approved'],
        [late, 'pending_external_approval'],
      ]),
    )
    expect((await apply(postId)).message).toContain('deadline')
  })

  it('is not applied while the internal round is open', async () => {
    const { postId } = await buildWaiting()
    await setProject(
      app.db,
      cast.project.projectId,
      'bypass-external-approval-when-internal-approved',
      'true',
    )
    app.clock.set(new Date('2026-06-09T10:00:00Z'))
    const refused = await apply(postId)
    expect([refused.status, refused.message]).toEqual([409, 'The internal approval is not finished.'])
  })
})
