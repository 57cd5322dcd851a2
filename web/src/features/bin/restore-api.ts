import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { BinKind } from '#domain/bin/bin.ts'
import { restoreFromBin } from '#domain/bin/contract.ts'
import { announceChangedLabels } from '#web/platform/changed-posts.ts'
import { call } from '#web/platform/client.ts'
import { reloadPosts } from '#web/platform/live-updates.ts'
import { queryKeys } from '#web/platform/query.ts'

// Apart from api.ts: Undo needs this in many places, and the bin is a page of its own.

export type Chosen = { readonly kind: BinKind; readonly ids: number[] }

/** Restores from the bin. The caller reloads what shows it, and shows a failure. */
export const restoreThings = (projectId: number, body: Chosen) =>
  call(restoreFromBin, { params: { projectId }, body })

/** Reloads the bin, and whatever shows what came back. */
export const useReloadBin = (projectId: number) => {
  const client = useQueryClient()
  return ({ kind, ids }: Chosen): Promise<unknown> =>
    Promise.all([
      client.invalidateQueries({ queryKey: queryKeys.bin(projectId) }),
      kind === 'post' && reloadPosts(client, projectId, ids),
      kind === 'day_label' && announceChangedLabels(client, projectId),
      kind === 'campaign' && client.invalidateQueries({ queryKey: queryKeys.campaigns(projectId) }),
      kind === 'hashtag_pool' && client.invalidateQueries({ queryKey: queryKeys.hashtagPools(projectId) }),
      kind === 'media' && client.invalidateQueries({ queryKey: queryKeys.mediaLibrary(projectId) }),
    ])
}

/** Restores from the bin: all of them or none. `onRestored` is called even if the component has gone, as Undo may come late. */
export const useRestoreFromBin = (
  projectId: number,
  onRestored: (unscheduled: readonly number[], chosen: Chosen) => void = () => undefined,
) => {
  const reload = useReloadBin(projectId)
  return useMutation({
    mutationFn: (chosen: Chosen) => restoreThings(projectId, chosen),
    onSuccess: ({ unscheduled }, chosen) => onRestored(unscheduled, chosen),
    onSettled: (_done, _error, chosen) => reload(chosen),
  })
}
