import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import {
  countApprovalLists,
  getApprovalNeighbours,
  listApproved,
  listPendingApproval,
} from '#domain/approvals/contract.ts'
import type { ApprovalListName } from '#domain/approvals/list-place.ts'
import type { Output } from '#domain/kernel/endpoint.ts'
import type { Post } from '#domain/posts/model.ts'
import { expectApiError } from '#web/platform/api-error.ts'
import { useChangedPosts } from '#web/platform/changed-posts.ts'
import { type CallInput, call } from '#web/platform/client.ts'
import { queryKeys } from '#web/platform/query.ts'
import { type ListPages, listedPost, pageOf, withChanges } from '../list-pages.ts'
import { type ListFilter, networksIn } from './list-filter.ts'

// Apart from api.ts, which calendar and editor load too.

/** The filter as the calls take it, without what the address may say and nothing is called. */
const sent = (filter: ListFilter) => ({
  q: filter.q?.slice(0, 255),
  social_network: networksIn(filter).join(',') || undefined,
  round: filter.round,
  waiting_for: filter.waiting_for,
  campaign: filter.campaign,
  late: filter.late,
  order: filter.order,
})

const pagesKey = (projectId: number, list: ApprovalListName, filter: ListFilter) => [
  ...queryKeys.approvalPages(projectId),
  list,
  sent(filter),
]

type PageCall = { readonly query: CallInput<typeof listApproved>['query']; readonly signal?: AbortSignal }

const loadListPendingApproval = (projectId: number, input: PageCall) =>
  call(listPendingApproval, { params: { projectId }, ...input })

const loadListApproved = (projectId: number, input: PageCall) =>
  call(listApproved, { params: { projectId }, ...input })

const loadList = { pending: loadListPendingApproval, approved: loadListApproved }

/** One of the two lists, page by page. */
export const approvalPagesQuery = (projectId: number, list: ApprovalListName, filter: ListFilter) =>
  infiniteQueryOptions({
    queryKey: pagesKey(projectId, list, filter),
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      const after = pageParam === null ? {} : { after: pageParam }
      const posts = await loadList[list](projectId, { query: { ...sent(filter), ...after }, signal })
      return pageOf(posts, filter.order)
    },
    getNextPageParam: page => page.next,
  })

/** What is loaded of a list. While another filter is being read, what there was stays on the screen. */
export const useApprovalPages = (projectId: number, list: ApprovalListName, filter: ListFilter) =>
  useInfiniteQuery({
    ...approvalPagesQuery(projectId, list, filter),
    placeholderData: (known, query) => (query?.queryKey[3] === list ? known : undefined),
  })

/** Beyond this many changed posts the loaded pages are read again. */
const mostChanges = 100

/** Reads posts that have changed, and puts them where they belong in the loaded pages of a list. */
const refreshPages = async (
  client: QueryClient,
  projectId: number,
  { list, filter, ids }: { list: ApprovalListName; filter: ListFilter; ids: readonly number[] },
): Promise<void> => {
  const queryKey = pagesKey(projectId, list, filter)
  const query = client.getQueryCache().find<unknown, Error, ListPages>({ queryKey })
  if (query?.state.data === undefined) return
  if (ids.length > mostChanges) return client.invalidateQueries({ queryKey })
  const changed = { ...sent(filter), posts: ids.join(','), limit: mostChanges }
  const current = await loadList[list](projectId, { query: changed })
  // A page that arrives would put the pages back as they were when it was requested.
  await query.promise?.catch(() => undefined)
  client.setQueryData<ListPages>(
    queryKey,
    known => known && { ...known, pages: withChanges(known.pages, ids, { current, order: filter.order }) },
  )
}

/** Keeps the loaded pages of a list up to date, post by post: as a decision here or another person changes them. */
export const useListChanges = (projectId: number, list: ApprovalListName, filter: ListFilter): void => {
  const client = useQueryClient()
  useChangedPosts(projectId, ids => {
    // Without an answer the pages stay marked as outdated, and are read as soon as the screen comes back.
    refreshPages(client, projectId, { list, filter, ids }).catch(expectApiError)
  })
}

/** What the lists hold: for headings and filters. */
export const countApprovalListsQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...queryKeys.approvalLists(projectId), 'counts'],
    queryFn: ({ signal }) => call(countApprovalLists, { params: { projectId }, signal }),
  })

export const useCountApprovalLists = (projectId: number) => useQuery(countApprovalListsQuery(projectId))

/** A place in a list, under a filter. `at` null: before its first post. */
export type PlaceInList = {
  readonly list: ApprovalListName
  readonly filter: ListFilter
  readonly at: string | null
}

export const approvalNeighboursQuery = (projectId: number, { list, filter, at }: PlaceInList) =>
  queryOptions({
    queryKey: [...queryKeys.approvalLists(projectId), 'neighbours', list, sent(filter), at],
    queryFn: ({ signal }) =>
      call(getApprovalNeighbours, {
        params: { projectId },
        query: { list, ...sent(filter), ...(at === null ? {} : { at }) },
        signal,
      }),
  })

/** The posts beside a place of a list. */
export const useGetApprovalNeighbours = (projectId: number, place: PlaceInList, enabled = true) =>
  useQuery({ ...approvalNeighboursQuery(projectId, place), enabled })

/** The posts beside one. */
export type Neighbours = Output<typeof getApprovalNeighbours>

/** What the lists and the neighbours of other posts know of a post. */
export const useKnownPost = (projectId: number, postId: number): Post | undefined => {
  const client = useQueryClient()
  const listed = listedPost(client, projectId, postId)
  if (listed) return listed
  const queryKey = [...queryKeys.approvalLists(projectId), 'neighbours']
  return (
    client
      .getQueriesData<Neighbours>({ queryKey })
      .flatMap(([, known]) => [known?.following, known?.next, known?.previous])
      .find(post => post?.id === postId) ?? undefined
  )
}
