import { sql } from 'kysely'
import { isTold } from '#domain/kernel/live-events.ts'
import { notificationsOf } from '#domain/notifications/who-is-told.ts'
import type { Role } from '#domain/permissions/table.ts'
import type { ProjectUser } from '#domain/projects/model.ts'
import { listPeople } from '#server/features/projects/people.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { notifyTold } from '#server/platform/events/told.ts'
import type { Services } from '#server/platform/http/route.ts'
import { inTransaction } from '#server/platform/http/transaction.ts'
import { findSystemScope } from '#server/platform/session/scope.ts'
import { findCandidates, type UntoldEvent } from './candidates.ts'
import { mailTimeOf, readChoices } from './settings.ts'

/** Told in one transaction: small enough that nobody waits for the rows long. */
const AT_ONCE = 50

/**
 * Writes who is told of the events that wait, in their order. An event that a worker dies over is told by the next one, and nobody is told
 * of one twice (docs/product/notifications.md "Who is told what").
 * @returns how many events were told
 */
export const tellEvents = (services: Services): Promise<number> =>
  inTransaction(services.db, async tx => {
    const now = services.clock.now()
    const { rows: events } = await sql<UntoldEvent>`
      select id, type, project_id, post_id, post_social_id, actor_id, detail from events
      where not is_told and (told_from is null or told_from <= ${now})
      order by id limit ${AT_ONCE} for update skip locked`.execute(tx)
    const peopleOf = rememberPeople(services, tx)
    for (const event of events) await tellEvent(tx, event, await peopleOf(event.project_id), now)
    if (events.length > 0)
      await tx
        .updateTable('events')
        .set({ is_told: true })
        .where(
          'id',
          'in',
          events.map(({ id }) => id),
        )
        .execute()
    return events.length
  })

const rememberPeople = ({ config }: Services, tx: Tx) => {
  const known = new Map<number, readonly ProjectUser[] | null>()
  return async (projectId: number): Promise<readonly ProjectUser[] | null> => {
    if (!known.has(projectId)) {
      const scope = await findSystemScope(tx, projectId)
      known.set(projectId, scope && (await listPeople(tx, scope, config.publicUrl)))
    }
    return known.get(projectId) ?? null
  }
}

/** Of a deleted project nobody is told anything. */
const tellEvent = async (
  tx: Tx,
  event: UntoldEvent,
  people: readonly ProjectUser[] | null,
  now: Date,
): Promise<void> => {
  if (!people || !isTold(event.type)) return
  const candidates = await findCandidates(tx, event, people)
  const told = notificationsOf({ type: event.type, actorId: event.actor_id }, candidates)
  if (told.length === 0) return
  const choiceOf = await readChoices(
    tx,
    told.map(({ userId }) => userId),
    event.project_id,
  )
  const roles = new Map(candidates.map(({ userId, role }) => [userId, role]))
  await tx
    .insertInto('notifications')
    .values(
      told.map(({ userId, kind }) => ({
        ...{ user_id: userId, kind, project_id: event.project_id, event_id: event.id },
        ...{ post_id: event.post_id, post_social_id: event.post_social_id, created_at: now },
        actor_id: shownActor(event, roles.get(userId) ?? null),
        mail_at: mailTimeOf(choiceOf(userId, kind), now),
      })),
    )
    .onConflict(conflict => conflict.columns(['user_id', 'event_id']).doNothing())
    .execute()
  await notifyTold(
    tx,
    told.map(({ userId }) => userId),
  )
}

/** Clients do not learn who approves internally. */
const shownActor = ({ type, actor_id }: UntoldEvent, role: Role | null): number | null =>
  role === 'external-approver' && type === 'approval.round_approved' ? null : actor_id
