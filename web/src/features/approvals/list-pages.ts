import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { type ListOrder, placeOf, readPlace } from '#domain/approvals/list-place.ts'
import type { Post } from '#domain/posts/model.ts'
import { queryKeys } from '#web/platform/query.ts'

/** Posts in a page: as many as the server sends unless it is asked for another number. */
export const pageSize = 30

/** A page of an approval list. `next`: the place that the next one begins after, null on the last. */
export type ListPage = { readonly posts: readonly Post[]; readonly next: string | null }
export type ListPages = InfiniteData<ListPage, string | null>

/** The posts as a page; a short one is the last. */
export const pageOf = (posts: readonly Post[], order?: ListOrder): ListPage => {
  const last = posts.at(-1)
  return { posts, next: last && posts.length >= pageSize ? placeOf(last, order) : null }
}

/** Below 0: the first place comes before the other. */
const compare = (one: string, other: string): number => {
  const [a, b] = [readPlace(one), readPlace(other)]
  return a.datetime === b.datetime ? a.postId - b.postId : a.datetime < b.datetime ? -1 : 1
}

const isUntil = (place: string | null, end: string | null): boolean =>
  place !== null && (end === null || compare(place, end) <= 0)

/** Posts of a list as they are now, and its order. */
type Changes = { readonly current: readonly Post[]; readonly order?: ListOrder | undefined }

/**
 * The loaded pages with `current` instead of what they hold of the posts `ids`: these have changed, and those that are still in the list are
 * `current`. One that belongs beyond the loaded pages comes with its page.
 */
export const withChanges = (
  pages: readonly ListPage[],
  ids: readonly number[],
  { current, order }: Changes,
): ListPage[] => {
  const placed = new Set<number>()
  return pages.map(page => {
    const kept = page.posts.filter(({ id }) => !ids.includes(id))
    const coming = current.filter(post => !placed.has(post.id) && isUntil(placeOf(post, order), page.next))
    for (const { id } of coming) placed.add(id)
    if (coming.length === 0 && kept.length === page.posts.length) return page
    const posts = [...kept, ...coming].toSorted((one, other) =>
      compare(placeOf(one, order) ?? '', placeOf(other, order) ?? ''),
    )
    return { ...page, posts }
  })
}

/** Shows this state of a post in every loaded list that has it, until the server has said in which it belongs. */
export const showInLists = (client: QueryClient, projectId: number, post: Post): void => {
  client.setQueriesData<ListPages>({ queryKey: queryKeys.approvalPages(projectId) }, known => {
    if (!known?.pages.some(({ posts }) => posts.some(({ id }) => id === post.id))) return known
    const replace = (other: Post) => (other.id === post.id ? post : other)
    return { ...known, pages: known.pages.map(page => ({ ...page, posts: page.posts.map(replace) })) }
  })
}

/** A post as a loaded list has it. */
export const listedPost = (client: QueryClient, projectId: number, postId: number): Post | undefined => {
  for (const [, known] of client.getQueriesData<ListPages>({ queryKey: queryKeys.approvalPages(projectId) }))
    for (const { posts } of known?.pages ?? []) {
      const post = posts.find(({ id }) => id === postId)
      if (post) return post
    }
  return undefined
}
