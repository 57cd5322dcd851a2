import type { AuditValues } from '#domain/agencies/model.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail, isFailure } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/projects/contract.ts'
import type { OwnProject } from '#domain/projects/model.ts'
import { audit, byAgencyCall, byScoped } from '#server/platform/audit/audit.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { AgencyCall, ScopedCall, SignedInCall } from '#server/platform/http/route.ts'
import { auditValuesOfLogo, changeLogo, storeLogo } from '#server/platform/storage/logo.ts'
import { setProjectSetting } from '../commands.ts'
import { listOwnProjects } from '../queries.ts'

const BYPASS = 'bypass-external-approval-when-internal-approved'

const findOwn = async ({ tx, person, services }: SignedInCall, id: number): Promise<OwnProject | undefined> =>
  (await listOwnProjects(tx, person, services.config.publicUrl)).find(project => project.id === id)

/** A new project of the agency, with the checkbox of project step 1 as its first setting. */
export const createOneProject = async (
  { body }: Input<typeof contract.createProject>,
  call: AgencyCall,
): Promise<Answer<typeof contract.createProject>> => {
  const { tx, agency, person, now } = call
  const { name, timezone, [BYPASS]: bypass } = body
  const logo_key = await storeLogo(call)
  if (isFailure(logo_key)) return logo_key
  const { id: projectId } = await tx
    .insertInto('projects')
    .values({
      ...{ agency_id: agency.agencyId, owner_id: person.userId },
      ...{ name, timezone, logo_key, created_at: now },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const settings = { 'project-timezone': timezone, ...(bypass ? { [BYPASS]: bypass } : {}) }
  for (const [setting, value] of Object.entries(settings))
    await setProjectSetting(tx, projectId, setting, value)
  const by = { ...byAgencyCall(call), projectId }
  await audit(tx, by, { action: 'project.created', subject: name, new: { name, ...settings } })
  return (await findOwn(call, projectId)) ?? fail('not_found')
}

/** What is sent changes, the rest stays. */
export const saveOneProject = async (
  { body }: Input<typeof contract.saveProject>,
  call: ScopedCall,
): Promise<Answer<typeof contract.saveProject>> => {
  const { tx, scope } = call
  const { projectId } = scope
  const before = await tx
    .selectFrom('projects')
    .select(['name', 'timezone', 'logo_key'])
    .where('id', '=', projectId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const logo = await changeLogo(call, before.logo_key, body.remove_image !== undefined)
  if (isFailure(logo)) return logo
  const after = { name: body.name ?? before.name, timezone: body.timezone ?? before.timezone }
  await tx
    .updateTable('projects')
    .set({ ...after, ...logo })
    .where('id', '=', projectId)
    .execute()
  await setProjectSetting(tx, projectId, 'project-timezone', after.timezone)
  await auditChange(tx, call, { before, after, logo: auditValuesOfLogo(logo) })
  return (await findOwn(call, projectId)) ?? fail('not_found')
}

type Named = { readonly name: string; readonly timezone: string }

const auditChange = async (
  tx: Tx,
  call: ScopedCall,
  { before, after, logo }: { before: Named; after: Named; logo: AuditValues },
): Promise<void> => {
  const old: Record<string, string> = {}
  const now: AuditValues = { ...logo }
  for (const field of ['name', 'timezone'] as const) {
    if (before[field] === after[field]) continue
    old[field] = before[field]
    now[field] = after[field]
  }
  if (Object.keys(now).length === 0) return
  await audit(tx, byScoped(call), { action: 'project.changed', subject: before.name, old, new: now })
}
