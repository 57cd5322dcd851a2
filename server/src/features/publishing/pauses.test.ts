import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { localOf } from '#domain/kernel/time.ts'
import { publishPost } from '#domain/publishing/contract.ts'
import {
  listHeldPublishing,
  releaseHeldPost,
  releaseHeldPublishing,
} from '#domain/publishing/holds-contract.ts'
import {
  listMissedPosts,
  type NewPause,
  pauseAgency,
  pauseClient,
  publishMissedPost,
  resumeAgency,
  resumeClient,
} from '#domain/publishing/pauses-contract.ts'
import { updateSchedule } from '#domain/schedules/contract.ts'
import { stopPost } from '#domain/schedules/stop-contract.ts'
import { readMe } from '#server/features/accounts/me.ts'
import { scheduleRoutes } from '#server/features/schedules/routes.ts'
import type { TestPerson } from '#testing/app.ts'
import { buildPerson, type TestProject } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import {
  onNetwork,
  openOne,
  type PublishingStage,
  readOutcome,
  startPublishingStage,
} from '#testing/publishing/publishing.ts'
import { sweep } from './engine/worker.ts'
import { endPauseInTime } from './pauses.ts'
import { publishingRoutes } from './routes.ts'

let stage: PublishingStage
beforeAll(async () => {
  stage = await startPublishingStage([...publishingRoutes, ...scheduleRoutes])
})
afterAll(() => stage.close())
// A sweep takes up whatever waits, so that no test leaves anything for the next.
afterEach(async () => {
  await stage.db.deleteFrom('publication_follow_ups').execute()
  await stage.db.deleteFrom('publications').execute()
  await stage.db.deleteFrom('schedules').execute()
  await stage.db.deleteFrom('publishing_holds').execute()
})

const HOUR = 3_600_000
const recall: NewPause = { reason: 'A recall', ends_at: null, tells_clients: false }
const of = ({ projectId }: TestProject) => ({ projectId })
const admin = (project: TestProject) => buildPerson(stage.db, project, 'agency-admin')
const pause = async (person: TestPerson, project: TestProject, own: Partial<NewPause> = {}) =>
  stage.ask(person, pauseClient, { params: of(project), body: { ...recall, ...own } })
const resume = (person: TestPerson, project: TestProject, pause_id: number) =>
  stage.ask(person, resumeClient, { params: of(project), body: { pause_id } })
const missed = async (person: TestPerson, project: TestProject) =>
  (await stage.ask(person, listMissedPosts, { params: of(project) })).data
const sentTimes = async ({ message }: { message: string }) =>
  (await onNetwork(stage, 'facebook', message)).length
const statusOf = async (socialId: number) => (await readOutcome(stage, socialId)).social.status
const meOf = (person: TestPerson) =>
  readMe(stage.db, { ...person, isSuperAdmin: false } as never, stage.services)
const countSweeps = async (times = 3) => {
  for (let turn = 0; turn < times; turn++) await sweep(stage.publisher())
}

/** A post that came due while its client was paused, which is over. */
const missOne = async () => {
  const post = await openOne(stage, 'facebook')
  const person = await admin(post.project)
  const { data } = await pause(person, post.project)
  await countSweeps(1)
  expect((await resume(person, post.project, data.pause_id)).data).toEqual({ missed: 1 })
  return { ...post, person, message: `${post.message}` }
}

