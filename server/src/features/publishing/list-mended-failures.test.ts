import { expect, it } from 'vitest'
import { listMendedFailures } from '#domain/publishing/contract.ts'
import type { FailureReason } from '#domain/publishing/status.ts'
import { useTestApp } from '#testing/app.ts'
import { buildPerson, buildProject, type TestProject } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { publishingRoutes } from './routes.ts'

const app = useTestApp({ routes: publishingRoutes })

const failed = async (
  project: TestProject,
  failure_reason: FailureReason,
  network: 'facebook' | 'twitter' = 'facebook',
) => {
  const { db } = app
  const { postId } = await buildPost(db, project, {
    type: 'text',
    socials: [{ network, message: failure_reason, status: 'publishing_failed' }],
  })
  await db.updateTable('post_socials').set({ failure_reason }).where('post_id', '=', postId).execute()
  return postId
}
const ask = async (project: TestProject, role: Parameters<typeof buildPerson>[2]) => {
  const person = await buildPerson(app.db, project, role)
  const { projectId } = project
  return app.ask(person, listMendedFailures, { params: { projectId } })
}
const listed = async (project: TestProject) =>
  (await ask(project, 'agency-admin')).data.map(({ message }) => message).toSorted()

it('what failed for want of access is listed while its account works, and nothing else that failed', async () => {
  const project = await buildProject(app.db, { connected: ['facebook'] })
  const postId = await failed(project, 'reconnect_needed')
  await failed(project, 'network_not_connected')
  await failed(project, 'permission_missing')
  await failed(project, 'rejected')
  // Twitter has no account.
  await failed(project, 'network_not_connected', 'twitter')
  expect(await listed(project)).toEqual(['network_not_connected', 'permission_missing', 'reconnect_needed'])

  await app.db.updateTable('posts').set({ deleted_at: new Date() }).where('id', '=', postId).execute()
  expect(await listed(project)).toEqual(['network_not_connected', 'permission_missing'])
})

it.each([
  ['needs reconnecting', { needs_reconnecting: true }],
  ['has expired', { expires_at: new Date('2020-01-01') }],
  ['was removed', { removed_at: new Date('2020-01-01') }],
])('nothing is listed of an account that %s', async (_what, state) => {
  const { db } = app
  const project = await buildProject(db, { connected: ['facebook'] })
  await failed(project, 'reconnect_needed')
  expect(await listed(project)).toHaveLength(1)
  await db.updateTable('social_accounts').set(state).where('project_id', '=', project.projectId).execute()
  expect(await listed(project)).toEqual([])
})

it('what failed is listed for those who may publish, in their own project', async () => {
  const { db } = app
  const project = await buildProject(db, { connected: ['facebook'] })
  await failed(project, 'reconnect_needed')
  expect((await ask(project, 'content-creator')).status).toBe(403)
  expect((await ask(project, 'external-approver')).status).toBe(403)
  const stranger = await buildPerson(db, await buildProject(db), 'agency-admin')
  const { projectId } = project
  expect((await app.ask(stranger, listMendedFailures, { params: { projectId } })).status).toBe(404)
})
