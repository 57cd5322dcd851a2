import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { isFailure } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/notifications/contract.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { findKind, readChoices, toSetting } from './settings.ts'

export const getNotificationSetting = async (
  { params }: Input<typeof contract.getNotificationSetting>,
  { db, scope, person, now }: ScopedPoolCall,
): Promise<Answer<typeof contract.getNotificationSetting>> => {
  const kind = findKind(params.settingId, scope)
  if (isFailure(kind)) return kind
  const choiceOf = await readChoices(db, [person.userId], scope.projectId)
  return toSetting(kind, choiceOf(person.userId, kind), scope, now)
}
