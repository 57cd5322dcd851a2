import { sql } from 'kysely'
import type { EventType } from '#domain/live/model.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'

/** The NOTIFY channel over which every web process hears of new events. */
export const EVENTS_CHANNEL = 'galley_events'

export type NewEvent = {
  readonly type: EventType
  readonly projectId: number
  readonly postId?: number | null
  readonly postSocialId?: number | null
  /** Null: the product itself did it. */
  readonly actorId: number | null
  /** What the activity needs besides: small, never a secret. */
  readonly detail?: Record<string, unknown>
}

/** Writes an event in the transaction that did the thing; open screens hear of it when (and only when) it commits. */
export const emit = async (tx: Tx, event: NewEvent): Promise<void> => {
  const { id } = await tx
    .insertInto('events')
    .values({
      type: event.type,
      project_id: event.projectId,
      post_id: event.postId ?? null,
      post_social_id: event.postSocialId ?? null,
      actor_id: event.actorId,
      detail: JSON.stringify(event.detail ?? {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const told = JSON.stringify({
    id,
    type: event.type,
    project_id: event.projectId,
    post_id: event.postId ?? null,
    actor_id: event.actorId,
  })
  await sql`select pg_notify(${EVENTS_CHANNEL}, ${told})`.execute(tx)
}

/** Writes what happened to one version of a post; the activity needs to know its network as well. */
export const emitOfPostSocial = (
  tx: Tx,
  type: EventType,
  social: Pick<Row<'post_socials'>, 'id' | 'post_id' | 'project_id' | 'social_network'>,
  actorId: number | null,
  detail: Record<string, unknown> = {},
): Promise<void> =>
  emit(tx, {
    type,
    projectId: social.project_id,
    postId: social.post_id,
    postSocialId: social.id,
    actorId,
    detail: { social_network: social.social_network, ...detail },
  })
