import { expect, it } from 'vitest'
import { findSystemScope } from '#server/platform/session/scope.ts'
import { useTestApp } from '#testing/app.ts'
import { buildPoints } from '#testing/figures.ts'
import { buildProject, connect, type TestProject } from '#testing/people.ts'
import { ensureMetricAccount, listMetricStates, listPoints } from './points.ts'

const kit = useTestApp({ routes: [] })

const scopeOf = async ({ projectId }: TestProject) => {
  const scope = await findSystemScope(kit.db, projectId)
  if (!scope) throw new Error('no project')
  return scope
}
const read = async (project: TestProject, metrics: string[], from: string, to: string) =>
  (await listPoints(kit.db, await scopeOf(project), { network: 'facebook', metrics, from, to })).map(
    ({ metric, series, day, value }) => `${metric} ${series} ${day} ${value}`,
  )

it('Values are read from the first day to the last, of the asked metrics and of this project only', async () => {
  const project = await buildProject(kit.db)
  const other = await buildProject(kit.db)
  const from = '2026-05-01'
  await buildPoints(kit.db, project, { network: 'facebook', metric: 'page_fans', from, values: [1, 2, 3, 4] })
  await buildPoints(kit.db, project, {
    network: 'facebook',
    metric: 'page_fan_adds',
    from,
    values: [9, 8, 7],
  })
  await buildPoints(kit.db, project, { network: 'facebook', metric: 'page_views_total', from, values: [5] })
  await buildPoints(kit.db, other, { network: 'facebook', metric: 'page_fans', from, values: [70, 71, 72] })
  expect(
    await read(project, ['page_fans', 'page_fan_adds', 'unheard_of'], '2026-05-02', '2026-05-03'),
  ).toEqual([
    'page_fans total 2026-05-02 2',
    'page_fans total 2026-05-03 3',
    'page_fan_adds positive 2026-05-02 8',
    'page_fan_adds positive 2026-05-03 7',
  ])
})

it('An account that was removed keeps its figures, and has them again when it is connected again', async () => {
  const project = await buildProject(kit.db)
  await buildPoints(kit.db, project, {
    network: 'facebook',
    metric: 'page_fans',
    from: '2026-05-01',
    values: [100],
  })
  const account = await kit.db
    .updateTable('social_accounts')
    .set({ removed_at: new Date() })
    .where('project_id', '=', project.projectId)
    .where('social_network', '=', 'facebook')
    .returning('external_id')
    .executeTakeFirstOrThrow()
  const seen = () => read(project, ['page_fans'], '2026-01-01', '2026-12-31')
  expect(await seen()).toEqual(['page_fans total 2026-05-01 100'])

  const another = await connect(kit.db, project.projectId, 'facebook')
  await buildPoints(kit.db, project, {
    network: 'facebook',
    metric: 'page_fans',
    from: '2026-05-02',
    values: [5],
  })
  expect(await seen()).toEqual(['page_fans total 2026-05-02 5'])

  await kit.db
    .updateTable('social_accounts')
    .set({ external_id: account.external_id })
    .where('id', '=', another)
    .execute()
  expect(await seen()).toEqual(['page_fans total 2026-05-01 100'])
})

it('A metric by hour has its 24 values, and a network without figures has none', async () => {
  const project = await buildProject(kit.db)
  const hours = Array.from({ length: 24 }, (_, hour) => hour)
  await buildPoints(kit.db, project, {
    network: 'instagram',
    metric: 'online_followers',
    from: '2026-05-01',
    values: [23],
    hours,
  })
  const scope = await scopeOf(project)
  const requested = { metrics: ['online_followers'], from: '2026-05-01', to: '2026-05-01' }
  expect((await listPoints(kit.db, scope, { network: 'instagram', ...requested }))[0]?.extended).toEqual(
    hours,
  )
  expect(await listPoints(kit.db, scope, { network: 'twitter', ...requested })).toEqual([])
})

it('The state of each metric is that of the present account', async () => {
  const project = await buildProject(kit.db)
  const key = { projectId: project.projectId, network: 'facebook' as const }
  const former = await ensureMetricAccount(kit.db, { ...key, externalId: 'former' })
  const { external_id } = await kit.db
    .selectFrom('social_accounts')
    .select('external_id')
    .where('project_id', '=', project.projectId)
    .where('social_network', '=', 'facebook')
    .executeTakeFirstOrThrow()
  const present = await ensureMetricAccount(kit.db, { ...key, externalId: external_id })
  const since = new Date('2026-05-01T00:00:00Z')
  await kit.db
    .insertInto('metric_states')
    .values([
      { metric_account_id: former, metric: 1, state: 'failed', since },
      { metric_account_id: present, metric: 6, state: 'dropped', since },
      { metric_account_id: present, metric: 1, state: 'read', since, last_day: '2026-04-30' },
    ])
    .execute()
  expect(await listMetricStates(kit.db, await scopeOf(project), 'facebook')).toEqual([
    { metric: 'page_fans', state: 'read', since, lastDay: '2026-04-30' },
    { metric: 'page_engaged_users', state: 'dropped', since, lastDay: null },
  ])
})
