import type { AuditValues } from '#domain/kernel/audit.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail, isFailure } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/projects/contract.ts'
import { audit, byScoped } from '#server/platform/audit/audit.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { auditValuesOfLogo, changeLogo } from '#server/platform/pictures/logo.ts'
import { findOwnProject } from './own-projects.ts'
import { setProjectSetting } from './project-settings.ts'

/** Changes the fields that are sent; the rest stays. */
export const saveProject = async (
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
  return (await findOwnProject(call, projectId)) ?? fail('not_found')
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
