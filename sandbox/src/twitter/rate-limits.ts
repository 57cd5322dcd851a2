import { dailyLimits, WHOLE_APP } from '../platform/daily-limits.ts'
import type { SandboxAccount } from '../platform/model.ts'
import type { Sandbox } from '../platform/sandbox.ts'
import { TwitterError, twitterFaults } from './errors.ts'

const windowMs = 15 * 60_000

/** Calls per user and 15 minutes. */
export const rateLimits = {
  create_post: 100,
  delete_post: 50,
  read_me: 75,
  read_user: 900,
  search_users: 900,
  list_posts: 900,
  read_post: 900,
  read_posts: 5000,
  read_analytics: 300,
  upload_media: 500,
  initialize_upload: 1875,
  append_upload: 1875,
  finalize_upload: 1875,
  upload_status: 1000,
  set_metadata: 500,
} as const
export type RateLimited = keyof typeof rateLimits

/** Counts calls per user and endpoint. The counts are lost on a restart, which at worst allows a few more calls. */
export function countRates({ now, limits }: Pick<Sandbox, 'now' | 'limits'>) {
  const windows = new Map<string, { started: number; used: number }>()
  return (endpoint: RateLimited, account: SandboxAccount) => {
    const key = `${endpoint}/${account.id}`
    const open = windows.get(key)
    const current = open && now() - open.started < windowMs ? open : { started: now(), used: 0 }
    windows.set(key, current)
    current.used++
    const limit = rateLimits[endpoint]
    const headers = {
      'x-rate-limit-limit': String(limit),
      'x-rate-limit-remaining': String(Math.max(limit - current.used, 0)),
      'x-rate-limit-reset': String(Math.ceil((current.started + windowMs) / 1000)),
    }
    return {
      headers,
      refusal: limits && current.used > limit ? new TwitterError(twitterFaults.tooMany) : undefined,
    }
  }
}

/**
 * Counts a post of any account, and refuses those beyond the app's own limit. X names the limits of a day in headers of their own, beside
 * those of the user's 15 minutes.
 */
export function countAppPost({ daily, limits }: Pick<Sandbox, 'daily' | 'limits'>) {
  if (!limits) return { headers: {}, refusal: undefined }
  const limit = dailyLimits.twitter_app_posts
  const isReached = daily.used('twitter_app_posts', WHOLE_APP) >= limit
  if (!isReached) daily.add('twitter_app_posts', WHOLE_APP)
  const headers = {
    'x-app-limit-24hour-limit': String(limit),
    'x-app-limit-24hour-remaining': String(limit - daily.used('twitter_app_posts', WHOLE_APP)),
    'x-app-limit-24hour-reset': String(Math.ceil(daily.endsAt('twitter_app_posts', WHOLE_APP) / 1000)),
  }
  return { headers, refusal: isReached ? new TwitterError(twitterFaults.tooMany) : undefined }
}
