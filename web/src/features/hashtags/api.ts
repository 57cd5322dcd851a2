import {
  keepPreviousData,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import {
  createHashtagPool,
  deleteHashtagPool,
  listHashtagPools,
  saveHashtagPool,
  searchHashtags,
  searchKeywords,
  searchMentions,
} from '#domain/hashtags/contract.ts'
import type { HashtagPool } from '#domain/hashtags/model.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { useRestoreFromBin } from '#web/features/bin/restore-api.ts'
import { call } from '#web/platform/client.ts'
import { queryKeys } from '#web/platform/query.ts'
import { toast } from '#web/ui/toast.tsx'

/** A search asks the network: results are cached for a minute, and a failure is shown, not retried. */
const requested = { staleTime: 60_000, retry: false, refetchOnWindowFocus: false } as const

type Search = { readonly projectId: number; readonly network: SocialNetwork; readonly q: string }

/** Searches accounts to mention. */
export const useSearchMentions = ({ projectId, network, q }: Search, enabled: boolean) =>
  useQuery({
    ...requested,
    enabled,
    queryKey: ['hashtags', projectId, 'mentions', network, q],
    queryFn: ({ signal }) =>
      call(searchMentions, { params: { projectId, social: network }, query: { q }, signal }),
  })

export const useSearchHashtags = ({ projectId, network, q }: Search, enabled: boolean) =>
  useQuery({
    ...requested,
    enabled,
    queryKey: ['hashtags', projectId, 'tags', network, q],
    queryFn: ({ signal }) =>
      call(searchHashtags, { params: { projectId }, body: { q, social_network: network }, signal }),
  })

/** Searches keywords for a video; `q` null searches nothing. */
export const useSearchKeywords = (search: Omit<Search, 'q'> & { readonly q: string | null }) => {
  const { projectId, network, q } = search
  return useQuery({
    ...requested,
    queryKey: ['hashtags', projectId, 'keywords', network, q],
    enabled: q !== null,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(searchKeywords, { params: { projectId, social: network }, query: { q: q ?? '' }, signal }),
  })
}

/** The fields of a pool that a person edits. */
export type PoolFields = Pick<HashtagPool, 'pool_name' | 'hashtags'>

/** The project's pools, by name. */
export const useListHashtagPools = (projectId: number) =>
  useQuery({
    queryKey: queryKeys.hashtagPools(projectId),
    queryFn: ({ signal }) => call(listHashtagPools, { params: { projectId }, signal }),
  })

const reloadPools = (client: QueryClient, projectId: number) =>
  client.invalidateQueries({ queryKey: queryKeys.hashtagPools(projectId) })

const create = (projectId: number, { pool_name, hashtags }: PoolFields) =>
  call(createHashtagPool, { body: { id: 0, project_id: projectId, pool_name, hashtags } })

/** Adds a pool. The form shows its failures itself. */
export const useCreateHashtagPool = (projectId: number) => {
  const client = useQueryClient()
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: (fields: PoolFields) => create(projectId, fields),
    onSettled: () => reloadPools(client, projectId),
  })
}

/** Changes the version of a pool that the person has seen. The form shows its failures itself. */
export const useSaveHashtagPool = (projectId: number) => {
  const client = useQueryClient()
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: (pool: PoolFields & Pick<HashtagPool, 'id' | 'version'>) =>
      call(saveHashtagPool, { body: { ...pool, project_id: projectId } }),
    onSettled: () => reloadPools(client, projectId),
  })
}

/** Deletes a pool. Undo restores it from the bin. */
export const useDeleteHashtagPool = (projectId: number) => {
  const client = useQueryClient()
  // Fixed wording (docs/product/hashtags.md "Texts of pools").
  const { mutate: restore } = useRestoreFromBin(projectId, () => toast.success('Hashtag updated'))
  return useMutation({
    mutationFn: ({ id }: HashtagPool) => call(deleteHashtagPool, { params: { poolId: id } }),
    // Fixed wording (docs/product/hashtags.md "Texts of pools").
    onSuccess: (_, pool) =>
      toast.undoable('Hashtag deleted', () => restore({ kind: 'hashtag_pool', ids: [pool.id] })),
    onSettled: () => reloadPools(client, projectId),
  })
}
