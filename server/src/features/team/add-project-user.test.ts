import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listAgencyUsers } from '#domain/agencies/contract.ts'
import { listProjectUsers } from '#domain/projects/contract.ts'
import { addProjectUser } from '#domain/team/contract.ts'
import { accountRoutes } from '#server/features/accounts/routes.ts'
import { agencyRoutes } from '#server/features/agencies/routes.ts'
import { projectRoutes } from '#server/features/projects/routes.ts'
import { startTestApp, type TestApp, testNow } from '#testing/app.ts'
import { buildCast, buildPerson, buildProject, type Cast } from '#testing/people.ts'
import { teamRoutes } from './routes.ts'

let test: TestApp
let cast: Cast
beforeAll(async () => {
  const routes = [...accountRoutes, ...agencyRoutes, ...projectRoutes, ...teamRoutes]
  test = await startTestApp({ routes, config: { SIGN_IN_PER_MINUTE: 10_000 } })
})
afterAll(() => test.close())
beforeEach(async () => {
  test.clock.set(testNow)
  cast = await buildCast(test.db)
})

const params = () => ({ projectId: cast.project.projectId })
const _people = async () => (await test.ask(cast.admin, listProjectUsers, { params: params() })).data

describe('Adding someone of the agency to a project', () => {
  it('adds them with the role, and lists them with all their roles', async () => {
    const second = await buildProject(test.db, { agencyId: cast.project.agencyId })
    const colleague = await buildPerson(test.db, second, 'internal-approver')
    const body = { user_id: colleague.userId, role: 'content-creator' } as const
    const { data } = await test.ask(cast.admin, addProjectUser, { params: params(), body })
    expect(data).toMatchObject({ id: colleague.userId, role: 'content-creator' })
    const ofAgency = { params: { agencyId: cast.project.agencyId } }
    const { data: users } = await test.ask(cast.admin, listAgencyUsers, ofAgency)
    expect(users.find(({ id }) => id === colleague.userId)?.projects.map(({ role }) => role)).toEqual([
      'content-creator',
      'internal-approver',
    ])
    expect(users.find(({ id }) => id === cast.admin.userId)).toMatchObject({ agency_role: 'agency-admin' })
    expect(users.some(({ id }) => id === cast.stranger.userId)).toBe(false)
    expect(await test.ask(cast.admin, addProjectUser, { params: params(), body })).toMatchObject({
      status: 409,
      code: 'already_member',
    })
  })

  it('refuses people of another agency, and the admin role', async () => {
    const body = { user_id: cast.stranger.userId, role: 'content-creator' } as const
    expect((await test.ask(cast.admin, addProjectUser, { params: params(), body })).status).toBe(422)
    const path = `/projects/${cast.project.projectId}/users`
    const admin = { user_id: cast.creator.userId, role: 'agency-admin' }
    expect((await test.send(cast.admin, 'POST', path, admin)).errors).toEqual({ role: ['Role is required'] })
  })
})
