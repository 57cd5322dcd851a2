import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { searchPosts } from '#domain/posts/contract.ts'
import { POST_SEARCH_MAX } from '#domain/posts/search-excerpt.ts'
import { call } from '#web/platform/client.ts'

// Apart from api.ts, which every page loads.

/**
 * The posts with these words, those of the project `first` before the others. Asks nothing without a text, and drops an answer that is no
 * longer wanted. While another text is searched for, what was found stays.
 */
export const useSearchPosts = (text: string, first: number) => {
  const q = text.trim().slice(0, POST_SEARCH_MAX)
  return useQuery({
    queryKey: ['posts', 'search', first, q],
    queryFn: ({ signal }) => call(searchPosts, { query: { q, first }, signal }),
    enabled: q !== '',
    placeholderData: q === '' ? undefined : keepPreviousData,
    // A post that was just written must be found.
    staleTime: 0,
    gcTime: 60_000,
  })
}
