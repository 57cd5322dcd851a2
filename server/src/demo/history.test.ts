import { expect, it } from 'vitest'
import { listAuditLog } from '#domain/agencies/contract.ts'
import { agencyRoutes } from '#server/features/agencies/routes.ts'
import { useTestApp } from '#testing/app.ts'
import { buildCast } from '#testing/people.ts'
import { writeDemoHistory } from './history.ts'

const test = useTestApp({ routes: agencyRoutes })

it('the demo agency’s admin can read the agency’s history in the audit log, oldest line first', async () => {
  const { admin, project } = await buildCast(test.db)
  const { agencyId, projectId } = project
  const accounts = [{ social_network: 'facebook', name: 'Harbor Coffee' }] as const
  const demo = {
    agencyId,
    agencyName: 'Bluebird Studio',
    adminId: admin.userId,
    projects: [{ projectId, name: 'Harbor', accounts }],
    timezone: 'Europe/Berlin',
    today: '2026-11-21',
  }
  await test.db.transaction().execute(tx => writeDemoHistory(tx, demo))
  const { entries } = (await test.ask(admin, listAuditLog, { params: { agencyId } })).data
  expect(entries.map(({ action, subject }) => [action, subject]).reverse()).toEqual([
    ['agency.created', 'Bluebird Studio'],
    ['project.created', 'Harbor'],
    ['member.added', 'carl@bluebird.example'],
    ['member.added', 'ines@bluebird.example'],
    ['member.added', 'emil@harbor.example'],
    ['social_account.connected', 'Facebook'],
  ])
  expect(entries.at(-1)).toMatchObject({
    created_at: '2026-10-17T07:02:00.000Z',
    actor: { id: admin.userId },
  })
  const times = entries.map(({ created_at }) => created_at)
  expect(times).toEqual(times.toSorted().reverse())
})
