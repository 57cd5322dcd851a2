import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { searchProjects } from '#domain/projects/contract.ts'
import { PROJECT_SEARCH_MAX } from '#domain/projects/own-projects.ts'
import { call } from '#web/platform/client.ts'
import { queryKeys } from '#web/platform/query.ts'

// Apart from api.ts, which every page loads.

/** The person's projects with these words in the name or in that of the agency, page by page. */
export const searchProjectsQuery = (text: string) => {
  const q = text.trim().slice(0, PROJECT_SEARCH_MAX)
  return infiniteQueryOptions({
    queryKey: ['projects', 'search', q],
    initialPageParam: null as number | null,
    queryFn: async ({ client, pageParam, signal }) => {
      const after = pageParam === null ? {} : { after: pageParam }
      const page = await call(searchProjects, { query: { q, ...after }, signal })
      // Opening one of them then asks for nothing.
      for (const project of page.projects) client.setQueryData(queryKeys.ownProject(project.id), project)
      return page
    },
    getNextPageParam: page => page.next_after,
  })
}

/** Asks nothing without a text. While another text is searched for, what was found stays. */
export const useSearchProjects = (text: string) =>
  useInfiniteQuery({
    ...searchProjectsQuery(text),
    enabled: text.trim() !== '',
    placeholderData: text.trim() === '' ? undefined : keepPreviousData,
  })
