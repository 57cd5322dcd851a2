import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { filterSearch } from '#domain/calendar/filter-search.ts'
import {
  type ContentRow,
  deleteSavedView,
  exportContent,
  listContent,
  listContentRows,
  listSavedViews,
  saveView,
} from '#domain/content/contract.ts'
import type { Output } from '#domain/kernel/endpoint.ts'
import { call, callFile } from '#web/platform/client.ts'
import { queryKeys } from '#web/platform/query.ts'
import type { ContentState, ExportableState } from './content-search.ts'
import { createRowStore, type RowStore } from './row-store.ts'

/** The posts of the list in its order, without their rows. */
export type ContentList = Omit<Output<typeof listContent>, 'rows'>

/** Rows that come with the list: more than a screen. */
const FIRST_ROWS = 40

const stores = new WeakMap<QueryClient, Map<number, RowStore>>()

/** The rows of a project that this person has read, which reads others as they are wanted. */
export const useListContentRows = (projectId: number): RowStore => {
  const client = useQueryClient()
  return storeOf(client, projectId)
}

const storeOf = (client: QueryClient, projectId: number): RowStore => {
  const own = stores.get(client) ?? new Map<number, RowStore>()
  stores.set(client, own)
  const store =
    own.get(projectId) ??
    createRowStore(ids => call(listContentRows, { params: { projectId }, query: { ids: ids.join(',') } }))
  own.set(projectId, store)
  return store
}

/** A row as it was last read. */
export const useRow = (store: RowStore, id: number): ContentRow | undefined =>
  useSyncExternalStore(store.subscribe, () => store.get(id))

const sent = ({ span, days, filter, q, sort, direction }: ContentState) => ({
  span,
  ...(span === 'days' ? days : {}),
  ...filterSearch(filter),
  ...(q === undefined ? {} : { q }),
  ...(sort === undefined ? {} : { sort, direction }),
})

/** The list; while another one is being read, the last one stays on the screen. A live update reads it again. */
export const useListContent = (projectId: number, state: ContentState) => {
  const client = useQueryClient()
  return useQuery({
    queryKey: [...queryKeys.postLists(projectId), 'content', sent(state)],
    queryFn: async ({ signal, queryKey }): Promise<ContentList> => {
      const rows = client.getQueryData(queryKey) === undefined ? FIRST_ROWS : 0
      const query = { ...sent(state), rows }
      const { rows: first, ...list } = await call(listContent, { params: { projectId }, query, signal })
      storeOf(client, projectId).put(first)
      return list
    },
    placeholderData: known => known,
    // Comparing 10,000 ids takes longer than drawing the rows in sight.
    structuralSharing: false,
  })
}

/** The list as a table; a failure is shown in a toast. */
export const useExportContent = (projectId: number) =>
  useMutation({
    mutationFn: (state: ExportableState) =>
      callFile(exportContent, { params: { projectId }, query: { ...sent(state), span: state.span } }),
  })

const viewsKey = (projectId: number) => ['content', projectId, 'views']

/** The person's saved views of the project's list. */
export const useListSavedViews = (projectId: number) =>
  useQuery({
    queryKey: viewsKey(projectId),
    queryFn: ({ signal }) => call(listSavedViews, { params: { projectId }, signal }),
  })

/** Saves a view; the form shows a failure. */
export const useSaveView = (projectId: number) => {
  const client = useQueryClient()
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: (body: { readonly name: string; readonly search: string }) =>
      call(saveView, { params: { projectId }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: viewsKey(projectId) }),
  })
}

export const useDeleteSavedView = (projectId: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (viewId: number) => call(deleteSavedView, { params: { projectId, viewId } }),
    onSettled: () => client.invalidateQueries({ queryKey: viewsKey(projectId) }),
  })
}
