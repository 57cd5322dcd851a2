import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/notifications/contract.ts'
import type { SignedInPoolCall } from '#server/platform/http/route.ts'
import { readUnreadCounts } from './unread.ts'

export const countUnread = (
  _: Input<typeof contract.countUnread>,
  { db, person }: SignedInPoolCall,
): Promise<Answer<typeof contract.countUnread>> => readUnreadCounts(db, person)
