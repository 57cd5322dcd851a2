import { beforeEach, describe, expect, it } from 'vitest'
import { createApprovalLink } from '#domain/approval-links/contract.ts'
import { getApprovals } from '#domain/approvals/contract.ts'
import { listActivities } from '#domain/approvals/conversation-contract.ts'
import { saveProjectSettings } from '#domain/projects/contract.ts'
import { approvalRoutes } from '#server/features/approvals/routes.ts'
import { projectRoutes } from '#server/features/projects/routes.ts'
import { hashSecret } from '#server/platform/session/links.ts'
import { testNow, useTestApp } from '#testing/app.ts'
import { addLink, byLink } from '#testing/approvals/approval-links.ts'
import { readMails } from '#testing/mails.ts'
import { buildCast, type Cast } from '#testing/people.ts'
import { approvalLinkRoutes } from './routes.ts'

let cast: Cast
const kit = useTestApp({ routes: [...approvalLinkRoutes, ...approvalRoutes, ...projectRoutes] })
beforeEach(async () => {
  kit.clock.set(testNow)
  cast = await buildCast(kit.db)
})
const { inProject, copied, open, build, approve, undo, revise, logged, emailOf } = byLink(
  () => kit,
  () => cast,
)
const mailsToClient = async () =>
  (await readMails(kit, await emailOf(cast.external))).filter(({ kind }) => kind === 'copied-link')

describe('A decision by a link that an admin has copied', () => {
  it('names the admin in history, activity and audit log', async () => {
    const built = await build()
    expect((await approve(await copied(), built)).status).toBe(200)
    const params = { postId: built.postId }
    const { data } = await kit.ask(cast.admin, getApprovals, { params })
    expect(data.approvals[0]?.actions[0]).toMatchObject({
      type: 'approved',
      is_by_link: true,
      link_copied_by: cast.admin.name,
    })
    const activity = (await kit.ask(cast.admin, listActivities, { params })).data.activities
    expect(activity.find(({ type }) => type === 'approved')?.link_copied_by).toBe(cast.admin.name)
    expect(await logged('post.approved_by_link')).toMatchObject([
      { new: { copied_by: await emailOf(cast.admin) } },
    ])
  })

  it('is mailed to the client, once an hour for each link, whatever is decided', async () => {
    const [first, second, third] = [await build(), await build(), await build()]
    const token = await copied()
    await approve(token, first)
    await undo(token, first)
    await revise(token, second)
    const [mail, ...others] = await mailsToClient()
    expect(others).toEqual([])
    expect(mail?.subject).toMatch(/^Was it you who decided about Project \d+\?$/)
    expect(mail?.text).toContain(`an approval link that ${cast.admin.name} has copied for you`)
    kit.clock.advance(3_600_001)
    await approve(token, third)
    expect(await mailsToClient()).toHaveLength(2)
  })
})

it('A decision by a link that came by mail names and tells nobody', async () => {
  const built = await build()
  await approve(await addLink(kit.db, cast.project, cast.external.userId), built)
  const { data } = await kit.ask(cast.admin, getApprovals, { params: { postId: built.postId } })
  expect(data.approvals[0]?.actions[0]?.link_copied_by).toBeUndefined()
  expect(await mailsToClient()).toEqual([])
})

describe('In a project whose links go by mail only', () => {
  const forbid = (by = cast.admin) =>
    kit.ask(by, saveProjectSettings, {
      ...inProject(),
      body: { settings: [{ name: 'approval-link-mail-only', value: 'true' }] },
    })

  it('nobody copies a link, and those that were copied have ended', async () => {
    const token = await copied()
    const mailed = await addLink(kit.db, cast.project, cast.external.userId)
    expect((await forbid()).status).toBe(200)
    expect([(await open(token)).status, (await open(mailed)).status]).toEqual([404, 200])
    const body = { user_id: cast.external.userId }
    const refused = await kit.ask(cast.admin, createApprovalLink, { ...inProject(), body })
    expect([refused.status, refused.code]).toEqual([409, 'links_by_mail_only'])
  })

  it('one that was copied while that was saved does not open', async () => {
    await forbid()
    const token = await addLink(kit.db, cast.project, cast.external.userId)
    expect((await open(token)).status).toBe(200)
    await kit.db
      .updateTable('approval_links')
      .set({ created_by: cast.admin.userId, is_for_mail: false })
      .where('token_hash', '=', hashSecret(token))
      .execute()
    expect((await open(token)).status).toBe(404)
  })

  it('another project keeps its copied links, and only an admin forbids them', async () => {
    const token = await copied()
    for (const by of [cast.creator, cast.external, cast.stranger])
      expect([403, 404]).toContain((await forbid(by)).status)
    await kit.db
      .insertInto('project_settings')
      .values({ project_id: cast.elsewhere.projectId, name: 'approval-link-mail-only', value: 'true' })
      .execute()
    expect((await open(token)).status).toBe(200)
  })
})
