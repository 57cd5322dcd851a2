import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/team/contract.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { listOpenInvitations } from './invitations.ts'

export const listProjectInvitations = (
  _input: Input<typeof contract.listProjectInvitations>,
  { db, scope, now }: ScopedPoolCall,
): Promise<Answer<typeof contract.listProjectInvitations>> =>
  listOpenInvitations(db, { projectId: scope.projectId }, now)
