import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/notifications/quiet-hours-contract.ts'
import { mailTimeOf, readChoices } from '#server/features/notifications/settings.ts'
import type { SignedInCall } from '#server/platform/http/route.ts'
import { readQuietHours } from './quiet-hours.ts'

export const saveQuietHours = async (
  { body: { quiet_hours: chosen } }: Input<typeof contract.saveQuietHours>,
  call: SignedInCall,
): Promise<Answer<typeof contract.saveQuietHours>> => {
  const { tx, person } = call
  if (chosen) {
    const row = {
      days: chosen.days.toSorted((a, b) => a - b),
      from_time: chosen.from,
      to_time: chosen.to,
      timezone: chosen.timezone,
    }
    await tx
      .insertInto('quiet_hours')
      .values({ user_id: person.userId, ...row })
      .onConflict(conflict => conflict.column('user_id').doUpdateSet(row))
      .execute()
  } else await tx.deleteFrom('quiet_hours').where('user_id', '=', person.userId).execute()
  await releaseHeld(call)
  return { quiet_hours: await readQuietHours(tx, person.userId) }
}

/** What was held until the end of the former hours comes when it would without any; new hours hold it again. */
const releaseHeld = async ({ tx, person, now }: SignedInCall): Promise<void> => {
  const waiting = await tx
    .selectFrom('notifications')
    .select(['project_id', 'kind'])
    .distinct()
    .where('user_id', '=', person.userId)
    .where('mail_at', '>', now)
    .where('project_id', 'is not', null)
    .execute()
  for (const [project_id, rows] of Map.groupBy(waiting, row => row.project_id)) {
    if (project_id === null) continue
    const choiceOf = await readChoices(tx, [person.userId], project_id)
    for (const { kind } of rows)
      await tx
        .updateTable('notifications')
        .set({ mail_at: mailTimeOf(choiceOf(person.userId, kind), now) })
        .where('user_id', '=', person.userId)
        .where('project_id', '=', project_id)
        .where('kind', '=', kind)
        .where('mail_at', '>', now)
        .execute()
  }
}
