import type * as contract from '#domain/agencies/contract.ts'
import type { AuditValues } from '#domain/kernel/audit.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail, isFailure } from '#domain/kernel/failure.ts'
import { audit, byAgencyCall } from '#server/platform/audit/audit.ts'
import type { AgencyCall } from '#server/platform/http/route.ts'
import { auditValuesOfLogo, changeLogo, type Logo } from '#server/platform/storage/logo.ts'
import { findAgency } from './agencies.ts'

export const saveAgency = async (
  { body }: Input<typeof contract.saveAgency>,
  call: AgencyCall,
): Promise<Answer<typeof contract.saveAgency>> => {
  const { tx, agency, services } = call
  const { agencyId } = agency
  const before = await tx
    .selectFrom('agencies')
    .select(['name', 'logo_key'])
    .where('id', '=', agencyId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const logo = await changeLogo(call, before.logo_key, body.remove_image !== undefined)
  if (isFailure(logo)) return logo
  const name = body.name ?? before.name
  await tx
    .updateTable('agencies')
    .set({ name, ...logo })
    .where('id', '=', agencyId)
    .execute()
  await auditChange(call, { name: before.name }, { name }, logo)
  return (await findAgency(tx, agencyId, services.config.publicUrl)) ?? fail('not_found')
}

const auditChange = async (
  call: AgencyCall,
  before: { name: string },
  after: { name: string },
  logo: Logo,
): Promise<void> => {
  const isRenamed = before.name !== after.name
  if (!isRenamed && logo.logo_key === undefined) return
  const old: AuditValues = isRenamed ? before : {}
  const now: AuditValues = { ...(isRenamed ? after : {}), ...auditValuesOfLogo(logo) }
  await audit(call.tx, byAgencyCall(call), {
    ...{ action: 'agency.changed', subject: before.name, old, new: now },
  })
}
