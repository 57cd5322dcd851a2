import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/notifications/contract.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { kindsIn, readChoices, toSetting } from './settings.ts'

export const listNotificationSettings = async (
  _: Input<typeof contract.listNotificationSettings>,
  { db, scope, person, now }: ScopedPoolCall,
): Promise<Answer<typeof contract.listNotificationSettings>> => {
  const choiceOf = await readChoices(db, [person.userId], scope.projectId)
  return kindsIn(scope).map(kind => toSetting(kind, choiceOf(person.userId, kind), scope, now))
}
