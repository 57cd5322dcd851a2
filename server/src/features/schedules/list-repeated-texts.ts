import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { instantOf } from '#domain/kernel/instant-of.ts'
import { repeatsOf, repeatText } from '#domain/schedules/repeats.ts'
import type * as contract from '#domain/schedules/repeats-contract.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { readTextsAround } from './repeated-texts.ts'

export const listRepeatedTexts = async (
  { query }: Input<typeof contract.listRepeatedTexts>,
  { db, scope: { projectId, timezone } }: ScopedPoolCall,
): Promise<Answer<typeof contract.listRepeatedTexts>> => {
  const ids = query.post_ids.split(',').map(Number)
  const posts = await db
    .selectFrom('posts')
    .innerJoin('post_socials', 'post_socials.post_id', 'posts.id')
    .select(['post_id', 'social_network', 'message', 'published_at', 'scheduled_at'])
    .where('posts.project_id', '=', projectId)
    .where('posts.deleted_at', 'is', null)
    .where('posts.id', 'in', ids)
    .execute()
  const proposed = query.date && query.time && instantOf({ date: query.date, time: query.time, timezone })
  const mine = posts.flatMap(({ published_at, scheduled_at, ...one }) => {
    const at = published_at ?? (proposed || scheduled_at)
    return at === null ? [] : [{ ...one, at }]
  })
  const others = await readTextsAround(db, { projectId, texts: mine })
  return mine.flatMap(one =>
    repeatsOf(one, others)
      .slice(0, 1)
      .map(({ post_id, at }) => ({
        post_id: one.post_id,
        social_network: one.social_network,
        other_post_id: post_id ?? 0,
        text: repeatText(one.social_network, at, timezone),
      })),
  )
}
