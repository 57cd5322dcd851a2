import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { exportAuditLog, listAuditLog, saveAgency } from '#domain/agencies/contract.ts'
import { saveProjectSettings } from '#domain/projects/contract.ts'
import { accountRoutes } from '#server/features/accounts/routes.ts'
import { projectRoutes } from '#server/features/projects/routes.ts'
import { useTestApp } from '#testing/app.ts'
import { useNewCast } from '#testing/people.ts'
import { agencyRoutes } from '../routes.ts'

const test = useTestApp({ routes: [...accountRoutes, ...agencyRoutes, ...projectRoutes] })
const cast = useNewCast(test)
const params = () => ({ agencyId: cast.project.agencyId })
const log = async (query: Record<string, unknown> = {}, person = cast.admin) =>
  test.ask(person, listAuditLog, { params: params(), query: query as never })

describe('The audit log', () => {
  const change = async (value: 'true' | 'false') =>
    test.ask(cast.admin, saveProjectSettings, {
      params: { projectId: cast.project.projectId },
      body: { settings: [{ name: 'twitter-approval', value }] },
    })

  it('says who changed what, old and new, when and from where, and omits calls that changed nothing', async () => {
    await change('true')
    await change('true')
    await change('false')
    const { entries } = (await log()).data
    expect(entries).toHaveLength(2)
    expect(entries[0]).toEqual({
      id: expect.any(Number),
      action: 'project.setting_changed',
      actor: { id: cast.admin.userId, name: cast.admin.name, email: expect.stringContaining('@') },
      project: { id: cast.project.projectId, name: expect.any(String) },
      subject: expect.any(String),
      old: { 'twitter-approval': 'true' },
      new: { 'twitter-approval': 'false' },
      address: '127.0.0.1',
      created_at: test.clock.now().toISOString(),
    })
  })

  it('is read page by page, and filtered', async () => {
    for (const value of ['true', 'false', 'true'] as const) await change(value)
    const first = (await log({ limit: 2 })).data
    expect(first.entries).toHaveLength(2)
    const second = (await log({ limit: 2, before_id: first.next_before_id })).data
    expect([second.entries.length, second.next_before_id]).toEqual([1, null])
    const count = async (query: Record<string, unknown>) => (await log(query)).data.entries.length
    expect(await count({ action: 'project.setting_changed' })).toBe(3)
    expect(await count({ action: 'member.added' })).toBe(0)
    expect(await count({ actor_id: cast.creator.userId })).toBe(0)
    expect(await count({ project_id: cast.project.projectId })).toBe(3)
    expect(await count({ from: '2026-06-01', to: '2026-06-01' })).toBe(3)
    expect(await count({ from: '2026-06-02' })).toBe(0)
    expect(await count({ to: '2026-05-31' })).toBe(0)
  })

  it('is exported as CSV in which no name is a formula', async () => {
    const name = '=HYPERLINK("evil")'
    await test.ask(cast.admin, saveAgency, { params: params(), body: { name } })
    const { data } = await test.ask(cast.admin, exportAuditLog, { params: params() })
    expect(data.file_name).toBe('audit-log-2026-06-01.csv')
    expect(data.csv.split('\r\n')).toHaveLength(3)
    await test.ask(cast.admin, saveAgency, { params: params(), body: { name: 'Fine again' } })
    const after = (await test.ask(cast.admin, exportAuditLog, { params: params() })).data.csv
    expect(after).toContain(`,"'=HYPERLINK(""evil"")",`)
  })

  it('is visible only to admins', async () => {
    for (const endpoint of [listAuditLog, exportAuditLog]) {
      for (const person of [cast.creator, cast.internal, cast.external])
        expect((await test.ask(person, endpoint, { params: params() })).status).toBe(403)
      expect((await test.ask(cast.stranger, endpoint, { params: params() })).status).toBe(404)
    }
  })

  it('can be added to, but never changed, thinned out or emptied', async () => {
    await change('true')
    for (const attempt of [
      'update audit_log set actor_id = null',
      'delete from audit_log',
      'truncate audit_log',
    ])
      await expect(sql.raw(attempt).execute(test.db)).rejects.toThrow('append-only')
    expect((await log()).data.entries).toHaveLength(1)
  })
})
