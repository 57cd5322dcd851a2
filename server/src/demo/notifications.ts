import type { NotifyingEventType } from '#domain/kernel/live-events.ts'
import type { PendingEvent } from '#server/features/notifications/candidates.ts'
import { notificationsOfEvent, shownActor } from '#server/features/notifications/notify-of-events.ts'
import { listPeople } from '#server/features/projects/people.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Services } from '#server/platform/http/route.ts'
import { findSystemScope } from '#server/platform/session/scope.ts'

/** What happened to a post before Galley was started; `by` null: Galley itself did it. */
export type PastEvent = {
  readonly type: NotifyingEventType
  readonly projectId: number
  readonly postId: number
  readonly postSocialId: number
  readonly by: number | null
  readonly at: Date
  readonly detail: PendingEvent['detail']
}

/** What is older has been read. */
const UNREAD_MS = 48 * 3_600_000

/** Notifies people of what happened, by the product's own rules; no mail is sent any more. */
export const notifyOfPast = async (
  tx: Tx,
  { clock, config }: Services,
  projectId: number,
  events: readonly PastEvent[],
): Promise<void> => {
  const scope = await findSystemScope(tx, projectId)
  if (!scope) throw new Error(`The demo has no project ${projectId}`)
  const people = await listPeople(tx, scope, config.publicUrl)
  const readBefore = clock.now().getTime() - UNREAD_MS
  for (const { type, postId, postSocialId, by, at, detail } of events.toSorted((a, b) => +a.at - +b.at)) {
    const about = { project_id: projectId, post_id: postId, post_social_id: postSocialId, actor_id: by }
    const { id } = await tx
      .insertInto('events')
      .values({ ...about, type, detail: JSON.stringify(detail), created_at: at, is_told: true })
      .returning('id')
      .executeTakeFirstOrThrow()
    const event = { ...about, id, type, detail }
    const notifications = await notificationsOfEvent(tx, event, people)
    const rows = notifications.map(({ userId, kind, role }) => ({
      ...about,
      user_id: userId,
      kind,
      event_id: id,
      actor_id: shownActor(event, role),
      created_at: at,
      read_at: at.getTime() < readBefore ? at : null,
      mail_at: null,
    }))
    if (rows.length > 0) await tx.insertInto('notifications').values(rows).execute()
  }
}
