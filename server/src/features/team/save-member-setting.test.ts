import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { saveMemberSetting } from '#domain/team/contract.ts'
import { accountRoutes } from '#server/features/accounts/routes.ts'
import { agencyRoutes } from '#server/features/agencies/routes.ts'
import { projectRoutes } from '#server/features/projects/routes.ts'
import { startTestApp, type TestApp, testNow } from '#testing/app.ts'
import { buildCast, type Cast } from '#testing/people.ts'
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

const logOf = async (agencyId = cast.project.agencyId) =>
  test.db.selectFrom('audit_log').selectAll().where('agency_id', '=', agencyId).orderBy('id').execute()

describe('Settings of a content creator', () => {
  const save = (
    userId: number,
    name: 'content-manager' | 'skip-approval-and-schedule',
    value: 'true' | 'false',
    person = cast.admin,
  ) => test.ask(person, saveMemberSetting, { params: { ...params(), userId }, body: { name, value } })

  it('turn on Skip Approval & Schedule together with Content Manager, and log each change', async () => {
    const { data } = await save(cast.creator.userId, 'content-manager', 'true')
    const on = ['content-manager', 'skip-approval-and-schedule'].map(name => ({ name, value: 'true' }))
    expect(data.setting).toEqual(expect.arrayContaining(on))
    expect((await logOf()).map(line => [line.old, line.new])).toEqual([
      [{ 'content-manager': 'false' }, { 'content-manager': 'true' }],
      [{ 'skip-approval-and-schedule': 'false' }, { 'skip-approval-and-schedule': 'true' }],
    ])
    const off = await save(cast.creator.userId, 'content-manager', 'false')
    expect(off.data.setting).toContainEqual({ name: 'skip-approval-and-schedule', value: 'true' })
    expect(off.data.setting).toContainEqual({ name: 'content-manager', value: 'false' })
  })

  it('exist for content creators of the own project only, and are changed by admins only', async () => {
    expect((await save(cast.internal.userId, 'content-manager', 'true')).status).toBe(422)
    expect((await save(cast.stranger.userId, 'content-manager', 'true')).status).toBe(404)
    expect((await save(cast.creator.userId, 'content-manager', 'true', cast.creator)).status).toBe(403)
    expect((await save(cast.creator.userId, 'content-manager', 'true', cast.stranger)).status).toBe(404)
  })
})
