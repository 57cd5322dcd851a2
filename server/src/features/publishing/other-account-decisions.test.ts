import { afterAll, beforeAll, expect, it } from 'vitest'
import { approveRound, undoApproval } from '#domain/approvals/contract.ts'
import type { Role } from '#domain/permissions/table.ts'
import { savePostSocials } from '#domain/posts/contract.ts'
import type { PostSocialStatus } from '#domain/posts/status.ts'
import { publishPost } from '#domain/publishing/contract.ts'
import { approvalRoutes } from '#server/features/approvals/routes.ts'
import { writingRoutes } from '#server/features/writing/routes.ts'
import type { TestPerson } from '#testing/app.ts'
import { buildPerson, setProject } from '#testing/people.ts'
import { type PublishingStage, readOutcome, startPublishingStage } from '#testing/publishing/publishing.ts'
import { comeDue, openReplaced } from '#testing/publishing/replaced-account.ts'
import { publishingRoutes } from './routes.ts'

// A page was connected in place of another one: whose decision counts, and for which of the two (decision 158).

let stage: PublishingStage
beforeAll(async () => {
  stage = await startPublishingStage([...publishingRoutes, ...approvalRoutes, ...writingRoutes])
})
afterAll(() => stage.close())

/** In a project that lets posts go out when the client is late. */
const open = async (status: PostSocialStatus) => {
  const scene = await openReplaced(stage, status)
  const { project, post } = scene
  await setProject(stage.db, project.projectId, 'bypass-external-approval-when-internal-approved', 'true')
  const person = (role: Role) => buildPerson(stage.db, project, role)
  return {
    ...scene,
    person,
    approve: (by: TestPerson) => stage.ask(by, approveRound, { body: { post_social_id: post.socialId } }),
    edit: async (by: TestPerson, message: string) => {
      const post_socials = [{ id: post.socialId, message }]
      const body = { post_id: post.postId, project_id: project.projectId, post_socials }
      expect((await stage.ask(by, savePostSocials, { body })).status).toBe(200)
    },
    outcome: async () => {
      await comeDue(stage, post)
      const { status: now, failure_reason } = (await readOutcome(stage, post.socialId)).social
      return [now, failure_reason]
    },
    account: async () => (await readOutcome(stage, post.socialId)).social.approved_account_id,
  }
}
const failed = ['publishing_failed', 'other_account']
const live = ['live', null]

it('is not approved for the new page by Galley, where people approved it for the former one', async () => {
  const { outcome } = await open('pending_external_approval')
  expect(await outcome()).toEqual(failed)
})

it('is approved by Galley for the new page, where people approved it after that was connected', async () => {
  const { person, approve, outcome } = await open('pending_internal_approval')
  await person('external-approver')
  const approved = await approve(await person('agency-admin'))
  expect(approved.data).toMatchObject({ post_socials: [{ status: 'pending_external_approval' }] })
  expect(await outcome()).toEqual(live)
})

it('is for the former page again once an approval for the new one is undone', async () => {
  const { person, post, approve, outcome } = await open('pending_external_approval')
  const admin = await person('agency-admin')
  expect((await approve(admin)).status).toBe(200)
  const { id: approval_id } = await stage.db
    .selectFrom('approvals')
    .select('id')
    .where('post_social_id', '=', post.socialId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const undone = await stage.ask(admin, undoApproval, {
    body: { post_social_id: post.socialId, approval_id },
  })
  expect(undone.data).toMatchObject({ post_socials: [{ status: 'pending_external_approval' }] })
  expect(await outcome()).toEqual(failed)
})

it('is for the former page again once an edit back lets the approvals of that time count', async () => {
  const { person, post, approve, edit, outcome } = await open('approved')
  const [admin, creator] = [await person('agency-admin'), await person('content-creator')]
  await edit(creator, `${post.message}!`)
  expect((await approve(admin)).data).toMatchObject({ post_socials: [{ status: 'approved' }] })
  await edit(creator, post.message)
  expect(await outcome()).toEqual(failed)
})

it('keeps the new page through an edit and back, where people approved it for that', async () => {
  const { person, post, approve, edit, outcome } = await open('pending_internal_approval')
  const [admin, creator] = [await person('agency-admin'), await person('content-creator')]
  expect((await approve(admin)).data).toMatchObject({ post_socials: [{ status: 'approved' }] })
  await edit(creator, `${post.message}!`)
  await edit(creator, post.message)
  expect(await outcome()).toEqual(live)
})

it('is for the former page again once its publishing on the new one is withdrawn', async () => {
  const { person, post, edit, outcome, account } = await open('approved')
  expect(await outcome()).toEqual(failed)
  const former = await account()
  expect(former).not.toBeNull()
  const admin = await person('agency-admin')
  expect((await stage.ask(admin, publishPost, { params: { postId: post.postId } })).status).toBe(200)
  expect(await account()).toBeNull()
  await edit(admin, `${post.message}!`)
  expect(await account()).toBe(former)
})
