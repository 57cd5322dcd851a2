import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import type { BinKind } from '#domain/bin/bin.ts'
import { deleteFromBin, listBin } from '#domain/bin/contract.ts'
import { call } from '#web/platform/client.ts'
import { queryKeys } from '#web/platform/query.ts'
import { type Chosen, useReloadBin } from './restore-api.ts'

/** What was deleted of this kind, page by page, and how many there are of each. */
export const useListBin = (projectId: number, kind: BinKind) =>
  useInfiniteQuery({
    queryKey: [...queryKeys.bin(projectId), kind],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: after, signal }) =>
      call(listBin, { params: { projectId }, query: { kind, after }, signal }),
    getNextPageParam: page => page.next_after ?? undefined,
  })

/** Deletes for good: all of them or none. */
export const useDeleteFromBin = (projectId: number) => {
  const reload = useReloadBin(projectId)
  return useMutation({
    mutationFn: (body: Chosen) => call(deleteFromBin, { params: { projectId }, body }),
    onSettled: (_done, _error, chosen) => reload(chosen),
  })
}
