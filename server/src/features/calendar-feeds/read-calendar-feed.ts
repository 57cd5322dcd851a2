import type * as contract from '#domain/calendar-feeds/contract.ts'
import { feedLimits } from '#domain/calendar-feeds/events.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { needsOfMaker } from '#domain/kernel/secret-addresses.ts'
import { can } from '#domain/permissions/can.ts'
import type { PostSummary } from '#domain/posts/model.ts'
import type { Schedule } from '#domain/schedules/model.ts'
import { listScheduled, listSummaries } from '#server/features/posts/summaries.ts'
import type { Reader } from '#server/platform/db/database.ts'
import { FileAnswer } from '#server/platform/http/answers/file-answer.ts'
import type { PoolCall } from '#server/platform/http/route.ts'
import { hashSecret } from '#server/platform/session/links.ts'
import { findPersonScope } from '#server/platform/session/person-scope.ts'
import type { ProjectScope } from '#server/platform/session/scope.ts'
import { feedText } from './feed-text.ts'

const DAY_MS = 86_400_000

/** The project of the address as its person may see it now: removed, blocked or renewed, there is none. */
const findScope = async (db: Reader, token: string): Promise<ProjectScope | null> => {
  const feed = await db
    .selectFrom('calendar_feeds')
    .select(['project_id', 'user_id'])
    .where('token_hash', '=', hashSecret(token))
    .executeTakeFirst()
  if (!feed) return null
  const found = await findPersonScope(db, { userId: feed.user_id, projectId: feed.project_id })
  return found && can(found.scope, needsOfMaker.calendar_feed) ? found.scope : null
}

/** Posts read at once: a project's history can be many times what a feed has. */
const BATCH = 500

const readItems = async (
  db: Reader,
  scope: ProjectScope,
  instants: { from: Date; until: Date },
  now: Date,
) => {
  const ids = (await listScheduled(db, scope.projectId, instants)).map(({ id }) => id)
  const items: (Schedule & { post: PostSummary })[] = []
  for (let from = 0; from < ids.length && items.length < feedLimits.events; from += BATCH) {
    const summaries = await listSummaries(db, scope, ids.slice(from, from + BATCH), now)
    for (const { post, schedule } of summaries) {
      // A post that was never saved has only temporary versions.
      const isSaved = post.post_socials.some(({ status }) => status !== 'temporary_draft')
      if (schedule && isSaved) items.push({ ...schedule, post })
    }
  }
  return items.slice(0, feedLimits.events)
}

export const readCalendarFeed = async (
  { params }: Input<typeof contract.readCalendarFeed>,
  { db, now, services }: PoolCall,
): Promise<Answer<typeof contract.readCalendarFeed> | FileAnswer> => {
  const scope = await findScope(db, params.token)
  if (!scope) return fail('not_found')
  const from = new Date(now.getTime() - feedLimits.daysBack * DAY_MS)
  const until = new Date(now.getTime() + feedLimits.daysAhead * DAY_MS)
  // Empty and not gone: calendars take the posts away, ask again, and have them once the client is brought back.
  const items = scope.isArchived ? [] : await readItems(db, scope, { from, until }, now)
  return new FileAnswer({
    name: 'posts.ics',
    contentType: 'text/calendar; charset=utf-8',
    content: await feedText(scope, items, services.config.publicUrl),
    isDownload: false,
  })
}
