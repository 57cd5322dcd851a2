import pLimit, { type LimitFunction } from 'p-limit'
import { RecentValues } from './recent-values.ts'

const atOnce = pLimit(2)
/** How many people's turns are remembered. */
const MAX_PEOPLE = 1_000
const turns = new RecentValues<LimitFunction>(MAX_PEOPLE)

/** For reading a file that somebody has sent, which takes memory and a processor: two at a time, and somebody who sends many delays only their own. */
export const readInTurn = <T>(userId: number, read: () => Promise<T>): Promise<T> => {
  const turn = turns.get(String(userId)) ?? pLimit(1)
  turns.set(String(userId), turn, 1)
  return turn(() => atOnce(read))
}
