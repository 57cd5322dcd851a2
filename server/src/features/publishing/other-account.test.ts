import { afterAll, beforeAll, expect, it } from 'vitest'
import { approveRound } from '#domain/approvals/contract.ts'
import { savePostSocials } from '#domain/posts/contract.ts'
import { publishPost } from '#domain/publishing/contract.ts'
import { stopPost, undoStop } from '#domain/schedules/stop-contract.ts'
import { approvalRoutes } from '#server/features/approvals/routes.ts'
import { scheduleRoutes } from '#server/features/schedules/routes.ts'
import { writingRoutes } from '#server/features/writing/routes.ts'
import { buildPerson, nextNumber, type TestProject } from '#testing/people.ts'
import {
  onNetwork,
  type PublishingStage,
  readOutcome,
  startPublishingStage,
} from '#testing/publishing/publishing.ts'
import {
  comeDue,
  connectPage,
  openReplaced,
  removePage,
  scheduledText,
} from '#testing/publishing/replaced-account.ts'
import { untilWaiting } from '#testing/waiting.ts'
import { lockPublication } from './engine/publication.ts'
import { publishingRoutes } from './routes.ts'

// An account is removed, and another page of the same network is connected in its place (decision 158).

let stage: PublishingStage
beforeAll(async () => {
  stage = await startPublishingStage([
    ...publishingRoutes,
    ...approvalRoutes,
    ...writingRoutes,
    ...scheduleRoutes,
  ])
})
afterAll(() => stage.close())

const adminOf = (project: TestProject) => buildPerson(stage.db, project, 'agency-admin')
const outcome = async ({ socialId }: { socialId: number }) => {
  const { status, failure_reason } = (await readOutcome(stage, socialId)).social
  return { status, failure_reason }
}
const failed = { status: 'publishing_failed', failure_reason: 'other_account' }

it('does not take a post along that was approved for the former page, until somebody who may publish confirms it', async () => {
  const { project, post } = await openReplaced(stage)
  await comeDue(stage, post)
  expect(await onNetwork(stage, 'facebook', post.message)).toEqual([])
  expect(await outcome(post)).toEqual(failed)

  const params = { postId: post.postId }
  const creator = await buildPerson(stage.db, project, 'content-creator')
  expect((await stage.ask(creator, publishPost, { params })).status).toBe(403)
  expect((await stage.ask(await adminOf(project), publishPost, { params })).status).toBe(200)
  await stage.drive(stage.publisher())
  expect(await onNetwork(stage, 'facebook', post.message)).toHaveLength(1)
  expect((await outcome(post)).status).toBe('live')
})

it('says so first, where somebody publishes it before its time', async () => {
  const { project, post } = await openReplaced(stage)
  const params = { postId: post.postId }
  expect((await stage.ask(await adminOf(project), publishPost, { params })).status).toBe(200)
  await stage.drive(stage.publisher())
  expect(await onNetwork(stage, 'facebook', post.message)).toEqual([])
  expect(await outcome(post)).toEqual(failed)
})

it('changes nothing where the same page comes back, also after another one', async () => {
  const project = await stage.connectedProject()
  const post = await scheduledText(stage, project)
  await removePage(stage, project)
  await connectPage(stage, project, `another ${nextNumber()}`)
  await removePage(stage, project)
  await connectPage(stage, project)
  expect((await readOutcome(stage, post.socialId)).social.approved_account_id).toBeNull()
  await comeDue(stage, post)
  expect((await outcome(post)).status).toBe('live')
})

it('changes nothing where the same page comes back to a project that had another one long ago', async () => {
  const { project } = await openReplaced(stage)
  const post = await scheduledText(stage, project)
  await removePage(stage, project)
  await connectPage(stage, project)
  await comeDue(stage, post)
  expect((await outcome(post)).status).toBe('live')
})

it('waits for a publisher that has locked a post, which never waits for the connection', async () => {
  const { project } = await openReplaced(stage)
  const post = await scheduledText(stage, project)
  await stage.ask(await adminOf(project), publishPost, { params: { postId: post.postId } })
  const [publication] = (await readOutcome(stage, post.socialId)).publications
  const { id = 0, social_account_id = null } = publication ?? {}
  await removePage(stage, project)
  const { connection } = await stage.db.transaction().execute(async tx => {
    await lockPublication(tx, id)
    const connection = connectPage(stage, project)
    await untilWaiting(stage, 1)
    // As a publisher does before it sends.
    await tx
      .selectFrom('social_accounts')
      .where('id', '=', social_account_id)
      .forShare()
      .select('id')
      .execute()
    return { connection }
  })
  expect(await connection).toBe(social_account_id)
})

it('publishes what is approved after the new page was connected', async () => {
  const { project, post } = await openReplaced(stage, 'pending_external_approval')
  const body = { post_social_id: post.socialId }
  const approved = await stage.ask(await adminOf(project), approveRound, { body })
  expect(approved).toMatchObject({ status: 200, data: { post_socials: [{ status: 'approved' }] } })
  await comeDue(stage, post)
  expect((await outcome(post)).status).toBe('live')
})

it('keeps the former page through an edit that needs no new approval', async () => {
  const { project, post } = await openReplaced(stage)
  const post_socials = [{ id: post.socialId, message: `${post.message}!` }]
  const body = { post_id: post.postId, project_id: project.projectId, post_socials }
  expect((await stage.ask(await adminOf(project), savePostSocials, { body })).status).toBe(200)
  expect((await outcome(post)).status).toBe('approved')
  await comeDue(stage, post)
  expect(await outcome(post)).toEqual(failed)
})

it('keeps the former page of a post that was stopped when the other one was connected, and goes on', async () => {
  const project = await stage.connectedProject()
  const post = await scheduledText(stage, project, 'scheduled')
  const admin = await adminOf(project)
  const stopped = await stage.ask(admin, stopPost, { params: { postId: post.postId } })
  const params = { scheduleId: stopped.data.schedule_id ?? 0 }
  await removePage(stage, project)
  await connectPage(stage, project, `another ${nextNumber()}`)
  expect((await stage.ask(admin, undoStop, { params })).status).toBe(200)
  await comeDue(stage, post)
  expect(await outcome(post)).toEqual(failed)
})
