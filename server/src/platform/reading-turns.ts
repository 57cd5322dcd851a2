import pLimit, { type LimitFunction } from 'p-limit'
import { RecentValues } from './recent-values.ts'

const atOnce = pLimit(2)
/** How many people's turns are remembered. */
const PEOPLE_MAX = 1_000
const turns = new RecentValues<LimitFunction>(PEOPLE_MAX)

/**
 * For work that takes memory and a processor, such as reading a file that somebody has sent: two at a time, and somebody who asks for much
 * delays only their own. `who`: a person's id, or a name for people without one.
 */
export const readInTurn = <T>(who: number | string, read: () => Promise<T>): Promise<T> =>
  prepareInTurn(who, async () => undefined, read)

/** The same for work on what has to be fetched first: that delays nobody else, however long it takes. */
export const prepareInTurn = <Prepared, T>(
  who: number | string,
  prepare: () => Promise<Prepared>,
  work: (prepared: Prepared) => Promise<T>,
): Promise<T> => {
  const turn = turns.get(String(who)) ?? pLimit(1)
  turns.set(String(who), turn, 1)
  return turn(async () => {
    const prepared = await prepare()
    return atOnce(() => work(prepared))
  })
}
