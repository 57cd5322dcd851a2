import type * as contract from '#domain/calendar/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { cardsAt, listRevisions, readCards } from '#server/features/posts/cards.ts'
import { ReadyAnswer } from '#server/platform/http/ready-answer.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'

/** The cards of single posts, for screens that have heard that these have changed. */
export const listCalendarCards = async (
  { query }: Input<typeof contract.listCalendarCards>,
  { db, scope, now }: ScopedPoolCall,
): Promise<Answer<typeof contract.listCalendarCards> | ReadyAnswer> => {
  const posts = await listRevisions(db, scope, query.ids)
  return new ReadyAnswer(`{"data":[${cardsAt(await readCards(db, scope, posts), now)}]}`)
}
