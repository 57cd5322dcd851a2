import { beforeAll, beforeEach } from 'vitest'
import { type SocialNetwork, socialNetworks } from '#domain/networks/model.ts'
import { networks } from '#domain/networks/network.ts'
import type { Role } from '#domain/permissions/table.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type TestPerson, testNow } from './app.ts'
import { prepared } from './prepared.ts'

let counter = 0
/** A number that nothing else in this test file has. */
export const nextNumber = (): number => {
  counter += 1
  return counter
}

export type TestProject = { readonly projectId: number; readonly agencyId: number; readonly timezone: string }

/** An agency without any people. */
export const buildAgency = async (db: Db, name = `Agency ${nextNumber()}`): Promise<number> =>
  (await db.insertInto('agencies').values({ name }).returning('id').executeTakeFirstOrThrow()).id

/** A project, by default in Berlin time with all four networks connected and no settings. */
export const buildProject = async (
  db: Db,
  options: {
    agencyId?: number
    timezone?: string
    connected?: readonly SocialNetwork[]
    settings?: Record<string, string>
  } = {},
): Promise<TestProject> => {
  const agencyId = options.agencyId ?? (await buildAgency(db))
  const timezone = options.timezone ?? 'Europe/Berlin'
  const { id } = await db
    .insertInto('projects')
    .values({ agency_id: agencyId, name: `Project ${nextNumber()}`, timezone })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const network of options.connected ?? socialNetworks) await connect(db, id, network)
  for (const [name, value] of Object.entries(options.settings ?? {})) await setProject(db, id, name, value)
  return { projectId: id, agencyId, timezone }
}

/** Connects an account of this network to the project. */
export const connect = async (db: Db, projectId: number, network: SocialNetwork): Promise<number> => {
  const name = `${networks[network].label} of project ${projectId}`
  const { id } = await db
    .insertInto('social_accounts')
    .values({
      project_id: projectId,
      social_network: network,
      external_id: String(nextNumber()),
      name,
      account_details: JSON.stringify({ [networks[network].accountNameField]: name }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Sets a project setting. */
export const setProject = async (db: Db, projectId: number, name: string, value: string): Promise<void> => {
  await db
    .insertInto('project_settings')
    .values({ project_id: projectId, name, value })
    .onConflict(clash => clash.columns(['project_id', 'name']).doUpdateSet({ value }))
    .execute()
}

/** A person with this role in the project; `settings` are theirs in it (`content-manager`). */
export const buildPerson = async (
  db: Db,
  project: TestProject,
  role: Role,
  settings: Record<string, string> = {},
): Promise<TestPerson> => {
  const number = nextNumber()
  const name = `${role} ${number}`
  const { id } = await db
    .insertInto('users')
    .values({ name, email: `person${number}@example.com`, is_super_admin: role === 'super-admin' })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (role === 'agency-admin')
    await db.insertInto('agency_admins').values({ agency_id: project.agencyId, user_id: id }).execute()
  else if (role !== 'super-admin')
    await db
      .insertInto('project_members')
      .values({ project_id: project.projectId, user_id: id, role })
      .execute()
  for (const [setting, value] of Object.entries(settings))
    await db
      .insertInto('member_settings')
      .values({ project_id: project.projectId, user_id: id, name: setting, value })
      .execute()
  return { userId: id, name }
}

/** Offers the project to an address, instead of any offer before. @returns its id */
export const buildOffer = async (
  db: Db,
  { projectId, agencyId }: TestProject,
  { email, offeredBy }: { readonly email: string; readonly offeredBy: number },
): Promise<number> => {
  await db
    .updateTable('project_hand_overs')
    .set({ withdrawn_at: testNow })
    .where('project_id', '=', projectId)
    .where('accepted_at', 'is', null)
    .where('declined_at', 'is', null)
    .execute()
  const { id } = await db
    .insertInto('project_hand_overs')
    .values({
      project_id: projectId,
      from_agency_id: agencyId,
      project_name: 'Harbor Coffee',
      offered_by: offeredBy,
      email,
      offered_at: testNow,
      expires_at: new Date(testNow.getTime() + 14 * 86_400_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A project with one person of each role, and the admin of another agency, who must not see it. */
export const buildCast = async (db: Db, options: Parameters<typeof buildProject>[1] = {}) => {
  const project = await buildProject(db, options)
  const elsewhere = await buildProject(db)
  return {
    project,
    admin: await buildPerson(db, project, 'agency-admin'),
    creator: await buildPerson(db, project, 'content-creator'),
    internal: await buildPerson(db, project, 'internal-approver'),
    external: await buildPerson(db, project, 'external-approver'),
    elsewhere,
    stranger: await buildPerson(db, elsewhere, 'agency-admin'),
  }
}

export type Cast = Awaited<ReturnType<typeof buildCast>>

/** `buildCast` once for the tests of this file, or of the `describe` that calls it. */
export const useCast = (app: { readonly db: Db }, options?: Parameters<typeof buildCast>[1]): Cast =>
  prepared(beforeAll, () => buildCast(app.db, options))

/** `buildCast` anew before each test. */
export const useNewCast = (app: { readonly db: Db }, options?: Parameters<typeof buildCast>[1]): Cast =>
  prepared(beforeEach, () => buildCast(app.db, options))
