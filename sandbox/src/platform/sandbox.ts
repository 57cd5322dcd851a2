import type { DailyCounts } from './daily-limits.ts'
import type { Faults } from './faults.ts'
import type { Ids } from './ids.ts'
import type { Store } from './store.ts'

/** What every stand-in works with: store, clock, ids, faults and the sandbox's own URL. */
export type Sandbox = {
  store: Store
  ids: Ids
  faults: Faults
  now: () => number
  daily: DailyCounts
  /** Whether the networks' rate limits are enforced; off only for load tests. */
  limits: boolean
  /** The sandbox's URL without a trailing slash, known once the server listens. */
  url: () => string
  /** Aborted when the sandbox stops: nothing may be stored afterwards. */
  stopping: AbortSignal
}

/** An HTTP reply before it is sent. A string body is sent as it is, anything else as JSON. */
export type HttpReply = {
  status: number
  /** Nothing is sent and the connection is cut. */
  lost?: boolean
  headers?: Record<string, string>
  body?: unknown
}

/** The public page of a post, which every permalink of the sandbox points to. */
export function permalink(sandbox: Sandbox, post: { network: string; account: string; id: string }): string {
  return `${sandbox.url()}/feeds/${post.network}/${post.account}/${encodeURIComponent(post.id)}`
}
