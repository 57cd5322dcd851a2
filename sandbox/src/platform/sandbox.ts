import type { Faults } from './faults.ts'
import type { Ids } from './ids.ts'
import type { Store } from './store.ts'

/** What every network's folder is given: memory, clock, ids, faults, and the address the answers must name. */
export type Sandbox = {
  store: Store
  ids: Ids
  faults: Faults
  now: () => number
  /** Whether the networks' limits on the number of calls hold; they do but for load tests. */
  limits: boolean
  /** Own address without a trailing slash, known once the server listens. */
  url: () => string
  /** Aborted when the sandbox stops: nothing may be stored afterwards. */
  stopping: AbortSignal
}

/** One HTTP answer, before it is sent. A string body goes out as it is; anything else as JSON. */
export type Answer = {
  status: number
  /** The connection is cut instead of answering. */
  lost?: boolean
  headers?: Record<string, string>
  body?: unknown
}

/** The public page of a post, which every permalink of the sandbox points to. */
export function permalink(sandbox: Sandbox, post: { network: string; account: string; id: string }): string {
  return `${sandbox.url()}/feeds/${post.network}/${post.account}/${encodeURIComponent(post.id)}`
}
