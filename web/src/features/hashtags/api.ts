import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { searchHashtags, searchKeywords, searchMentions } from '#domain/hashtags/contract.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { call } from '#web/platform/client.ts'

/** A search asks the network: results are cached for a minute, and a failure is shown, not retried. */
const asked = { staleTime: 60_000, retry: false, refetchOnWindowFocus: false } as const

type Search = { readonly projectId: number; readonly network: SocialNetwork; readonly q: string }

/** Searches accounts to mention. */
export const useSearchMentions = ({ projectId, network, q }: Search, enabled: boolean) =>
  useQuery({
    ...asked,
    enabled,
    queryKey: ['hashtags', projectId, 'mentions', network, q],
    queryFn: ({ signal }) =>
      call(searchMentions, { params: { projectId, social: network }, query: { q }, signal }),
  })

export const useSearchHashtags = ({ projectId, network, q }: Search, enabled: boolean) =>
  useQuery({
    ...asked,
    enabled,
    queryKey: ['hashtags', projectId, 'tags', network, q],
    queryFn: ({ signal }) =>
      call(searchHashtags, { params: { projectId }, body: { q, social_network: network }, signal }),
  })

/** Searches keywords for a video; `q` null searches nothing. */
export const useSearchKeywords = (search: Omit<Search, 'q'> & { readonly q: string | null }) => {
  const { projectId, network, q } = search
  return useQuery({
    ...asked,
    queryKey: ['hashtags', projectId, 'keywords', network, q],
    enabled: q !== null,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(searchKeywords, { params: { projectId, social: network }, query: { q: q ?? '' }, signal }),
  })
}
