import { expect, it } from 'vitest'
import { copyProject } from '#domain/team/contract.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { buildCast, buildPerson, buildProject, type TestProject, useNewCast } from '#testing/people.ts'
import { teamRoutes } from './routes.ts'

const test = useTestApp({ routes: teamRoutes })
const cast = useNewCast(test)

const copy = (from: TestProject, to: TestProject, by: TestPerson = cast.admin) =>
  test.ask(by, copyProject, {
    params: { projectId: to.projectId },
    body: { from_project_id: from.projectId },
  })

const fill = async ({ projectId: project_id }: TestProject) => {
  const { db } = test
  const setting = (name: string, value: string) => ({ project_id, name, value })
  await db
    .insertInto('project_settings')
    .values([setting('approval-deadline-hours', '48'), setting('post-master-content-social-network-id', '1')])
    .onConflict(clash => clash.doNothing())
    .execute()
  await db.insertInto('time_slots').values({ project_id, weekday: 1, time: '09:30' }).execute()
  const label = { project_id, text: 'Harvest', color: '#aa0000' }
  await db
    .insertInto('day_labels')
    .values([
      { ...label, start_at: '2026-07-01', end_at: '2026-07-02' },
      { ...label, text: 'Long ago', start_at: '2020-07-01', end_at: '2020-07-02' },
    ])
    .execute()
  await db
    .insertInto('hashtag_pools')
    .values({ project_id, pool_name: 'Coffee', hashtags: '#coffee #beans' })
    .execute()
}

const contentOf = async ({ projectId }: TestProject) => {
  const { db } = test
  const rows = {
    settings: db.selectFrom('project_settings').select(['name', 'value']).where('project_id', '=', projectId),
    slots: db.selectFrom('time_slots').select(['weekday', 'time']).where('project_id', '=', projectId),
    labels: db.selectFrom('day_labels').select('text').where('project_id', '=', projectId),
    pools: db.selectFrom('hashtag_pools').select('hashtags').where('project_id', '=', projectId),
    people: db
      .selectFrom('project_members')
      .select('role')
      .where('project_id', '=', projectId)
      .orderBy('role'),
  }
  return {
    settings: (await rows.settings.execute()).map(({ name, value }) => `${name} ${value}`),
    slots: await rows.slots.execute(),
    labels: (await rows.labels.execute()).map(({ text }) => text),
    pools: (await rows.pools.execute()).map(({ hashtags }) => hashtags),
    people: (await rows.people.execute()).map(({ role }) => role),
  }
}

it('A new project is set up as another: settings, slots, labels to come, pools and the team, once', async () => {
  await fill(cast.project)
  const to = await buildProject(test.db, { agencyId: cast.project.agencyId })
  for (const _time of [1, 2]) expect((await copy(cast.project, to)).status).toBe(200)
  const content = await contentOf(to)
  expect(content.settings).toContain('approval-deadline-hours 48')
  expect(content.settings.join()).not.toContain('master')
  expect(content).toMatchObject({
    slots: [{ weekday: 1, time: '09:30' }],
    labels: ['Harvest'],
    pools: ['#coffee #beans'],
    people: ['content-creator', 'internal-approver'],
  })
})

it('Nothing is copied from another agency or itself, or by anybody but admins', async () => {
  const foreign = await buildCast(test.db)
  await fill(foreign.project)
  const to = await buildProject(test.db, { agencyId: cast.project.agencyId })
  await buildPerson(test.db, to, 'content-creator')
  const before = await contentOf(to)
  expect((await copy(foreign.project, to)).status).toBe(404)
  // Everything is there already.
  expect((await copy(to, to)).status).toBe(200)
  for (const person of [cast.creator, cast.internal, cast.external])
    expect((await copy(cast.project, cast.project, person)).status).toBe(403)
  expect((await copy(cast.project, to, foreign.admin)).status).toBe(404)
  expect(await contentOf(to)).toEqual(before)
})
