import type { ConnectedAccount } from './network-adapter.ts'

/**
 * What a read came to. `not_found`: the network knows nothing by that name. `permission`: the access or the app may not.
 * `limited`: too many calls, `retryAfterMs` where the network says so. `not_supported`: the network has no such thing.
 */
export type ReadResult<T> =
  | { readonly kind: 'read'; readonly value: T }
  | {
      readonly kind: 'not_read'
      readonly reason: 'not_found' | 'permission' | 'reconnect_needed' | 'limited' | 'down' | 'not_supported'
      readonly retryAfterMs: number | null
      /** The network's answer, cut and without tokens. */
      readonly response: string
    }

/** Somebody to mention (document 2 section 3 "Mention suggestion"). `handle`: username, vanity name or empty. */
export type Mentionable = {
  readonly id: string
  readonly name: string
  readonly handle: string
  readonly logoUrl: string | null
}

/** A keyword that a video may carry. */
export type Tag = { readonly id: string; readonly name: string }

/** A post that stands on the network, whoever put it there. */
export type NetworkPost = {
  readonly externalId: string
  readonly text: string
  readonly permalink: string | null
  /** What to show: the picture itself, or a video's still. */
  readonly thumbnailUrl: string | null
  readonly mediaUrl: string | null
  readonly createdAt: Date
}

/** One metric's values; `date` is the day in Pacific time (document 1 section 2 "Analytics screen"), `YYYY-MM-DD`. */
export type MetricSeries = {
  readonly metric: string
  readonly values: readonly { readonly date: string; readonly value: number }[]
}

/** What could be had, metric by metric: one that the network refuses never takes the others with it. */
export type Insights = {
  readonly series: readonly MetricSeries[]
  readonly refused: readonly { readonly metric: string; readonly response: string }[]
}

/** A post's figures so far; null where the network does not tell. */
export type PostFigures = {
  readonly externalId: string
  readonly reach: number | null
  readonly impressions: number | null
  readonly likes: number | null
  readonly comments: number | null
  readonly shares: number | null
  readonly clicks: number | null
}

/** The port of reading. Metrics carry the documents' names (`#domain/networks/metrics.ts`); no method throws for what a network answers. */
export type NetworkReader = {
  searchMentions(account: ConnectedAccount, query: string): Promise<ReadResult<readonly Mentionable[]>>
  /** Without the leading `#`. */
  searchHashtags(account: ConnectedAccount, query: string): Promise<ReadResult<readonly string[]>>
  searchTags(account: ConnectedAccount, query: string): Promise<ReadResult<readonly Tag[]>>
  /** Newest first; `next` goes back in as `after`, null at the end. */
  listPosts(
    account: ConnectedAccount,
    page: { readonly limit: number; readonly after: string | null },
  ): Promise<ReadResult<{ readonly posts: readonly NetworkPost[]; readonly next: string | null }>>
  /** Days from `from` to `to`, both inside, as `YYYY-MM-DD`. */
  readInsights(
    account: ConnectedAccount,
    request: { readonly metrics: readonly string[]; readonly from: string; readonly to: string },
  ): Promise<ReadResult<Insights>>
  readPostFigures(
    account: ConnectedAccount,
    externalIds: readonly string[],
  ): Promise<ReadResult<readonly PostFigures[]>>
  /** How many followers are about in each of the 24 hours of a day, in Pacific time. */
  readOnlineHours(account: ConnectedAccount, day: string): Promise<ReadResult<readonly number[]>>
}

/** The answer of a network that has no such thing. */
export const notSupported: ReadResult<never> = {
  kind: 'not_read',
  reason: 'not_supported',
  retryAfterMs: null,
  response: 'The network has no such call.',
}
