import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listAuditFilters, listAuditLog, removeAgencyUser } from '#domain/agencies/contract.ts'
import { deleteProject, saveProject } from '#domain/projects/contract.ts'
import { removeSocialAccount } from '#domain/social-accounts/contract.ts'
import { blockAccounts } from '#server/features/accounts/operator-commands.ts'
import { projectRoutes } from '#server/features/projects/routes.ts'
import { makeSocialAccountRoutes } from '#server/features/social-accounts/routes.ts'
import { startTestApp, type TestApp, type TestPerson, testNow } from '#testing/app.ts'
import { auditing } from '#testing/audit.ts'
import { stubConnectors } from '#testing/connectors.ts'
import { buildCast, type Cast, nextNumber, setProject } from '#testing/people.ts'
import { agencyRoutes } from '../routes.ts'

let test: TestApp
let cast: Cast
beforeAll(async () => {
  const { connectors } = stubConnectors()
  const routes = [...agencyRoutes, ...projectRoutes, ...makeSocialAccountRoutes(() => connectors)]
  test = await startTestApp({ routes })
})
afterAll(() => test.close())
beforeEach(async () => {
  cast = await buildCast(test.db)
})

const { log, ask, inProject, inAgency, emailOf } = auditing(
  () => test,
  () => cast,
)
const role = 'content-creator' as const
const rename = () => ask(saveProject, { ...inProject(), body: { name: 'Lagoon' } })
const freshPerson = async (email = `zoe${nextNumber()}@example.com`): Promise<TestPerson> => {
  const values = { name: 'Zoë', email, is_confirmed: true }
  const row = await test.db.insertInto('users').values(values).returning('id').executeTakeFirstOrThrow()
  return { userId: row.id, name: 'Zoë' }
}

describe('A consequence of a change', () => {
  it('is logged too: the master platform that is cleared with its account', async () => {
    const field = 'post-master-content-social-network-id'
    await setProject(test.db, cast.project.projectId, field, 'twitter')
    await ask(removeSocialAccount, { params: { ...inProject().params, social: 'twitter' } })
    expect(await log()).toMatchObject([
      { action: 'project.setting_changed', old: { [field]: 'twitter' }, new: { [field]: '' } },
      { action: 'social_account.removed' },
    ])
  })

  it('is logged too: the invitations and projects, including deleted ones, of a removed person', async () => {
    const person = { agencyId: cast.project.agencyId, userId: cast.creator.userId }
    const email = await emailOf(cast.creator)
    const open = { agency_id: person.agencyId, project_id: null, email, name: 'Carl', role } as const
    const rest = { token_hash: Buffer.from(email), expires_at: new Date('2027-01-01') }
    await test.db
      .insertInto('invitations')
      .values({ ...open, ...rest })
      .execute()
    await ask(deleteProject, inProject())
    const values = { agency_id: person.agencyId, user_id: person.userId, role }
    await test.db.insertInto('agency_members').values(values).execute()
    await ask(removeAgencyUser, { params: person })
    const lines = (await log()).map(({ action, subject, project }) => [action, subject, project?.id ?? null])
    expect(lines).toEqual([
      ['member.removed', email, null],
      ['member.removed', email, cast.project.projectId],
      ['invitation.revoked', email, null],
      ['project.deleted', expect.any(String), cast.project.projectId],
    ])
  })
})

describe('A change of a person’s own account', () => {
  it('is in the log of each agency that the person belongs to, and in no other', async () => {
    const values = { project_id: cast.elsewhere.projectId, user_id: cast.creator.userId, role }
    await test.db.insertInto('project_members').values(values).execute()
    await blockAccounts(test.db, await emailOf(cast.creator), testNow)
    await blockAccounts(test.db, await emailOf(cast.creator), testNow)
    await blockAccounts(test.db, await emailOf(cast.internal), testNow)
    expect(await log()).toHaveLength(2)
    expect(await log(cast.elsewhere.agencyId, cast.stranger)).toHaveLength(1)
  })
})

describe('An entry', () => {
  it('stays readable when the project is deleted and the person has left the agency', async () => {
    await rename()
    await ask(deleteProject, inProject())
    const other = await freshPerson()
    const values = { agency_id: cast.project.agencyId, user_id: other.userId }
    await test.db.insertInto('agency_admins').values(values).execute()
    const person = { agencyId: values.agency_id, userId: cast.admin.userId }
    await ask(removeAgencyUser, { params: person }, other)
    expect(
      (await log(values.agency_id, other)).map(({ actor, project }) => [actor?.name, project?.name]),
    ).toEqual([
      ['Zoë', undefined],
      [cast.admin.name, 'Lagoon'],
      [cast.admin.name, 'Lagoon'],
    ])
    const { actors, projects } = await ask(
      listAuditFilters,
      { params: { agencyId: values.agency_id } },
      other,
    )
    expect(actors.map(({ name }) => name)).toEqual(['Zoë', cast.admin.name])
    expect(projects).toEqual([{ id: cast.project.projectId, name: 'Lagoon', is_deleted: true }])
  })

  it('survives every way to delete what it names, even in the database itself', async () => {
    await rename()
    const { projectId, agencyId } = cast.project
    for (const attempt of [
      `delete from users where id = ${cast.admin.userId}`,
      `delete from projects where id = ${projectId}`,
      `delete from agencies where id = ${agencyId}`,
    ])
      await expect(sql.raw(attempt).execute(test.db), attempt).rejects.toThrow(/foreign key/)
    for (const table of ['users', 'projects', 'agencies'])
      await expect(sql.raw(`truncate ${table} cascade`).execute(test.db)).rejects.toThrow('append-only')
    expect(await log()).toHaveLength(1)
  })

  it('is found by the days of the reader’s time zone', async () => {
    test.clock.set(new Date('2026-06-01T23:30:00Z'))
    await rename()
    test.clock.set(testNow)
    const count = async (query: { from?: string; to?: string; timezone?: string }) =>
      (await test.ask(cast.admin, listAuditLog, { ...inAgency(), query: query as never })).data.entries.length
    expect(await count({ from: '2026-06-02', to: '2026-06-02', timezone: 'Europe/Berlin' })).toBe(1)
    expect(await count({ to: '2026-06-01', timezone: 'Europe/Berlin' })).toBe(0)
    expect(await count({ from: '2026-06-01', to: '2026-06-01' })).toBe(1)
    expect(
      (await test.ask(cast.admin, listAuditLog, { ...inAgency(), query: { timezone: 'Mars' } as never }))
        .status,
    ).toBe(422)
  })
})
