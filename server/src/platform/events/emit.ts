import { sql } from 'kysely'
import { type AgencyEventType, type EventType, isNotifying } from '#domain/kernel/live-events.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Row } from '#server/platform/db/schema.ts'

/** The NOTIFY channel that tells every process of new events. */
export const EVENTS_CHANNEL = 'galley_events'
/** The same for what happens to a whole agency, which no page of a project hears of: it wakes the listener that notifies its admins. */
export const AGENCY_EVENTS_CHANNEL = 'galley_agency_events'

export type NewEvent = {
  readonly type: EventType
  readonly projectId: number
  readonly postId?: number | null
  readonly postSocialId?: number | null
  /** Null: Galley itself did it. */
  readonly actorId: number | null
  /** What the activity needs in addition: small, never a secret. */
  readonly detail?: Record<string, unknown>
  /** Nobody is notified before: until then it can be undone. Enqueue a job of `sendDueNotificationsQueue` for that time. */
  readonly notifyFrom?: Date
}

/** Writes an event in the transaction of the change; open screens hear of it when (and only when) that commits. */
export const emit = (tx: Tx, event: NewEvent): Promise<void> => emitAll(tx, [event])

/** Writes many at once, in one statement with their notifications. */
export const emitAll = async (tx: Tx, events: readonly NewEvent[]): Promise<void> => {
  if (events.length === 0) return
  await tx
    .with('written', db =>
      db
        .insertInto('events')
        .values(
          events.map(event => ({
            type: event.type,
            project_id: event.projectId,
            post_id: event.postId ?? null,
            post_social_id: event.postSocialId ?? null,
            actor_id: event.actorId,
            detail: JSON.stringify(event.detail ?? {}),
            is_told: !isNotifying(event.type),
            told_from: event.notifyFrom ?? null,
          })),
        )
        .returning(['id', 'type', 'project_id', 'post_id', 'actor_id']),
    )
    .selectFrom('written')
    .$if(events.length === 1, query => query.modifyFront(prepared))
    .select(sql`pg_notify(${EVENTS_CHANNEL}, row_to_json(written)::text)`.as('notified'))
    .execute()
}

/**
 * Writes what happened to a whole agency, in the transaction of the change. Its admins are notified, or with `only` one of them, of this
 * offer; no page of a project hears of it.
 */
export const emitOfAgency = async (
  tx: Tx,
  type: AgencyEventType,
  agencyId: number,
  only?: { readonly userId: number; readonly handOverId: number },
): Promise<void> => {
  const columns = only ? { user_id: only.userId, hand_over_id: only.handOverId } : {}
  await tx
    .insertInto('agency_events')
    .values({ type, agency_id: agencyId, ...columns })
    .execute()
  await sql`select pg_notify(${AGENCY_EVENTS_CHANNEL}, '')`.execute(tx)
}

/** A version, as far as its events name it. */
export type EventSocial = Pick<Row<'post_socials'>, 'id' | 'post_id' | 'project_id' | 'social_network'>

/** What happened to one version of a post; the activity needs to know its network as well. */
export const eventOf = (
  type: EventType,
  social: EventSocial,
  actorId: number | null,
  detail: Record<string, unknown> = {},
): NewEvent => ({
  type,
  projectId: social.project_id,
  postId: social.post_id,
  postSocialId: social.id,
  actorId,
  detail: { social_network: social.social_network, ...detail },
})

/** Writes what happened to one version of a post. */
export const emitOfPostSocial = (
  tx: Tx,
  type: EventType,
  social: EventSocial,
  actorId: number | null,
  detail: Record<string, unknown> = {},
): Promise<void> => emit(tx, eventOf(type, social, actorId, detail))
