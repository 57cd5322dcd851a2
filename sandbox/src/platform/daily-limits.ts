const DAY_MS = 24 * 3_600_000

/**
 * What a network allows in a day, of each account, member or app. Instagram counts the last 24 hours, X 24 hours from the first post,
 * LinkedIn until midnight UTC.
 */
export const dailyLimits = {
  instagram_containers: 400,
  linkedin_member_posts: 150,
  linkedin_app_posts: 100_000,
  twitter_app_posts: 10_000,
} as const
export type DailyLimit = keyof typeof dailyLimits
export const dailyLimitNames = Object.keys(dailyLimits) as [DailyLimit, ...DailyLimit[]]

/** Whose use is counted where all accounts of an app share it. */
export const WHOLE_APP = 'app'

/** The counts of a day by limit and subject. They are lost on a restart, which at worst allows some more. */
export type DailyCounts = {
  used(limit: DailyLimit, subject: string): number
  /** Takes so much, instead of what was used, without a call for each. */
  set(limit: DailyLimit, subject: string, used: number): void
  add(limit: DailyLimit, subject: string): void
  /** Epoch milliseconds. */
  endsAt(limit: DailyLimit, subject: string): number
}

export function createDailyCounts(now: () => number): DailyCounts {
  const days = new Map<string, { started: number; used: number }>()
  const dayOf = (limit: DailyLimit, subject: string) => {
    const key = `${limit}/${subject}`
    const known = days.get(key)
    if (known && now() - known.started < DAY_MS) return known
    const started = limit.startsWith('linkedin') ? Math.floor(now() / DAY_MS) * DAY_MS : now()
    const day = { started, used: 0 }
    days.set(key, day)
    return day
  }
  return {
    used: (limit, subject) => dayOf(limit, subject).used,
    set: (limit, subject, used) => {
      dayOf(limit, subject).used = used
    },
    add: (limit, subject) => {
      dayOf(limit, subject).used++
    },
    endsAt: (limit, subject) => dayOf(limit, subject).started + DAY_MS,
  }
}
