import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/team/contract.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { listOpenInvitations } from './invitations.ts'

export const listProjectInvitations = (
  _input: Input<typeof contract.listProjectInvitations>,
  { tx, scope, now }: ScopedCall,
): Promise<Answer<typeof contract.listProjectInvitations>> =>
  listOpenInvitations(tx, { projectId: scope.projectId }, now)
