import {
  infiniteQueryOptions,
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { deleteMedia, keepMedia, listMediaLibrary } from '#domain/media/contract.ts'
import type { LibraryMedia } from '#domain/media/model.ts'
import { useRestoreFromBin } from '#web/features/bin/restore-api.ts'
import { call } from '#web/platform/client.ts'
import { queryKeys } from '#web/platform/query.ts'
import { toast } from '#web/ui/toast.tsx'

// Apart from api.ts, which the editor loads too.

/** What is searched for in the library. */
export type LibraryFilter = {
  readonly q?: string | undefined
  readonly type?: 'image' | 'gif' | 'video' | undefined
  /** Only files whose cleaning is announced. */
  readonly isAnnounced?: boolean | undefined
}

const libraryQuery = (projectId: number, { q, type, isAnnounced }: LibraryFilter) => {
  const query = { q: q || undefined, type, is_announced: isAnnounced ? ('true' as const) : undefined }
  return infiniteQueryOptions({
    queryKey: [...queryKeys.mediaLibrary(projectId), query],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam: after, signal }) =>
      call(listMediaLibrary, { params: { projectId }, query: { ...query, after }, signal }),
    getNextPageParam: page => page.next_after ?? undefined,
    // Colleagues upload and use files, and nothing tells this page of it.
    staleTime: 0,
  })
}

/** The project's files, page by page. While another search is read, what there was stays on the screen. */
export const useListMediaLibrary = (projectId: number, filter: LibraryFilter) =>
  useInfiniteQuery({ ...libraryQuery(projectId, filter), placeholderData: keepPreviousData })

const useReloadLibrary = (projectId: number) => {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: queryKeys.mediaLibrary(projectId) })
}

/** Keeps a file that would be cleaned, or no longer keeps it. */
export const useKeepMedia = (projectId: number) => {
  const reload = useReloadLibrary(projectId)
  return useMutation({
    mutationFn: ({ id, isKept }: { readonly id: number; readonly isKept: boolean }) =>
      call(keepMedia, { params: { projectId, mediaId: id }, body: { is_kept: isKept } }),
    onSuccess: (_, { isKept }) =>
      toast.success(isKept ? 'The file will be kept' : 'The file is no longer kept for good'),
    onSettled: reload,
  })
}

/** Deletes a file. Undo restores it from the bin. */
export const useDeleteMedia = (projectId: number) => {
  const reload = useReloadLibrary(projectId)
  const { mutate: restore } = useRestoreFromBin(projectId)
  return useMutation({
    mutationFn: ({ id }: Pick<LibraryMedia, 'id'>) =>
      call(deleteMedia, { params: { projectId, mediaId: id } }),
    onSuccess: (_, { id }) => toast.undoable('File deleted', () => restore({ kind: 'media', ids: [id] })),
    onSettled: reload,
  })
}
