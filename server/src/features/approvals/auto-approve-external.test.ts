import { expect, it } from 'vitest'
import { approveRound, getApprovals } from '#domain/approvals/contract.ts'
import { savePostSocials } from '#domain/posts/contract.ts'
import { readDigests } from '#server/features/posts/content.ts'
import { postRoutes } from '#server/features/posts/routes.ts'
import { writingRoutes } from '#server/features/writing/routes.ts'
import { findSystemScope } from '#server/platform/session/scope.ts'
import { useTestApp } from '#testing/app.ts'
import { buildCast, setProject, useCast } from '#testing/people.ts'
import { buildPost, type TestRound } from '#testing/posts.ts'
import { autoApproveExternal } from './auto-approve-external.ts'
import { approvalRoutes } from './routes.ts'

const setting = 'bypass-external-approval-when-internal-approved'
const app = useTestApp({ routes: [...postRoutes, ...writingRoutes, ...approvalRoutes] })
const cast = useCast(app, { settings: { [setting]: 'true' } })

const build = async (rounds?: TestRound[], of = cast) => {
  const { postId, socialIds } = await buildPost(app.db, of.project, {
    type: 'text',
    status: 'pending_external_approval',
    socials: [{ network: 'facebook', ...(rounds ? { rounds } : {}) }],
  })
  return { postId, social: socialIds[0] ?? 0 }
}
const beDue = async (postId: number, of = cast) => {
  const scope = await findSystemScope(app.db, of.project.projectId)
  if (!scope) throw new Error('the project is gone')
  await app.db.transaction().execute(tx => autoApproveExternal(tx, { scope, postId, now: app.clock.now() }))
  return app.db.selectFrom('post_socials').selectAll().where('post_id', '=', postId).orderBy('id').execute()
}

it('content that was approved internally is approved automatically when the client is late', async () => {
  const { postId, social } = await build([
    { type: 'internal', status: 'approved', approvedBy: [cast.internal.userId] },
    { type: 'external', status: 'open' },
  ])
  const [row] = await beDue(postId)
  expect(row).toMatchObject({ status: 'approved', is_approved: true })
  expect(row?.cleared_digest).toBe((await readDigests(app.db, [social])).get(social))
  const { data } = await app.ask(cast.external, getApprovals, { params: { postId } })
  expect(data.approvals[0]?.actions).toMatchObject([
    { type: 'approved_by_system', created_by_user: null, round: 'external' },
  ])
  expect(await app.ask(cast.external, approveRound, { body: { post_social_id: social } })).toMatchObject({
    code: 'already_decided',
  })
})

it('nothing is approved automatically in a project that waits for its clients', async () => {
  const patient = await buildCast(app.db)
  const { postId } = await build(undefined, patient)
  expect((await beDue(postId, patient))[0]?.status).toBe('pending_external_approval')
  await setProject(app.db, patient.project.projectId, setting, 'true')
  expect((await beDue(postId, patient))[0]?.status).toBe('approved')
})

it('nothing is approved automatically without an internal approval', async () => {
  const { postId } = await build([{ type: 'external', status: 'open' }])
  expect((await beDue(postId))[0]?.status).toBe('pending_external_approval')
  const internal = await buildPost(app.db, cast.project, { status: 'pending_internal_approval' })
  expect((await beDue(internal.postId))[0]?.status).toBe('pending_internal_approval')
})

it('nothing is approved automatically that has changed since the internal approval', async () => {
  const { postId, social } = await build([
    { type: 'internal', status: 'approved', approvedBy: [cast.internal.userId] },
    { type: 'external', status: 'open' },
  ])
  await app.db.updateTable('post_socials').set({ message: 'Changed' }).where('id', '=', social).execute()
  expect((await beDue(postId))[0]?.status).toBe('pending_external_approval')
  const actions = await app.db
    .selectFrom('approval_actions')
    .select('id')
    .where('post_social_id', '=', social)
    .execute()
  expect(actions).toEqual([])
})

it('with master content all versions are approved automatically at once', async () => {
  await setProject(app.db, cast.project.projectId, 'post-master-content-social-network-id', 'linkedin')
  const status = 'pending_external_approval'
  const { postId } = await buildPost(app.db, cast.project, {
    socials: [
      { network: 'facebook', status, rounds: [] },
      { network: 'linkedin', status },
    ],
  })
  expect((await beDue(postId)).map(row => row.status)).toEqual(['approved', 'approved'])
})

it('with master content nothing is approved for a version that still waits for its internal approver', async () => {
  const led = await buildCast(app.db, {
    settings: { [setting]: 'true', 'post-master-content-social-network-id': 'linkedin' },
  })
  const behind = { network: 'facebook', status: 'pending_internal_approval' } as const
  const ahead = { network: 'linkedin', status: 'pending_external_approval' } as const
  const alone = await buildPost(app.db, led.project, { socials: [behind, ahead] })
  expect((await beDue(alone.postId, led)).map(row => row.status)).toEqual([behind.status, 'approved'])
  const left = await buildPost(app.db, led.project, { socials: [{ ...behind, rounds: [] }, ahead] })
  expect((await beDue(left.postId, led)).map(row => row.status)).toEqual([behind.status, ahead.status])
})

it('with master content nothing is approved when another network was edited since the internal approval', async () => {
  const led = await buildCast(app.db, {
    settings: { [setting]: 'true', 'post-master-content-social-network-id': 'linkedin' },
  })
  const status = 'pending_external_approval'
  const { postId, socialIds } = await buildPost(app.db, led.project, {
    type: 'text',
    socials: [
      { network: 'facebook', status, rounds: [] },
      { network: 'linkedin', status },
    ],
  })
  const saved = await app.ask(led.creator, savePostSocials, {
    body: {
      post_id: postId,
      project_id: led.project.projectId,
      post_socials: [{ id: socialIds[0] ?? 0, message: 'Edited' }],
    },
  })
  expect(saved.status).toBe(200)
  expect((await beDue(postId, led)).some(row => row.status === 'approved')).toBe(false)
})
