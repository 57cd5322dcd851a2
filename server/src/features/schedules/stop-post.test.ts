import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localOf } from '#domain/kernel/time.ts'
import type { PostSocialStatus } from '#domain/posts/status.ts'
import { publishPost } from '#domain/publishing/contract.ts'
import { stopPost, undoStop } from '#domain/schedules/stop-contract.ts'
import { sweep } from '#server/features/publishing/engine/worker.ts'
import { publishingRoutes } from '#server/features/publishing/routes.ts'
import type { TestPerson } from '#testing/app.ts'
import { buildPerson, nextNumber, type TestProject } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import {
  onNetwork,
  openOne,
  type PublishingStage,
  readOutcome,
  startPublishingStage,
} from '#testing/publishing/publishing.ts'
import { scheduleRoutes } from './routes.ts'

let stage: PublishingStage
let project: TestProject
let manager: TestPerson
beforeAll(async () => {
  stage = await startPublishingStage([...publishingRoutes, ...scheduleRoutes])
  project = await stage.connectedProject()
  manager = await buildPerson(stage.db, project, 'content-creator', { 'content-manager': 'true' })
})
afterAll(() => stage.close())

const MINUTE = 60_000
/** A text for Facebook, due in this many minutes. */
const duePost = async (status: PostSocialStatus, inMinutes: number) => {
  const message = `Stop ${nextNumber()}`
  const schedule = localOf(new Date(Date.now() + inMinutes * MINUTE), project.timezone)
  const socials = [{ network: 'facebook' as const, message }]
  return { message, ...(await buildPost(stage.db, project, { type: 'text', status, schedule, socials })) }
}
const stop = (postId: number, person = manager) => stage.ask(person, stopPost, { params: { postId } })
const undo = (scheduleId: number | null, person = manager) =>
  stage.ask(person, undoStop, { params: { scheduleId: scheduleId ?? 0 } })
const statusOf = async (postId: number) =>
  (
    await stage.db
      .selectFrom('post_socials')
      .select('status')
      .where('post_id', '=', postId)
      .executeTakeFirstOrThrow()
  ).status
const projectOf = async (postId: number) => {
  const { projectId, agencyId } = await stage.db
    .selectFrom('posts')
    .innerJoin('projects', 'projects.id', 'posts.project_id')
    .select(['projects.id as projectId', 'projects.agency_id as agencyId'])
    .where('posts.id', '=', postId)
    .executeTakeFirstOrThrow()
  return { ...project, projectId, agencyId }
}
const comeDue = (scheduleId: number | null) =>
  stage.db
    .updateTable('schedules')
    .set({ datetime: new Date(Date.now() - MINUTE) })
    .where('id', '=', scheduleId ?? 0)
    .execute()
const sentTimes = async (message: string) => (await onNetwork(stage, 'facebook', message)).length

