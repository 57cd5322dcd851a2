import { useDebouncedValue } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import type { FoundProject, OwnProject } from '#domain/projects/model.ts'
import { searchProjectsQuery, useSearchProjects } from '#web/features/projects/search-api.ts'
import { expectApiError } from '#web/platform/api-error.ts'
import { hasMoreProjects, useMe } from '#web/platform/me.ts'
import { holds } from '#web/ui/form/search-field.tsx'

/** How long after a key the server is called. */
export const searchDelayMs = 200

/** A project of the results; the agency is named only if the server has found it, by that name perhaps. */
export type ProjectResult = OwnProject & Partial<Pick<FoundProject, 'agency_name'>>

/** The projects whose name contains the text, in their usual order. */
export const projectsMatching = (projects: readonly OwnProject[], text: string): readonly OwnProject[] =>
  projects.filter(({ name }) => holds(name, text))

/**
 * The person's projects that match the text. Nearly everybody has all of theirs loaded; the server searches for a person with more
 * (decision 42).
 */
export const useProjectResults = (text: string) => {
  const me = useMe()
  const client = useQueryClient()
  const asksServer = hasMoreProjects(me) && text.trim() !== ''
  const [rested] = useDebouncedValue(text, searchDelayMs)
  const found = useSearchProjects(asksServer ? rested : '')
  const local = projectsMatching(me.projects, text)
  const results: readonly ProjectResult[] | undefined = asksServer
    ? found.data?.pages.flatMap(({ projects }) => projects)
    : local
  return {
    /** Undefined: not known yet. */
    results,
    /** Of so many projects only those loaded are shown, as nothing is searched for. */
    total: hasMoreProjects(me) && !asksServer ? me.project_count : null,
    search: asksServer ? found : null,
    /** The first result for the text as it is now, although what is shown may still be that of an earlier one. */
    findFirst: async (): Promise<OwnProject | undefined> => {
      if (!asksServer) return local[0]
      // The list shows the failure.
      const found = await client.fetchInfiniteQuery(searchProjectsQuery(text)).catch(expectApiError)
      return found?.pages[0]?.projects[0]
    },
  }
}
