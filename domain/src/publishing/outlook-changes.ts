import { MISSED_WINDOW_MINUTES, overdueAfter } from '#domain/schedules/timing.ts'
import type { OutlookFacts } from './outlook.ts'

const MISSED_WINDOW_MS = MISSED_WINDOW_MINUTES * 60_000
/** A rule that asks whether more than its time has passed answers differently a millisecond later. */
const justAfter = (ms: number) => ms + 1

/** The instants, in milliseconds since 1970, that the rules of the outlook compare with the present. */
const momentsOf = ({ dueAt, decideBy, account, agencyStopsAt, limitUntil, publication }: OutlookFacts) => [
  ...[dueAt, decideBy, account?.expiresAt, agencyStopsAt, limitUntil].flatMap(at => at?.getTime() ?? []),
  ...(dueAt ? [justAfter(overdueAfter(dueAt)), justAfter(dueAt.getTime() + MISSED_WINDOW_MS)] : []),
  ...(publication ? [justAfter(publication.dueAt.getTime() + MISSED_WINDOW_MS)] : []),
]

/** Until when `outlookOf` says the same of these facts as it says now: the next instant at which it may not; null: there is none. */
export const nextChangeOf = (facts: OutlookFacts, now: Date): Date | null => {
  const next = Math.min(...momentsOf(facts).filter(at => at > now.getTime()))
  return Number.isFinite(next) ? new Date(next) : null
}
