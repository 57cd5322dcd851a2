import type { ConnectedAccount } from './network-adapter.ts'

/**
 * The result of a read. `not_found`: the object does not exist. `permission`: the access or the app lacks a permission.
 * `limited`: too many calls, with `retryAfterMs` if the network says so. `not_supported`: the network does not offer this.
 */
export type ReadResult<T> =
  | { readonly kind: 'read'; readonly value: T }
  | {
      readonly kind: 'not_read'
      readonly reason: 'not_found' | 'permission' | 'reconnect_needed' | 'limited' | 'down' | 'not_supported'
      readonly retryAfterMs: number | null
      /** The network's answer, shortened and without tokens. */
      readonly response: string
    }

/** A mention suggestion. `handle`: username, vanity name or empty. */
export type Mentionable = {
  readonly id: string
  readonly name: string
  readonly handle: string
  readonly logoUrl: string | null
}

/** A keyword for a video. */
export type Tag = { readonly id: string; readonly name: string }

/** A post on the network, no matter who published it. */
export type NetworkPost = {
  readonly externalId: string
  readonly text: string
  readonly permalink: string | null
  /** The picture itself, or a video's thumbnail. */
  readonly thumbnailUrl: string | null
  readonly mediaUrl: string | null
  readonly createdAt: Date
}

/** One metric's values by day in Pacific time (`YYYY-MM-DD`; docs/product/networks.md "Reading"). */
export type MetricSeries = {
  readonly metric: string
  readonly values: readonly { readonly date: string; readonly value: number }[]
}

/** Metrics that could be read and those that were refused; a refused one never affects the others. */
export type Insights = {
  readonly series: readonly MetricSeries[]
  readonly refused: readonly {
    readonly metric: string
    readonly response: string
    /** The network has no such metric (any more); otherwise it failed this time. */
    readonly isDropped: boolean
  }[]
}

/** A post's figures so far; null if the network does not report them. */
export type PostFigures = {
  readonly externalId: string
  readonly reach: number | null
  readonly impressions: number | null
  readonly likes: number | null
  readonly comments: number | null
  readonly shares: number | null
  readonly clicks: number | null
  readonly saves: number | null
}

/** The figures so far of a story that is still there, no matter who published it; null if it has too few viewers. */
export type StoryFigures = {
  readonly externalId: string
  readonly publishedAt: Date
  readonly reach: number | null
  readonly engagement: number | null
}

/** The port for reading from a network. Metrics have the product's names (`#domain/analytics/metrics.ts`). No method throws because of a network's answer. */
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
  /** Days from `from` to `to`, inclusive, as `YYYY-MM-DD`. */
  readInsights(
    account: ConnectedAccount,
    request: { readonly metrics: readonly string[]; readonly from: string; readonly to: string },
  ): Promise<ReadResult<Insights>>
  readPostFigures(
    account: ConnectedAccount,
    externalIds: readonly string[],
  ): Promise<ReadResult<readonly PostFigures[]>>
  /** Only of a network that tells a story's figures no longer than it is there. */
  readStories(account: ConnectedAccount): Promise<ReadResult<readonly StoryFigures[]>>
  /**
   * How many followers are online in each of the 24 hours of a day, in Pacific time. `such_a_day`: if that one is not counted, of the same
   * weekday earlier; `that_day` never tells another one's.
   */
  readOnlineHours(
    account: ConnectedAccount,
    day: string,
    which: 'that_day' | 'such_a_day',
  ): Promise<ReadResult<readonly number[]>>
}

/** The result for something that a network does not offer. */
export const notSupported: ReadResult<never> = {
  kind: 'not_read',
  reason: 'not_supported',
  retryAfterMs: null,
  response: 'The network does not offer this.',
}
