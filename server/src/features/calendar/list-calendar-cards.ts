import type * as contract from '#domain/calendar/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import {
  cardsAt,
  listRevisions,
  readCards,
  type Spell,
  unchangedAround,
} from '#server/features/posts/cards.ts'
import { audienceOf } from '#server/features/posts/summaries.ts'
import type { Db } from '#server/platform/db/database.ts'
import { ReadyAnswer } from '#server/platform/http/answers/ready-answer.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { oncePer } from '#server/platform/jobs/batches.ts'
import { RecentValues } from '#server/platform/recent-values.ts'

type Shared = { readonly spell: Spell; readonly answer: ReadyAnswer }

/** In answers: those of the last few events are requested. */
const ANSWERS_MAX = 100

/**
 * Answers that are being made or were just made: everybody who looks at a calendar asks for the same card at the moment of an event. By
 * project, audience and the revisions of the posts, so that each gets what they may see, as it is now.
 */
const sharedAnswers = oncePer((_db: Db) => new RecentValues<Promise<Shared>>(ANSWERS_MAX))

/** The cards of single posts, for screens that have heard that these have changed. */
export const listCalendarCards = async (
  { query }: Input<typeof contract.listCalendarCards>,
  call: ScopedPoolCall,
): Promise<Answer<typeof contract.listCalendarCards> | ReadyAnswer> => {
  const { db, scope, now } = call
  const shared = sharedAnswers(db)
  const posts = await listRevisions(db, scope, query.ids)
  const key = `${scope.projectId} ${audienceOf(scope)} ${posts.map(({ id, revision }) => `${id}/${revision}`)}`
  const known = shared.get(key)
  const making = known ?? make(call, posts)
  if (!known) shared.set(key, making, 1)
  try {
    const { spell, answer } = await making
    const time = now.getTime()
    // A card that has turned overdue since, or had not yet when this call came.
    const isCurrent = spell.from < time && time <= spell.until
    return isCurrent ? answer : (await make(call, posts)).answer
  } catch (error) {
    shared.delete(key)
    throw error
  }
}

const make = async (
  { db, scope, now }: ScopedPoolCall,
  posts: Awaited<ReturnType<typeof listRevisions>>,
): Promise<Shared> => {
  const cards = await readCards(db, scope, posts)
  return { spell: unchangedAround(cards, now), answer: new ReadyAnswer(`{"data":[${cardsAt(cards, now)}]}`) }
}
