import { sql } from 'kysely'
import { isNotifying } from '#domain/kernel/live-events.ts'
import type { NotificationKind } from '#domain/notifications/kinds.ts'
import { notificationsOf } from '#domain/notifications/recipients.ts'
import type { Role } from '#domain/permissions/table.ts'
import type { ProjectUser } from '#domain/projects/model.ts'
import { queueForChat } from '#server/features/chat/entries.ts'
import { listPeople } from '#server/features/projects/people.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { notifyPages } from '#server/platform/events/notified.ts'
import type { Services } from '#server/platform/http/route.ts'
import { inTransaction } from '#server/platform/http/transaction.ts'
import { findSystemScope } from '#server/platform/session/scope.ts'
import { findCandidates, type PendingEvent } from './candidates.ts'
import { queuePushes } from './push/queue-pushes.ts'
import { type Choice, mailTimeOf, readChoices } from './settings.ts'

/** Handled in one transaction: few enough that the first person need not wait for the last, and many of a project share what is read. */
const AT_ONCE = 200

/**
 * Notifies people of the pending events, in order. An event that a worker dies over is handled by the next one, and nobody is notified
 * of one twice (docs/product/notifications.md "Who is told what").
 * @returns how many events were handled
 */
export const notifyOfEvents = (services: Services): Promise<number> =>
  inTransaction(services.db, async tx => {
    const now = services.clock.now()
    const { rows: events } = await sql<PendingEvent>`
      select id, type, project_id, post_id, post_social_id, actor_id, detail from events
      where not is_told and (told_from is null or told_from <= ${now})
      order by id limit ${AT_ONCE} for update skip locked`.execute(tx)
    if (events.length === 0) return 0
    const peopleOf = rememberPeople(services, tx)
    const notifications: Notification[] = []
    for (const event of events)
      notifications.push(...(await notificationsOfEvent(tx, event, await peopleOf(event.project_id))))
    await writeNotifications(tx, notifications, now)
    const ids = events.map(({ id }) => id)
    await queueForChat(tx, services, ids, now)
    await tx.updateTable('events').set({ is_told: true }).where('id', 'in', ids).execute()
    return events.length
  })

const rememberPeople = ({ config }: Services, tx: Tx) => {
  const known = new Map<number, readonly ProjectUser[] | null>()
  return async (projectId: number): Promise<readonly ProjectUser[] | null> => {
    if (!known.has(projectId)) {
      const scope = await findSystemScope(tx, projectId)
      const isTold = scope !== null && !scope.isArchived
      known.set(projectId, isTold ? await listPeople(tx, scope, config.publicUrl) : null)
    }
    return known.get(projectId) ?? null
  }
}

type Notification = {
  readonly event: PendingEvent
  readonly userId: number
  readonly kind: NotificationKind
  readonly role: Role
}

/** The notifications of an event. Of a deleted project, and of an archived one, there are none. */
export const notificationsOfEvent = async (
  tx: Tx,
  event: PendingEvent,
  people: readonly ProjectUser[] | null,
): Promise<Notification[]> => {
  if (!people || !isNotifying(event.type)) return []
  const candidates = await findCandidates(tx, event, people)
  return notificationsOf({ type: event.type, actorId: event.actor_id }, candidates).map(one => ({
    event,
    ...one,
  }))
}

/** All in one statement; a burst of thousands of events takes a third of the time that one for each took. */
const writeNotifications = async (
  tx: Tx,
  notifications: readonly Notification[],
  now: Date,
): Promise<void> => {
  if (notifications.length === 0) return
  const choices = await readChoicesOf(tx, notifications)
  const written = await tx
    .insertInto('notifications')
    .values(
      notifications.map(({ event, userId, kind, role }) => ({
        user_id: userId,
        kind,
        project_id: event.project_id,
        event_id: event.id,
        post_id: event.post_id,
        post_social_id: event.post_social_id,
        created_at: now,
        actor_id: shownActor(event, role),
        mail_at: mailTimeOf(choices(event.project_id, userId, kind), now),
      })),
    )
    .onConflict(conflict => conflict.columns(['user_id', 'event_id']).doNothing())
    .returning(['id', 'user_id', 'kind', 'project_id'])
    .execute()
  await queuePushes(tx, written, choices, now)
  await notifyPages(
    tx,
    notifications.map(({ userId }) => userId),
  )
}

/** What the recipients have chosen, project by project. */
const readChoicesOf = async (tx: Tx, notifications: readonly Notification[]) => {
  const readers = new Map<number, Awaited<ReturnType<typeof readChoices>>>()
  for (const [projectId, own] of Map.groupBy(notifications, ({ event }) => event.project_id)) {
    const userIds = [...new Set(own.map(({ userId }) => userId))]
    readers.set(projectId, await readChoices(tx, userIds, projectId))
  }
  return (projectId: number, userId: number, kind: NotificationKind): Choice => {
    const choiceOf = readers.get(projectId)
    if (!choiceOf) throw new Error('the choices of each project were read')
    return choiceOf(userId, kind)
  }
}

/** Clients do not learn who approves internally. */
export const shownActor = ({ type, actor_id }: PendingEvent, role: Role): number | null =>
  role === 'external-approver' && type === 'approval.round_approved' ? null : actor_id
