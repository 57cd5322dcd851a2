import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localOf } from '#domain/kernel/time.ts'
import { deleteProject, getProject } from '#domain/projects/contract.ts'
import { publishPostAsAdmin } from '#domain/publishing/contract.ts'
import { sweep } from '#server/features/publishing/engine/worker.ts'
import { publishingRoutes } from '#server/features/publishing/routes.ts'
import { databaseNow } from '#server/platform/db/database-now.ts'
import { buildPerson, nextNumber, type TestProject } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import {
  onNetwork,
  openOne,
  type PublishingStage,
  readOutcome,
  startPublishingStage,
} from '#testing/publishing/publishing.ts'
import { projectRoutes } from './routes.ts'

let stage: PublishingStage
beforeAll(async () => {
  stage = await startPublishingStage([...publishingRoutes, ...projectRoutes])
})
afterAll(() => stage.close())

/** A project with an admin and an approved post that is due by the database's clock. */
const buildDue = async () => {
  const project = await stage.connectedProject()
  const admin = await buildPerson(stage.db, project, 'agency-admin')
  const message = `Due ${nextNumber()}`
  const due = new Date((await databaseNow(stage.db)).getTime() - 60_000)
  const post = await buildPost(stage.db, project, {
    type: 'text',
    socials: [{ network: 'facebook', status: 'approved', message }],
    schedule: { ...localOf(due, project.timezone), is_autoposting: true },
  })
  return { project, admin, message, ...post }
}
const remove = (admin: { userId: number; name: string }, { projectId }: TestProject) =>
  stage.ask(admin, deleteProject, { params: { projectId } })

describe('Deleting a project', () => {
  it('releases none of its schedules any more, and nobody finds it', async () => {
    const { project, admin, message } = await buildDue()
    expect((await remove(admin, project)).status).toBe(200)
    await stage.drive(stage.publisher())
    expect(await onNetwork(stage, 'facebook', message)).toEqual([])
    const params = { projectId: project.projectId }
    expect((await stage.ask(admin, getProject, { params })).status).toBe(404)
    expect((await remove(admin, project)).status).toBe(404)
  })

  it('keeps its rows and is written to the audit log', async () => {
    const { project, admin, postId } = await buildDue()
    await remove(admin, project)
    const post = stage.db.selectFrom('posts').select('deleted_at').where('id', '=', postId)
    expect(await post.executeTakeFirst()).toEqual({ deleted_at: null })
    const log = stage.db.selectFrom('audit_log').selectAll().where('project_id', '=', project.projectId)
    expect(await log.execute()).toMatchObject([{ action: 'project.deleted', actor_id: admin.userId }])
  })

  it('is refused while one of its posts is being published, and says so', async () => {
    const { project, message } = await openOne(stage, 'facebook')
    const admin = await buildPerson(stage.db, project, 'agency-admin')
    expect(await remove(admin, project)).toMatchObject({
      status: 409,
      code: 'being_published',
      message: 'A post of this project is being published. Try again in a few minutes.',
    })
    await stage.drive(stage.publisher())
    expect(await onNetwork(stage, 'facebook', message)).toHaveLength(1)
    expect((await remove(admin, project)).status).toBe(200)
  })

  it('either publishes the post or deletes the project, whichever comes first, but never both', async () => {
    for (let round = 0; round < 6; round++) {
      const { project, admin, message, postId, socialIds } = await buildDue()
      const publications = async () => (await readOutcome(stage, socialIds[0] ?? 0)).publications
      const asAdmin = () => stage.ask(admin, publishPostAsAdmin, { params: { postId } })
      const publishing = round % 2 === 0 ? sweep(stage.publisher()) : asAdmin()
      const removing = remove(admin, project).then(async ({ status }) => ({
        status,
        seen: await publications(),
      }))
      const [{ status, seen }] = await Promise.all([removing, publishing])
      await stage.drive(stage.publisher())
      const published = await onNetwork(stage, 'facebook', message)
      expect([200, 409]).toContain(status)
      if (status === 409) expect(published).toHaveLength(1)
      else {
        // What went out before stays published; nothing new is started.
        expect(seen.every(publication => publication.status === 'live')).toBe(true)
        expect(await publications()).toHaveLength(seen.length)
        expect(published).toHaveLength(seen.length)
      }
    }
  })

  it('is for admins only', async () => {
    const project = await stage.connectedProject()
    for (const role of ['content-creator', 'internal-approver', 'external-approver'] as const)
      expect((await remove(await buildPerson(stage.db, project, role), project)).status).toBe(403)
    const stranger = await buildPerson(stage.db, await stage.connectedProject(), 'agency-admin')
    expect((await remove(stranger, project)).status).toBe(404)
  })
})
