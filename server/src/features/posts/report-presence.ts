import { sql } from 'kysely'
import { maySeeRound } from '#domain/approvals/rounds.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail, isFailure } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/posts/contract.ts'
import { PRESENCE_CHANNEL, type PresenceNews } from '#server/platform/events/presence.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { getPostFor } from './posts.ts'
import { viewerOf } from './viewer.ts'

const isVisible = async (call: ScopedPoolCall, postId: number, isClient: boolean): Promise<boolean> => {
  const { db, scope, now } = call
  if (isClient) return !isFailure(await getPostFor(db, viewerOf(call), postId, now))
  const post = await db
    .selectFrom('posts')
    .select('id')
    .where('id', '=', postId)
    .where('project_id', '=', scope.projectId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return post !== undefined
}

/** Passes on to every web process that this tab has the post open. Nothing is stored (decision 60). */
export const reportPresence = async (
  { body }: Input<typeof contract.reportPresence>,
  call: ScopedPoolCall,
): Promise<Answer<typeof contract.reportPresence>> => {
  const { db, scope, person } = call
  const isClient = !maySeeRound(scope, 'internal')
  if (!body.is_leaving && !(await isVisible(call, body.post_id, isClient))) return fail('not_found')
  const news: PresenceNews = {
    project_id: scope.projectId,
    user_id: person.userId,
    is_client: isClient,
    ...body,
  }
  await sql`select pg_notify(${PRESENCE_CHANNEL}, ${JSON.stringify(news)})`.execute(db)
  return {}
}
