import { oneFor } from '#server/platform/jobs/batches.ts'

/** How often something may be tried with one subject, in one process: with several, as many times over. */
export type Limit = { readonly times: number; readonly minutes: number }

/** So many subjects are remembered at most: who tries millions of addresses must not fill the memory. */
const MAX_SUBJECTS = 50_000

const tables = oneFor((_owner: object) => new Map<string, number[]>())

/**
 * Counts an attempt on a subject (a call and an email address). The other limit, on the network address, stands at the route; this one
 * holds where the attempts come from many. Counted alike whether the subject exists or not.
 * @returns whether it may be made
 */
export const mayTry = (owner: object, subject: string, { times, minutes }: Limit, now: Date): boolean => {
  const table = tables(owner)
  const since = now.getTime() - minutes * 60_000
  const recent = (table.get(subject) ?? []).filter(time => time > since)
  if (recent.length >= times) return false
  // Behind all others: the one forgotten first is the one not tried for longest.
  table.delete(subject)
  table.set(subject, [...recent, now.getTime()])
  const [oldest] = table.keys()
  if (table.size > MAX_SUBJECTS && oldest !== undefined) table.delete(oldest)
  return true
}
