import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { can } from '#domain/permissions/can.ts'
import { settingsShownTo } from '#domain/permissions/settings.ts'
import type * as contract from '#domain/projects/contract.ts'
import { listProjectSocials } from '#server/features/social-accounts/connected-accounts.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { pictureUrl } from '#server/platform/storage/storage.ts'
import { listVisiblePeople } from './people.ts'

export const getProject = async (
  _input: Input<typeof contract.getProject>,
  call: ScopedPoolCall,
): Promise<Answer<typeof contract.getProject>> => {
  const { db, scope, person, services } = call
  const { publicUrl } = services.config
  const row = await db
    .selectFrom('projects')
    .select(['id', 'name', 'agency_id', 'owner_id', 'logo_key', 'timezone', 'archived_at'])
    .where('id', '=', scope.projectId)
    .executeTakeFirstOrThrow()
  const projectUsers = await listVisiblePeople(call)
  const { logo_key, archived_at, ...project } = row
  return {
    ...project,
    ...(archived_at && { archived_at: archived_at.toISOString() }),
    logo_image_link: pictureUrl(publicUrl, logo_key, 'small'),
    role: scope.role ?? 'external-approver',
    setting: projectUsers.find(user => user.id === person.userId)?.setting ?? [],
    socials: await listProjectSocials(db, scope),
    projectUsers,
    settings: settingsShownTo(scope.settings, can(scope, 'post.seeInternalApprovalRound')),
  }
}
