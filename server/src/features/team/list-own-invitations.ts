import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/team/contract.ts'
import type { SignedInPoolCall } from '#server/platform/http/route.ts'
import { readOwnInvitations } from './own-invitations.ts'

export const listOwnInvitations = (
  _input: Input<typeof contract.listOwnInvitations>,
  { db, person, now }: SignedInPoolCall,
): Promise<Answer<typeof contract.listOwnInvitations>> => readOwnInvitations(db, person.userId, now)
