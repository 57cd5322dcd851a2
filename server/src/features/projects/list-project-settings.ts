import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { can } from '#domain/permissions/can.ts'
import { settingsShownTo } from '#domain/permissions/settings.ts'
import type * as contract from '#domain/projects/contract.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'

export const listProjectSettings = async (
  _input: Input<typeof contract.listProjectSettings>,
  { scope }: ScopedPoolCall,
): Promise<Answer<typeof contract.listProjectSettings>> =>
  settingsShownTo(scope.settings, can(scope, 'post.seeInternalApprovalRound'))