describe('A paused client', () => {
  it('sends nothing, and says what was missed on resume instead of sending it late', async () => {
    const { project, message, publicationId, postId, person } = await missOne()
    await countSweeps()
    expect(await sentTimes({ message })).toBe(0)
    expect(await missed(person, project)).toMatchObject({
      count: 1,
      posts: [{ publication_id: publicationId, post_id: postId, kind: 'post' }],
    })
    expect((await meOf(person)).missed_posts).toEqual([{ project_id: project.projectId, count: 1 }])
  })

  it('publishes a missed post once when somebody says so, and only that one', async () => {
    const { project, message, publicationId, person, socialId } = await missOne()
    const params = { ...of(project), publicationId }
    expect((await stage.ask(person, publishMissedPost, { params })).status).toBe(200)
    await stage.drive(stage.publisher())
    expect(await sentTimes({ message })).toBe(1)
    expect(await statusOf(socialId)).toBe('live')
    expect((await stage.ask(person, publishMissedPost, { params })).status).toBe(404)
    expect(await missed(person, project)).toEqual({ count: 0, posts: [] })
  })

  it('lets a missed post be taken off its schedule with its approval', async () => {
    const { project, message, postId, person, socialId } = await missOne()
    expect((await stage.ask(person, stopPost, { params: { postId } })).status).toBe(200)
    expect(await statusOf(socialId)).toBe('approved')
    await countSweeps()
    expect(await sentTimes({ message })).toBe(0)
    expect((await missed(person, project)).count).toBe(0)
  })

  it('lets a missed post go out at a new time', async () => {
    const project = await stage.connectedProject()
    const person = await admin(project)
    const message = `Another time ${project.projectId}`
    const schedule = localOf(new Date(Date.now() + HOUR), project.timezone)
    const socials = [{ network: 'facebook' as const, message }]
    const post = await buildPost(stage.db, project, { type: 'text', status: 'approved', schedule, socials })
    const scheduleId = post.scheduleId ?? 0
    const move = (ms: number) =>
      stage.db
        .updateTable('schedules')
        .set({ datetime: new Date(Date.now() + ms) })
        .where('id', '=', scheduleId)
    await move(-60_000).execute()
    const { data } = await pause(person, project)
    await countSweeps(2)
    await resume(person, project, data.pause_id)
    expect(await missed(person, project)).toMatchObject({ count: 1, posts: [{ schedule_id: scheduleId }] })
    const later = localOf(new Date(Date.now() + 30 * HOUR), project.timezone)
    const body = { ...later, is_autoposting: true }
    expect(await stage.ask(person, updateSchedule, { params: { scheduleId }, body })).toMatchObject({
      status: 200,
    })
    expect((await missed(person, project)).count).toBe(0)
    await countSweeps()
    expect(await sentTimes({ message })).toBe(0)
    await move(-1).execute()
    await stage.drive(stage.publisher())
    expect(await sentTimes({ message })).toBe(1)
  })

  it('asks also about what was due in the pause and is released long after it', async () => {
    const project = await stage.connectedProject()
    const person = await admin(project)
    const message = `Released late ${project.projectId}`
    const socials = [{ network: 'facebook' as const, message }]
    const schedule = localOf(new Date(Date.now() + HOUR), project.timezone)
    await buildPost(stage.db, project, { type: 'text', status: 'approved', schedule, socials })
    const { data } = await pause(person, project)
    await stage.db
      .updateTable('schedules')
      .set({ datetime: new Date(Date.now() - 2 * HOUR) })
      .where('project_id', '=', project.projectId)
      .execute()
    await resume(person, project, data.pause_id)
    await countSweeps()
    expect(await sentTimes({ message })).toBe(0)
    expect((await missed(person, project)).count).toBe(1)
  })

  it('sends again what comes due after the pause', async () => {
    const project = await stage.connectedProject()
    const person = await admin(project)
    const { data } = await pause(person, project)
    await resume(person, project, data.pause_id)
    const message = `After the pause ${project.projectId}`
    const socials = [{ network: 'facebook' as const, message }]
    const { postId } = await buildPost(stage.db, project, { type: 'text', status: 'approved', socials })
    expect((await stage.ask(person, publishPost, { params: { postId } })).status).toBe(200)
    await stage.drive(stage.publisher())
    expect(await sentTimes({ message })).toBe(1)
  })

  it('refuses to publish now in words, and retrying a first comment', async () => {
    const project = await stage.connectedProject()
    const person = await admin(project)
    const socials = [{ network: 'facebook' as const, message: 'Now' }]
    const { postId } = await buildPost(stage.db, project, { type: 'text', status: 'approved', socials })
    await pause(person, project)
    expect(await stage.ask(person, publishPost, { params: { postId } })).toMatchObject({
      status: 409,
      code: 'publishing_paused',
      message: 'Publishing is paused: A recall',
    })
  })

  it('keeps back the first comment of a live post, and asks about it', async () => {
    const { project, socialId, publicationId, postId } = await openOne(stage, 'facebook', {
      first_comment: 'More here',
    })
    await stage.drive(stage.publisher())
    const person = await admin(project)
    await stage.db
      .updateTable('publication_follow_ups')
      .set({ comment: 'pending', comment_sent_at: null, comment_id: null, run_at: new Date() })
      .where('publication_id', '=', publicationId)
      .execute()
    const set = { first_comment_status: 'pending' as const }
    await stage.db.updateTable('post_socials').set(set).where('id', '=', socialId).execute()
    const { data } = await pause(person, project)
    await countSweeps()
    const commentOf = async () => (await readOutcome(stage, socialId)).social.first_comment_status
    expect(await commentOf()).toBe('pending')
    await resume(person, project, data.pause_id)
    await countSweeps()
    expect(await commentOf()).toBe('pending')
    expect((await missed(person, project)).posts).toMatchObject([{ kind: 'first_comment', post_id: postId }])
    const params = { ...of(project), publicationId }
    expect((await stage.ask(person, publishMissedPost, { params })).status).toBe(200)
    await countSweeps()
    expect(await commentOf()).toBe('added')
  })

  it('says what is being sent at that moment', async () => {
    const { project, postId, publicationId } = await openOne(stage, 'facebook')
    const set = { status: 'sending' as const, sending_at: new Date() }
    await stage.db.updateTable('publications').set(set).where('id', '=', publicationId).execute()
    const { data } = await pause(await admin(project), project)
    expect(data.still_sending).toEqual([
      { kind: 'post', post_id: postId, project_id: project.projectId, social_network: 'facebook' },
    ])
    await stage.db.deleteFrom('publications').where('id', '=', publicationId).execute()
  })

  it('is not released with publishing that was held for another reason', async () => {
    const { project, message, publicationId } = await openOne(stage, 'facebook')
    const person = await admin(project)
    const { data } = await pause(person, project)
    await countSweeps(1)
    const params = { agencyId: project.agencyId }
    expect((await stage.ask(person, listHeldPublishing, { params })).data).toEqual({
      holds: [],
      posts: [],
      looked_up: 0,
      count: 0,
    })
    await stage.ask(person, releaseHeldPublishing, { params, body: {} })
    const one = { params: { ...params, publicationId }, body: {} }
    expect((await stage.ask(person, releaseHeldPost, one)).status).toBe(404)
    const own = { params: { ...of(project), publicationId } }
    expect(await stage.ask(person, publishMissedPost, own)).toMatchObject({ code: 'publishing_paused' })
    await countSweeps()
    expect(await sentTimes({ message })).toBe(0)
    expect((await resume(person, project, data.pause_id)).status).toBe(200)
  })
})

