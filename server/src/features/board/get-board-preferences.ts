import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/notifications/board-preferences-contract.ts'
import type { SignedInPoolCall } from '#server/platform/http/route.ts'
import { readPreferences } from './board-preferences.ts'

export const getBoardPreferences = (
  _input: Input<typeof contract.getBoardPreferences>,
  { db, person }: SignedInPoolCall,
): Promise<Answer<typeof contract.getBoardPreferences>> => readPreferences(db, person.userId)
