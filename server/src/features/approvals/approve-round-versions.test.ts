import { describe, expect, it } from 'vitest'
import { approveRound } from '#domain/approvals/contract.ts'
import { savePostSocials } from '#domain/posts/contract.ts'
import { postRoutes } from '#server/features/posts/routes.ts'
import { writingRoutes } from '#server/features/writing/routes.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { buildCast, buildPerson, setProject, useCast } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { approvalRoutes } from './routes.ts'

const app = useTestApp({ routes: [...postRoutes, ...writingRoutes, ...approvalRoutes] })
const cast = useCast(app, { settings: { 'post-master-content-social-network-id': 'linkedin' } })

type Named = { post_social_id: number; version: number }

const approveAs = (person: TestPerson, social: number, versions?: readonly Named[]) =>
  app.ask(person, approveRound, {
    body: { post_social_id: social, version: 1, ...(versions ? { versions: [...versions] } : {}) },
  })
const rowsOf = (postId: number) =>
  app.db
    .selectFrom('post_socials')
    .select(['id', 'status', 'cleared_digest', 'version'])
    .where('post_id', '=', postId)
    .orderBy('id')
    .execute()

/** A LinkedIn version that leads, and a Facebook version that follows it. */
const buildLed = async (status: 'pending_internal_approval' | 'pending_external_approval') => {
  const { postId, socialIds } = await buildPost(app.db, cast.project, {
    type: 'text',
    socials: [
      { network: 'facebook', status, rounds: [] },
      { network: 'linkedin', status },
    ],
    schedule: { date: '2026-06-10', time: '12:00' },
  })
  const [facebook = 0, linkedin = 0] = socialIds
  const seen = [
    { post_social_id: facebook, version: 1 },
    { post_social_id: linkedin, version: 1 },
  ]
  return { postId, facebook, linkedin, seen }
}
const editAs = (person: TestPerson, postId: number, social: number) =>
  app.ask(person, savePostSocials, {
    body: {
      post_id: postId,
      project_id: cast.project.projectId,
      post_socials: [{ id: social, message: 'Not seen by the approver' }],
    },
  })

describe('an approval that covers several versions', () => {
  it('is refused when one of the others was edited since the approver loaded it', async () => {
    for (const status of ['pending_internal_approval', 'pending_external_approval'] as const) {
      const { postId, facebook, linkedin, seen } = await buildLed(status)
      const isInternal = status === 'pending_internal_approval'
      expect((await editAs(isInternal ? cast.creator : cast.admin, postId, facebook)).status).toBe(200)
      const approver = isInternal ? cast.internal : cast.external
      expect(await approveAs(approver, linkedin, seen)).toMatchObject({ status: 409, code: 'stale_version' })
      const rows = await rowsOf(postId)
      expect(rows.map(row => [row.status, row.cleared_digest])).toEqual([
        [status, null],
        [status, null],
      ])
      const current = rows.map(({ id, version }) => ({ post_social_id: id, version }))
      expect((await approveAs(approver, linkedin, current)).status).toBe(200)
    }
  })

  it('is refused without the version of each, and says so', async () => {
    const { postId, linkedin, seen } = await buildLed('pending_external_approval')
    const answer = await approveAs(cast.external, linkedin)
    expect(answer).toMatchObject({ status: 422, code: 'validation_error' })
    expect(answer.message).toBe(
      'This approval covers several networks (linkedin, facebook): send the version of each in `versions`.',
    )
    expect(await approveAs(cast.external, linkedin, seen.slice(1))).toMatchObject({ code: 'stale_version' })
    expect((await rowsOf(postId)).every(row => row.cleared_digest === null)).toBe(true)
    expect((await approveAs(cast.external, linkedin, seen)).status).toBe(200)
    expect((await rowsOf(postId)).map(row => row.status)).toEqual(['approved', 'approved'])
  })

  it('names no version of another post', async () => {
    const { linkedin, seen } = await buildLed('pending_external_approval')
    const other = await buildLed('pending_external_approval')
    const foreign = [...seen, { post_social_id: other.facebook, version: 1 }]
    expect(await approveAs(cast.external, linkedin, foreign)).toMatchObject({ code: 'stale_version' })
  })
})

it('a version whose own internal round is open is not approved with a master that is ahead of it', async () => {
  const project = await buildCast(app.db)
  const { postId, socialIds } = await buildPost(app.db, project.project, {
    socials: [
      { network: 'facebook', status: 'pending_internal_approval' },
      { network: 'linkedin', status: 'pending_external_approval' },
    ],
  })
  const [, linkedin = 0] = socialIds
  await setProject(app.db, project.project.projectId, 'post-master-content-social-network-id', 'linkedin')
  expect((await approveAs(project.external, linkedin)).status).toBe(200)
  expect((await rowsOf(postId)).map(row => row.status)).toEqual(['pending_internal_approval', 'approved'])
  expect((await approveAs(project.internal, socialIds[0] ?? 0)).status).toBe(200)
})

it('the first of two approvers has to decide again when another network of the post was edited', async () => {
  const second = await buildPerson(app.db, cast.project, 'internal-approver')
  const chosen = [cast.internal.userId, second.userId]
  const status = 'pending_internal_approval'
  const { postId, socialIds } = await buildPost(app.db, cast.project, {
    type: 'text',
    socials: [
      { network: 'facebook', status, rounds: [] },
      { network: 'linkedin', status, rounds: [{ type: 'internal', status: 'open', chosen }] },
    ],
  })
  const [facebook = 0, linkedin = 0] = socialIds
  const named = async () => (await rowsOf(postId)).map(({ id, version }) => ({ post_social_id: id, version }))
  expect((await approveAs(cast.internal, linkedin, await named())).status).toBe(200)
  expect((await editAs(cast.creator, postId, facebook)).status).toBe(200)
  expect((await approveAs(second, linkedin, await named())).status).toBe(200)
  expect((await rowsOf(postId)).map(row => row.status)).toEqual([status, status])
  expect((await approveAs(cast.internal, linkedin, await named())).status).toBe(200)
  expect((await rowsOf(postId)).map(row => row.status)).toEqual([
    'pending_external_approval',
    'pending_external_approval',
  ])
})
