import { afterAll, beforeAll, expect, it } from 'vitest'
import { publishPost } from '#domain/publishing/contract.ts'
import { connectAccount } from '#server/features/social-accounts/connected-accounts.ts'
import { databaseNow } from '#server/platform/db/database-now.ts'
import { buildPerson, nextNumber, type TestProject } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import {
  onNetwork,
  type PublishingStage,
  readOutcome,
  startPublishingStage,
} from '#testing/publishing/publishing.ts'
import { untilWaiting } from '#testing/waiting.ts'
import { lockPublication } from './engine/publication.ts'

// An account is removed, and another page of the same network is connected in its place (decision 158).

let stage: PublishingStage
beforeAll(async () => {
  stage = await startPublishingStage()
})
afterAll(() => stage.close())

const scheduled = async (project: TestProject) => {
  const message = `For one page ${nextNumber()}`
  const { postId, socialIds, scheduleId } = await buildPost(stage.db, project, {
    type: 'text',
    status: 'approved',
    schedule: { date: '2031-01-01', time: '12:00' },
    socials: [{ network: 'facebook', message }],
  })
  return { message, postId, socialId: socialIds[0] ?? 0, scheduleId: scheduleId ?? 0 }
}
const removeAccount = async ({ projectId }: TestProject) =>
  stage.db
    .updateTable('social_accounts')
    .set({ removed_at: await databaseNow(stage.db) })
    .where('project_id', '=', projectId)
    .where('social_network', '=', 'facebook')
    .where('removed_at', 'is', null)
    .execute()
/** As one page or another: in the sandbox the token says for which page it publishes. */
const connect = ({ projectId }: TestProject, external_id = stage.sandbox.accounts.facebook.externalId) =>
  stage.db.transaction().execute(tx => {
    const { details, token } = stage.sandbox.accounts.facebook
    return connectAccount(tx, stage.services, {
      projectId,
      external_id,
      social_network: 'facebook',
      name: external_id,
      account_details: { ...details },
      logo_url: null,
      token: token.token,
      token_secret: token.secret,
    })
  })
const comeDue = async ({ scheduleId }: { scheduleId: number }) => {
  const datetime = await databaseNow(stage.db)
  await stage.db.updateTable('schedules').set({ datetime }).where('id', '=', scheduleId).execute()
  await stage.drive(stage.publisher())
}
const outcome = async ({ socialId }: { socialId: number }) => {
  const { status, failure_reason } = (await readOutcome(stage, socialId)).social
  return { status, failure_reason }
}
/** The project has had another page, for which a post was approved; now it has the sandbox's. */
const openReplaced = async () => {
  const project = await stage.connectedProject()
  await removeAccount(project)
  await connect(project, `former ${nextNumber()}`)
  const post = await scheduled(project)
  await removeAccount(project)
  await connect(project)
  return { project, post }
}

it('does not take a post along that was approved for the former page, until somebody who may publish confirms it', async () => {
  const { project, post } = await openReplaced()
  await comeDue(post)
  expect(await onNetwork(stage, 'facebook', post.message)).toEqual([])
  expect(await outcome(post)).toEqual({ status: 'publishing_failed', failure_reason: 'other_account' })

  const params = { postId: post.postId }
  const creator = await buildPerson(stage.db, project, 'content-creator')
  expect((await stage.ask(creator, publishPost, { params })).status).toBe(403)
  const admin = await buildPerson(stage.db, project, 'agency-admin')
  expect((await stage.ask(admin, publishPost, { params })).status).toBe(200)
  await stage.drive(stage.publisher())
  expect(await onNetwork(stage, 'facebook', post.message)).toHaveLength(1)
  expect((await outcome(post)).status).toBe('live')
})

it('says so first, where somebody publishes it before its time', async () => {
  const { project, post } = await openReplaced()
  const admin = await buildPerson(stage.db, project, 'agency-admin')
  expect((await stage.ask(admin, publishPost, { params: { postId: post.postId } })).status).toBe(200)
  await stage.drive(stage.publisher())
  expect(await onNetwork(stage, 'facebook', post.message)).toEqual([])
  expect((await outcome(post)).failure_reason).toBe('other_account')
})

it('changes nothing where the same page comes back, also after another one', async () => {
  const project = await stage.connectedProject()
  const post = await scheduled(project)
  await removeAccount(project)
  await connect(project, `another ${nextNumber()}`)
  await removeAccount(project)
  await connect(project)
  await comeDue(post)
  expect((await outcome(post)).status).toBe('live')
})

it('changes nothing where the same page comes back to a project that had another one long ago', async () => {
  const project = await stage.connectedProject()
  await removeAccount(project)
  await connect(project, `long ago ${nextNumber()}`)
  await removeAccount(project)
  await connect(project)
  const post = await scheduled(project)
  await removeAccount(project)
  await connect(project)
  await comeDue(post)
  expect((await outcome(post)).status).toBe('live')
})

it('waits for a publisher that has locked a post, which never waits for the connection', async () => {
  const { project } = await openReplaced()
  const post = await scheduled(project)
  const admin = await buildPerson(stage.db, project, 'agency-admin')
  await stage.ask(admin, publishPost, { params: { postId: post.postId } })
  const [publication] = (await readOutcome(stage, post.socialId)).publications
  const { id = 0, social_account_id = null } = publication ?? {}
  await removeAccount(project)
  const connecting = await stage.db.transaction().execute(async tx => {
    await lockPublication(tx, id)
    const connection = connect(project)
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
  await connecting.connection
})

it('publishes what is approved anew', async () => {
  const { post } = await openReplaced()
  const ofPost = () => stage.db.updateTable('post_socials').where('id', '=', post.socialId)
  const { cleared_digest } = (await readOutcome(stage, post.socialId)).social
  await ofPost().set({ cleared_digest: null }).execute()
  await ofPost().set({ cleared_digest }).execute()
  await comeDue(post)
  expect((await outcome(post)).status).toBe('live')
})
