import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail, isFailure } from '#domain/kernel/failure.ts'
import { LATE_GOES_LIVE } from '#domain/permissions/settings.ts'
import type * as contract from '#domain/projects/contract.ts'
import { audit, byAgencyCall } from '#server/platform/audit/audit.ts'
import type { AgencyCall } from '#server/platform/http/route.ts'
import { storeLogo } from '#server/platform/pictures/logo.ts'
import { findOwnProject } from './own-projects.ts'
import { setProjectSetting } from './project-settings.ts'

/** A new project of the agency; the checkbox of step 1 becomes its first setting. */
export const createProject = async (
  { body }: Input<typeof contract.createProject>,
  call: AgencyCall,
): Promise<Answer<typeof contract.createProject>> => {
  const { tx, agency, person, now } = call
  const { name, timezone, [LATE_GOES_LIVE]: bypass } = body
  const logo_key = await storeLogo(call)
  if (isFailure(logo_key)) return logo_key
  const { id: projectId } = await tx
    .insertInto('projects')
    .values({
      agency_id: agency.agencyId,
      owner_id: person.userId,
      name,
      timezone,
      logo_key,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const settings = { 'project-timezone': timezone, ...(bypass ? { [LATE_GOES_LIVE]: bypass } : {}) }
  for (const [setting, value] of Object.entries(settings))
    await setProjectSetting(tx, projectId, setting, value)
  const by = { ...byAgencyCall(call), projectId }
  await audit(tx, by, { action: 'project.created', subject: name, new: { name, ...settings } })
  return (await findOwnProject(call, projectId)) ?? fail('not_found')
}
