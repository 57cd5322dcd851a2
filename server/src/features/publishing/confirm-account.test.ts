import { afterAll, beforeAll, expect, it } from 'vitest'
import { listCalendarCards } from '#domain/calendar/contract.ts'
import { getPost } from '#domain/posts/contract.ts'
import { confirmAccount, publishPost } from '#domain/publishing/contract.ts'
import { calendarRoutes } from '#server/features/calendar/routes.ts'
import { postRoutes } from '#server/features/posts/routes.ts'
import type { TestPerson } from '#testing/app.ts'
import { buildPerson, buildProject, nextNumber } from '#testing/people.ts'
import { type PublishingStage, readOutcome, startPublishingStage } from '#testing/publishing/publishing.ts'
import {
  comeDue,
  connectPage,
  openReplaced,
  removePage,
  scheduledText,
} from '#testing/publishing/replaced-account.ts'
import { publishingRoutes } from './routes.ts'

// What was approved for a page in whose place another one is connected says so before its time, and a person may confirm the new one.

let stage: PublishingStage
beforeAll(async () => {
  stage = await startPublishingStage([...publishingRoutes, ...postRoutes, ...calendarRoutes])
})
afterAll(() => stage.close())

type Post = { readonly postId: number; readonly socialId: number }

const open = async () => {
  const scene = await openReplaced(stage)
  const admin = await buildPerson(stage.db, scene.project, 'agency-admin')
  const confirm = (
    post: Post,
    { by = admin, social_account_id = scene.accountId, with_others = false } = {},
  ) =>
    stage.ask(by, confirmAccount, {
      params: { postSocialId: post.socialId },
      body: { social_account_id, with_others },
    })
  /** What the post and its card say. */
  const words = async ({ postId }: Post, person: TestPerson = admin) => {
    const { data } = await stage.ask(person, getPost, { params: { postId } })
    const { projectId } = scene.project
    const cards = await stage.ask(person, listCalendarCards, {
      params: { projectId },
      query: { ids: String(postId) },
    })
    return {
      post: data.post_socials[0]?.approved_for,
      card: cards.data[0]?.post.post_socials[0]?.is_for_other_account,
    }
  }
  return { ...scene, admin, confirm, words }
}

const silent = { post: undefined, card: undefined }
const approvedFor = async ({ socialId }: Post) =>
  (await readOutcome(stage, socialId)).social.approved_account_id

it('says for which page it was approved until a person confirms the connected one; then it goes out there', async () => {
  const { admin, post, second, former, confirm, words } = await open()

  const confirmed = await confirm(post)
  expect(confirmed).toMatchObject({ status: 200, data: { id: post.postId } })
  expect(await words(post)).toEqual(silent)
  expect(await words(second)).toEqual({ post: former, card: true })
  const events = stage.db.selectFrom('events').select(['type', 'actor_id', 'detail'])
  expect(await events.where('post_id', '=', post.postId).execute()).toContainEqual({
    type: 'post_social.account_confirmed',
    actor_id: admin.userId,
    detail: { account: stage.sandbox.accounts.facebook.externalId, social_network: 'facebook' },
  })
  await comeDue(stage, post)
  expect((await readOutcome(stage, post.socialId)).social.status).toBe('live')
})

it('confirms all of the network at once, and nothing of another project', async () => {
  const [{ post, second, confirm, words }, other] = [await open(), await open()]
  expect((await confirm(post, { with_others: true })).status).toBe(200)
  expect([await words(post), await words(second)]).toEqual([silent, silent])
  expect(await other.words(other.post)).toEqual({ post: other.former, card: true })
})

it('says nothing any more once the former page is back, and of what was approved since', async () => {
  const { project, post, former, words } = await open()
  expect(await words(await scheduledText(stage, project))).toEqual(silent)
  await removePage(stage, project)
  await connectPage(stage, project, former)
  expect(await words(post)).toEqual(silent)
})

it('is refused to people who may not publish, and to other projects', async () => {
  const { project, post, confirm } = await open()
  const creator = await buildPerson(stage.db, project, 'content-creator')
  const client = await buildPerson(stage.db, project, 'external-approver')
  expect((await confirm(post, { by: creator })).status).toBe(403)
  expect((await confirm(post, { by: client })).status).toBe(403)
  const sibling = await buildProject(stage.db, { agencyId: project.agencyId })
  const stranger = await buildPerson(stage.db, await buildProject(stage.db), 'agency-admin')
  expect((await confirm(post, { by: stranger })).status).toBe(404)
  expect((await confirm(post, { by: await buildPerson(stage.db, sibling, 'content-creator') })).status).toBe(
    404,
  )
  expect(await approvedFor(post)).not.toBeNull()
})

it('is refused where yet another page is connected by then, or none', async () => {
  const { project, post, accountId, confirm } = await open()
  await removePage(stage, project)
  expect(await confirm(post)).toMatchObject({ status: 422, code: 'network_not_connected' })
  const third = `third ${nextNumber()}`
  const thirdId = await connectPage(stage, project, third)
  const late = await confirm(post, { social_account_id: accountId })
  expect(late).toMatchObject({ status: 409, code: 'other_account_connected' })
  expect(late.message).toContain(third)
  expect(await approvedFor(post)).not.toBeNull()
  expect((await confirm(post, { social_account_id: thirdId })).status).toBe(200)
})

it('changes nothing of a version that is confirmed already, and is refused for one that does not wait', async () => {
  const { post, second, confirm, admin } = await open()
  const both = await Promise.all([confirm(post), confirm(post)])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  const events = stage.db.selectFrom('events').select('id').where('post_id', '=', post.postId)
  expect(await events.where('type', '=', 'post_social.account_confirmed').execute()).toHaveLength(1)
  await stage.ask(admin, publishPost, { params: { postId: post.postId } })
  expect(await confirm(post)).toMatchObject({ status: 409, code: 'being_published' })
  await stage.drive(stage.publisher())
  expect(await confirm(post)).toMatchObject({ status: 409, code: 'already_live' })
  await stage.db
    .updateTable('post_socials')
    .set({ status: 'draft' })
    .where('id', '=', second.socialId)
    .execute()
  expect(await confirm(second)).toMatchObject({ code: 'illegal_transition' })
})
