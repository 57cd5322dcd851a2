import type * as contract from '#domain/agencies/contract.ts'
import type { AuditValues } from '#domain/kernel/audit.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail, isFailure } from '#domain/kernel/failure.ts'
import { audit, byAgencyCall } from '#server/platform/audit/audit.ts'
import type { AgencyCall } from '#server/platform/http/route.ts'
import { auditValuesOfLogo, changeLogo, type Logo } from '#server/platform/pictures/logo.ts'
import { findAgency } from './agencies.ts'

export const saveAgency = async (
  { body }: Input<typeof contract.saveAgency>,
  call: AgencyCall,
): Promise<Answer<typeof contract.saveAgency>> => {
  const { tx, agency, services } = call
  const { agencyId } = agency
  const before = await tx
    .selectFrom('agencies')
    .select(['name', 'logo_key', 'accent_color', 'names_weakest_post'])
    .where('id', '=', agencyId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const logo = await changeLogo(call, before.logo_key, body.remove_image !== undefined)
  if (isFailure(logo)) return logo
  const name = body.name ?? before.name
  const accent_color = body.accent_color === undefined ? before.accent_color : body.accent_color || null
  const names_weakest_post = body.names_weakest_post ?? before.names_weakest_post
  const after = { name, accent_color, names_weakest_post }
  await tx
    .updateTable('agencies')
    .set({ ...after, ...logo })
    .where('id', '=', agencyId)
    .execute()
  await auditChange(call, before, after, logo)
  return (await findAgency(tx, agencyId, services.config.publicUrl)) ?? fail('not_found')
}

type Described = {
  readonly name: string
  readonly accent_color: string | null
  readonly names_weakest_post: boolean
}

const auditChange = async (
  call: AgencyCall,
  before: Described,
  after: Described,
  logo: Logo,
): Promise<void> => {
  const valuesOf = ({ name, accent_color, names_weakest_post: weakest }: Described): AuditValues => ({
    ...(before.name === after.name ? {} : { name }),
    ...(before.accent_color === after.accent_color ? {} : { accent: accent_color }),
    ...(before.names_weakest_post === after.names_weakest_post
      ? {}
      : { weakest_post: weakest ? 'named' : 'not named' }),
  })
  const now = { ...valuesOf(after), ...auditValuesOfLogo(logo) }
  if (Object.keys(now).length === 0) return
  await audit(call.tx, byAgencyCall(call), {
    action: 'agency.changed',
    subject: before.name,
    old: valuesOf(before),
    new: now,
  })
}