describe('Stop', () => {
  it.each([
    ['approved', 'approved'],
    ['pending_external_approval', 'pending_external_approval'],
    ['scheduled', 'draft'],
  ] as const)('takes a post that is %s out of its schedule minutes before', async (status, after) => {
    const { postId, scheduleId, message } = await duePost(status, 2)
    expect((await stop(postId)).data).toEqual({ schedule_id: scheduleId, still_sending: [] })
    expect(await statusOf(postId)).toBe(after)
    await comeDue(scheduleId)
    await sweep(stage.publisher())
    expect(await sentTimes(message)).toBe(0)
    expect(await stop(postId)).toMatchObject({
      status: 409,
      message: 'The post has no schedule, so it does not go out by itself.',
    })
  })

  it('withdraws what was published now and has not been sent', async () => {
    const { postId, scheduleId, message } = await duePost('approved', 200)
    await stage.ask(manager, publishPost, { params: { postId } })
    expect((await stop(postId)).data).toEqual({ schedule_id: scheduleId, still_sending: [] })
    expect(await statusOf(postId)).toBe('approved')
    await sweep(stage.publisher())
    expect(await sentTimes(message)).toBe(0)
  })

  it('names the network whose version is being sent, and stops the others', async () => {
    const message = `Stop ${nextNumber()}`
    const socials = (['facebook', 'linkedin'] as const).map(network => ({ network, message }))
    const { postId } = await buildPost(stage.db, project, { type: 'text', status: 'approved', socials })
    await stage.ask(manager, publishPost, { params: { postId } })
    await stage.db
      .updateTable('publications')
      .set({ status: 'sending', sending_at: new Date() })
      .where('social_network', '=', 'facebook')
      .where('status', '=', 'queued')
      .execute()
    expect((await stop(postId)).data).toEqual({ schedule_id: null, still_sending: ['facebook'] })
    expect(await stop(postId)).toMatchObject({ status: 409, code: 'being_published' })
    const left = await stage.db
      .selectFrom('post_socials')
      .select(['social_network', 'status'])
      .where('post_id', '=', postId)
      .orderBy('social_network')
      .execute()
    expect(left.map(({ status }) => status)).toEqual(['on_publishing', 'approved'])
  })

  it('gives up the first comment of a version that is live already', async () => {
    const { postId, publicationId, socialId, message } = await openOne(stage, 'facebook', {
      first_comment: 'More here',
    })
    await stage.drive(stage.publisher())
    expect(await sentTimes(message)).toBe(1)
    const pendingComment = { comment: 'pending' as const, comment_sent_at: null, run_at: new Date() }
    await stage.db
      .updateTable('publication_follow_ups')
      .set(pendingComment)
      .where('publication_id', '=', publicationId)
      .execute()
    await stage.db
      .updateTable('post_socials')
      .set({ first_comment_status: 'pending' })
      .where('id', '=', socialId)
      .execute()
    const person = await buildPerson(stage.db, await projectOf(postId), 'agency-admin')
    expect((await stop(postId, person)).data).toEqual({ schedule_id: null, still_sending: [] })
    await stage.drive(stage.publisher())
    const { social } = await readOutcome(stage, socialId)
    expect(social).toMatchObject({
      first_comment_status: 'failed',
      first_comment_response: 'The post was stopped before the comment was added.',
    })
    expect(await stop(postId, person)).toMatchObject({ status: 409, code: 'already_live' })
  })

  it('is refused of a live post', async () => {
    const { postId } = await buildPost(stage.db, project, { type: 'text', status: 'live' })
    expect(await stop(postId)).toMatchObject({ status: 409, code: 'already_live' })
  })

  it('is for those who may publish, in their own project', async () => {
    const { postId, scheduleId } = await duePost('approved', 2)
    const stranger = await buildPerson(stage.db, await stage.connectedProject(), 'agency-admin')
    const creator = await buildPerson(stage.db, project, 'content-creator')
    const client = await buildPerson(stage.db, project, 'external-approver')
    expect((await stop(postId, stranger)).status).toBe(404)
    for (const person of [creator, client]) expect((await stop(postId, person)).status).toBe(403)
    await stop(postId)
    expect((await undo(scheduleId, stranger)).status).toBe(404)
    for (const person of [creator, client]) expect((await undo(scheduleId, person)).status).toBe(403)
  })
})

describe('Undo of a stop', () => {
  it.each(['approved', 'scheduled'] as const)('puts a post that was %s back on its time', async status => {
    const { postId, scheduleId, message } = await duePost(status, 2)
    await stop(postId)
    expect((await undo(scheduleId)).status).toBe(200)
    expect(await statusOf(postId)).toBe(status)
    await comeDue(scheduleId)
    await stage.drive(stage.publisher())
    expect(await sentTimes(message)).toBe(1)
    expect((await undo(scheduleId)).status).toBe(404)
  })

  it('leaves a version that had skipped approval a draft if it was changed since', async () => {
    const { postId, scheduleId } = await duePost('scheduled', 2)
    await stop(postId)
    await stage.db
      .updateTable('post_socials')
      .set({ message: 'Other words' })
      .where('post_id', '=', postId)
      .execute()
    expect((await undo(scheduleId)).status).toBe(200)
    expect(await statusOf(postId)).toBe('draft')
  })

  it('is refused once its time has passed', async () => {
    const { postId, scheduleId } = await duePost('approved', 2)
    await stop(postId)
    await comeDue(scheduleId)
    expect(await undo(scheduleId)).toMatchObject({
      status: 409,
      message: 'The time of the post has passed. Choose a new one.',
    })
  })
})