describe('The end of a pause', () => {
  it('comes by itself, and what was missed is asked about', async () => {
    const { project, message } = await openOne(stage, 'facebook')
    const person = await admin(project)
    const { data } = await pause(person, project, { ends_at: new Date(Date.now() + HOUR).toISOString() })
    await countSweeps(1)
    const endIn = (ms: number) =>
      stage.db
        .updateTable('publishing_holds')
        .set({ ends_at: new Date(Date.now() + ms) })
        .where('id', '=', data.pause_id)
        .execute()
    expect(await endPauseInTime(stage.services, data.pause_id)).toBe('retry')
    await endIn(-1)
    // Over by its time, whether or not the job has run.
    expect((await meOf(person)).pauses).toBeUndefined()
    await countSweeps()
    expect(await sentTimes({ message })).toBe(0)
    expect(await endPauseInTime(stage.services, data.pause_id)).toBe('done')
    expect(await endPauseInTime(stage.services, data.pause_id)).toBe('done')
    expect((await missed(person, project)).count).toBe(1)
    const log = await stage.db
      .selectFrom('audit_log')
      .select(['action', 'actor_id'])
      .where('project_id', '=', project.projectId)
      .where('action', 'in', ['publishing.paused', 'publishing.resumed'])
      .orderBy('id')
      .execute()
    expect(log).toEqual([
      { action: 'publishing.paused', actor_id: person.userId },
      { action: 'publishing.resumed', actor_id: null },
    ])
  })

  it('must be still to come, and its reason short', async () => {
    const project = await stage.connectedProject()
    const person = await admin(project)
    const errorsOf = async (own: Partial<NewPause>) => {
      const { status, errors } = await pause(person, project, own)
      return { status, errors }
    }
    expect(await errorsOf({ ends_at: new Date(Date.now() - 1).toISOString() })).toEqual({
      status: 422,
      errors: { ends_at: ['Choose a time that is still to come'] },
    })
    expect(await errorsOf({ reason: ' ' })).toEqual({ status: 422, errors: { reason: ['Say why'] } })
    expect(await errorsOf({ reason: 'x'.repeat(301) })).toEqual({
      status: 422,
      errors: { reason: ['Use at most 300 characters'] },
    })
  })

  it('ends only the pause that was meant, even if two people pause and resume at once', async () => {
    const project = await stage.connectedProject()
    const [ada, ben] = [await admin(project), await admin(project)]
    const both = await Promise.all([pause(ada, project), pause(ben, project)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const { data } = both.find(({ status }) => status === 200) ?? both[0]
    expect(await pause(ben, project)).toMatchObject({ message: 'Publishing is already paused: A recall' })
    const ends = await Promise.all([ada, ben].map(person => resume(person, project, data.pause_id)))
    expect(ends.map(({ status }) => status).sort()).toEqual([200, 409])
    const again = await pause(ada, project)
    expect((await resume(ben, project, data.pause_id)).code).toBe('not_paused')
    expect((await resume(ben, project, again.data.pause_id)).status).toBe(200)
  })
})

describe('Pausing everything', () => {
  it('pauses each client of the agency, also where only one of them is resumed', async () => {
    const { project, message } = await openOne(stage, 'facebook')
    const person = await admin(project)
    const params = { agencyId: project.agencyId }
    const own = await pause(person, project)
    const { data } = await stage.ask(person, pauseAgency, { params, body: recall })
    await resume(person, project, own.data.pause_id)
    await countSweeps()
    expect(await sentTimes({ message })).toBe(0)
    expect((await meOf(person)).pauses).toMatchObject([{ id: data.pause_id, project_id: null }])
    const body = { pause_id: data.pause_id }
    expect((await stage.ask(person, resumeAgency, { params, body })).data).toEqual({ missed: 1 })
    await countSweeps()
    expect(await sentTimes({ message })).toBe(0)
  })

  it('is for admins, of their own agency', async () => {
    const project = await stage.connectedProject()
    const stranger = await admin(await stage.connectedProject())
    const ask = async (person: TestPerson) => [
      (await pause(person, project)).status,
      (await resume(person, project, 1)).status,
      (await stage.ask(person, pauseAgency, { params: { agencyId: project.agencyId }, body: recall })).status,
      (
        await stage.ask(person, resumeAgency, {
          params: { agencyId: project.agencyId },
          body: { pause_id: 1 },
        })
      ).status,
      (await stage.ask(person, listMissedPosts, { params: of(project) })).status,
      (await stage.ask(person, publishMissedPost, { params: { ...of(project), publicationId: 1 } })).status,
    ]
    expect(await ask(stranger)).toEqual(Array(6).fill(404))
    for (const role of ['content-creator', 'internal-approver', 'external-approver'] as const)
      expect(await ask(await buildPerson(stage.db, project, role))).toEqual(Array(6).fill(403))
  })

  it.each([true, false])('tells clients or not: %s', async tells_clients => {
    const project = await stage.connectedProject()
    const [creator, client] = [
      await buildPerson(stage.db, project, 'content-creator'),
      await buildPerson(stage.db, project, 'external-approver'),
    ]
    await pause(await admin(project), project, { tells_clients })
    expect((await meOf(creator)).pauses).toMatchObject([{ reason: 'A recall' }])
    expect((await meOf(client)).pauses?.length ?? 0).toBe(tells_clients ? 1 : 0)
  })
})
