import { beforeAll, expect, it } from 'vitest'
import { approveRound, requestRevision } from '#domain/approvals/contract.ts'
import { savePostSocials } from '#domain/posts/contract.ts'
import { readDigests } from '#server/features/posts/content.ts'
import { postRoutes } from '#server/features/posts/routes.ts'
import { writingRoutes } from '#server/features/writing/routes.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { buildPerson, useCast } from '#testing/people.ts'
import { buildPost, type TestSocial } from '#testing/posts.ts'
import { approvalRoutes } from './routes.ts'

let second: TestPerson
const app = useTestApp({ routes: [...approvalRoutes, ...postRoutes, ...writingRoutes] })
const cast = useCast(app)
beforeAll(async () => {
  second = await buildPerson(app.db, cast.project, 'internal-approver')
})

const build = async (social: Partial<TestSocial> = {}) => {
  const { postId, socialIds } = await buildPost(app.db, cast.project, {
    type: 'text',
    socials: [{ network: 'facebook', status: 'pending_internal_approval', ...social }],
    schedule: { date: '2026-06-10', time: '12:00' },
  })
  return { postId, social: socialIds[0] ?? 0 }
}
const approve = (person: TestPerson, social: number, version?: number) =>
  app.ask(person, approveRound, { body: { post_social_id: social, ...(version ? { version } : {}) } })
const rowOf = (social: number) =>
  app.db.selectFrom('post_socials').selectAll().where('id', '=', social).executeTakeFirstOrThrow()
const countOf = async (social: number, type: 'approved' | 'external_approval_started') =>
  (
    await app.db
      .selectFrom('approval_actions')
      .select('id')
      .where('post_social_id', '=', social)
      .where('type', '=', type)
      .execute()
  ).length

// Each race is run several times, since chance decides who comes first.
const times = Array.from({ length: 6 }, (_, index) => index)

it.each(times)('two chosen approvers who approve at the same instant are both recorded (%d)', async () => {
  const chosen = [cast.internal.userId, second.userId]
  const { social } = await build({ rounds: [{ type: 'internal', status: 'open', chosen }] })
  const answers = await Promise.all([approve(cast.internal, social), approve(second, social)])
  expect(answers.map(answer => answer.status)).toEqual([200, 200])
  expect((await rowOf(social)).status).toBe('pending_external_approval')
  expect([await countOf(social, 'approved'), await countOf(social, 'external_approval_started')]).toEqual([
    2, 1,
  ])
})

it.each(times)('two approvers of whom one is enough close the round once (%d)', async () => {
  const { social } = await build()
  const answers = await Promise.all([approve(cast.internal, social), approve(second, social)])
  expect(answers.map(answer => answer.code ?? 'ok').sort()).toEqual(['already_decided', 'ok'])
  expect(await countOf(social, 'external_approval_started')).toBe(1)
})

it.each(times)('a double click counts as one approval (%d)', async () => {
  const { social } = await build()
  const answers = await Promise.all([approve(cast.internal, social), approve(cast.internal, social)])
  expect(answers.map(answer => answer.status).sort()).toEqual([200, 409])
  expect(await countOf(social, 'approved')).toBe(1)
})

it.each(times)(
  'of an approval and a revision request at the same instant, one takes effect (%d)',
  async () => {
    const { social } = await build()
    const { id: approval_id } = await app.db
      .selectFrom('approvals')
      .select('id')
      .where('post_social_id', '=', social)
      .executeTakeFirstOrThrow()
    const [approval, rejection] = await Promise.all([
      approve(cast.internal, social),
      app.ask(second, requestRevision, { body: { approval_id, message: 'Not yet' } }),
    ])
    expect([approval.status, rejection.status].sort()).toEqual([200, 409])
    expect((await rowOf(social)).status).toBe(
      approval.status === 200 ? 'pending_external_approval' : 'requires_revision',
    )
  },
)

it.each(times)('content edited at the instant of the approval never goes out unseen (%d)', async () => {
  const { postId, social } = await build({
    status: 'pending_external_approval',
    rounds: [{ type: 'external', status: 'open' }],
  })
  const [approval, edit] = await Promise.all([
    approve(cast.external, social, 1),
    app.ask(cast.creator, savePostSocials, {
      body: {
        post_id: postId,
        project_id: cast.project.projectId,
        post_socials: [{ id: social, version: 1, message: 'Edited at the last moment' }],
      },
    }),
  ])
  expect(edit.status).toBe(200)
  const row = await rowOf(social)
  const present = (await readDigests(app.db, [social])).get(social)
  expect(approval.status === 200 || approval.code === 'stale_version').toBe(true)
  expect(row.message).toBe('Edited at the last moment')
  expect(row.status).toBe('pending_external_approval')
  expect(row.cleared_digest).not.toBe(present)
})
