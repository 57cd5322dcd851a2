import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createProject, deleteProject, saveProject, saveProjectSettings } from '#domain/projects/contract.ts'
import {
  addProjectUser,
  saveMemberSetting,
  sendAgencyInvitation,
  sendProjectInvitation,
} from '#domain/team/contract.ts'
import { projectRoutes } from '#server/features/projects/routes.ts'
import { teamRoutes } from '#server/features/team/routes.ts'
import { type EventHub, openEventHub } from '#server/platform/events/hub.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { buildPerson, buildProject, nextNumber, useNewCast } from '#testing/people.ts'

let hub: EventHub
let notified: number[]
const test = useTestApp({ routes: [...projectRoutes, ...teamRoutes] })
beforeAll(async () => {
  hub = await openEventHub(test.url, test.services.log)
  hub.onAccessChange(userId => notified.push(userId))
})
afterAll(async () => {
  await hub.close()
})
const cast = useNewCast(test)
beforeEach(async () => {
  notified = []
})

const params = () => ({ projectId: cast.project.projectId })
const heard = (projectId = cast.project.projectId) =>
  test.db.selectFrom('events').select(['type', 'actor_id']).where('project_id', '=', projectId).execute()
const idsOf = (...people: TestPerson[]) => people.map(({ userId }) => userId).sort()
const areNotified = (...people: TestPerson[]) =>
  expect.poll(() => [...new Set(notified)].sort()).toEqual(idsOf(...people))
const everybody = () => [cast.admin, cast.creator, cast.internal, cast.external]

describe('Other people’s open pages', () => {
  it('hear of an invitation to their project, but not of a refused one', async () => {
    const email = `zoe${nextNumber()}@example.com`
    const body = { project_id: params().projectId, name: 'Zoë', email, role: 'content-creator' as const }
    expect((await test.ask(cast.admin, sendProjectInvitation, { body })).status).toBe(200)
    expect((await test.ask(cast.admin, sendProjectInvitation, { body })).status).toBe(409)
    expect(await heard()).toEqual([{ type: 'invitation.sent', actor_id: cast.admin.userId }])
    expect(await heard(cast.elsewhere.projectId)).toEqual([])
  })

  it('hear in every project of the agency that an admin was added', async () => {
    const sibling = await buildProject(test.db, { agencyId: cast.project.agencyId })
    const zoe = await buildPerson(test.db, sibling, 'content-creator')
    const { email } = await test.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', zoe.userId)
      .executeTakeFirstOrThrow()
    const body = { agency_id: cast.project.agencyId, name: 'Zoë', email, role: 'agency-admin' as const }
    expect(await test.ask(cast.admin, sendAgencyInvitation, { body })).toMatchObject({ status: 200 })
    for (const projectId of [cast.project.projectId, sibling.projectId])
      expect((await heard(projectId)).map(({ type }) => type)).toEqual(['admin.added'])
    expect(await heard(cast.elsewhere.projectId)).toEqual([])
    await areNotified(zoe)
  })

  it('hear that the project was deleted', async () => {
    await test.ask(cast.admin, deleteProject, { params: params() })
    expect((await heard()).map(({ type }) => type)).toEqual(['project.deleted'])
    await areNotified(...everybody())
  })
})

describe('A reload of one’s own permissions', () => {
  it('is requested from everyone in a renamed project, whatever page they are on', async () => {
    await test.ask(cast.admin, saveProject, { params: params(), body: { name: 'Lagoon' } })
    expect((await heard()).map(({ type }) => type)).toEqual(['project.changed'])
    await areNotified(...everybody())
  })

  it('is requested from everyone in a project whose settings changed', async () => {
    const settings = [{ name: 'skip-approval-and-schedule' as const, value: 'true' as const }]
    await test.ask(cast.admin, saveProjectSettings, { params: params(), body: { settings } })
    expect((await heard()).map(({ type }) => type)).toEqual(['project.setting_changed'])
    await areNotified(...everybody())
  })

  it('is requested from the admins of an agency with a new project', async () => {
    await test.ask(cast.admin, createProject, { body: { name: 'Lagoon', timezone: 'Europe/Rome' } })
    await areNotified(cast.admin)
  })

  it('is requested only from the person whose permissions changed', async () => {
    const body = { name: 'skip-approval-and-schedule', value: 'true' } as const
    const member = { ...params(), userId: cast.creator.userId }
    await test.ask(cast.admin, saveMemberSetting, { params: member, body })
    await areNotified(cast.creator)
  })

  it('is requested from the person who was added to a project', async () => {
    const sibling = await buildProject(test.db, { agencyId: cast.project.agencyId })
    const body = { user_id: cast.creator.userId, role: 'content-creator' as const }
    await test.ask(cast.admin, addProjectUser, { params: { projectId: sibling.projectId }, body })
    expect((await heard(sibling.projectId)).map(({ type }) => type)).toEqual([
      'member.added',
      'member.joined',
    ])
    await areNotified(cast.creator)
  })
})
