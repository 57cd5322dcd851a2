import type { MissedPost } from '#domain/publishing/pauses-contract.ts'

/** A missed post with all its networks, or a missed first comment: it is decided about as a whole. */
export type Missed = Pick<
  MissedPost,
  'kind' | 'post_id' | 'text' | 'due_at' | 'schedule_id' | 'is_autoposting'
> & {
  readonly publicationIds: readonly number[]
  readonly networks: readonly MissedPost['social_network'][]
}

/** In the order of the earliest of each post. */
export const groupMissed = (posts: readonly MissedPost[]): Missed[] =>
  [...Map.groupBy(posts, ({ kind, post_id }) => `${kind} ${post_id}`).values()].flatMap(own => {
    const [first] = own
    if (!first) return []
    const { publication_id: _id, social_network: _network, ...shared } = first
    return {
      ...shared,
      publicationIds: own.map(({ publication_id }) => publication_id),
      networks: own.map(({ social_network }) => social_network),
    }
  })
