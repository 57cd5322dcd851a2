import type { CalendarEntry } from './entries.ts'
import { NO_CAMPAIGN } from './filters.ts'

/** How many of these posts belong to each campaign: the most first, `NO_CAMPAIGN` last. One that is not among the campaigns is none. */
export const campaignBalance = (
  entries: readonly Pick<CalendarEntry, 'item'>[],
  campaigns: ReadonlyMap<number, unknown>,
): { readonly id: number; readonly count: number }[] => {
  const counts = new Map<number, number>()
  for (const { item } of entries) {
    const { campaign_id: own = NO_CAMPAIGN } = item.post
    const id = campaigns.has(own) ? own : NO_CAMPAIGN
    counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return [...counts]
    .map(([id, count]) => ({ id, count }))
    .toSorted(
      (one, other) =>
        Number(one.id === NO_CAMPAIGN) - Number(other.id === NO_CAMPAIGN) ||
        other.count - one.count ||
        one.id - other.id,
    )
}
