import { type QueryClient, queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { getMe } from '#domain/accounts/contract.ts'
import type { Me } from '#domain/accounts/model.ts'
import type { BillingNotice } from '#domain/billing/model.ts'
import { chooseMediaLimits } from '#domain/networks/media-limits.ts'
import { searchProjects } from '#domain/projects/contract.ts'
import type { OwnProject } from '#domain/projects/model.ts'
import { call } from './client.ts'
import type { ReadProjects } from './opened-projects.ts'
import { queryKeys } from './query.ts'
import { ShownProject } from './shown-project.ts'

/** Here and not with its callers: this file's contracts are loaded already. */
const readProjects: ReadProjects = async (ids, signal) =>
  (await call(searchProjects, { query: { ids: ids.join(',') }, signal })).projects

/** Whether the person may open projects that are not loaded (decision 42). */
export const hasMoreProjects = ({ projects, project_count }: Me): boolean => project_count > projects.length

/** The signed-in person with their agency and their projects: all of them, or the newest and those opened here (decision 42). */
export const meQuery = queryOptions({
  queryKey: queryKeys.me(),
  queryFn: async ({ client, signal }): Promise<Me> => {
    const me = await call(getMe, { signal })
    chooseMediaLimits(me.media_limits ?? 'document')
    if (!hasMoreProjects(me)) return me
    const { withOpened } = await import('./opened-projects.ts')
    return withOpened(client, me, { read: readProjects, signal })
  },
  staleTime: 5 * 60_000,
})

/**
 * Reloads the person: what they may open has changed. A request under way started before the change and may miss it, so it is
 * dropped, and callers that wait for it get this one. Rejects with ApiError.
 */
export const refreshMe = (client: QueryClient): Promise<Me> => {
  const options = client.defaultQueryOptions(meQuery)
  return client.getQueryCache().build(client, options).fetch(options, { cancelRefetch: true })
}

/** The signed-in person. Every route's guard has loaded them. */
export const useMe = (): Me => useSuspenseQuery(meQuery).data

/** The person's own view of a project, archived or not: their role and settings in it. Null: they are not in it. */
export const ownProjectOf = (
  { projects, archived_projects = [] }: Me,
  projectId: number,
): OwnProject | null => [...projects, ...archived_projects].find(project => project.id === projectId) ?? null

/**
 * The person's own view of the project that they are about to open. Only for somebody with more projects than `me` carries it may have
 * to be read. Null: they are not in it. Rejects with ApiError.
 * @param isPreload nobody has gone there yet
 */
export const findOwnProject = async (
  client: QueryClient,
  me: Me,
  { projectId, isPreload }: { readonly projectId: number; readonly isPreload: boolean },
): Promise<OwnProject | null> => {
  const own = ownProjectOf(me, projectId)
  if (own !== null || !hasMoreProjects(me)) return own
  const { openProject } = await import('./opened-projects.ts')
  return openProject(client, projectId, { read: readProjects, isPreload })
}

/** What the project on the screen says at the top of its pages about its agency's payments; undefined: nothing. */
export const useBillingNotice = (): BillingNotice | undefined => {
  const { billing_notices: notices = [] } = useMe()
  const project = useContext(ShownProject)
  return project?.role && notices.find(({ agency_id }) => agency_id === project.agency_id)
}

/**
 * The project of the page. A person who was just removed keeps it until the layout redirects them: a page may be redrawn before
 * that. Throws outside a project's pages, which the guard does not open for anybody else.
 */
export const useOwnProject = (projectId: number): OwnProject => {
  const shown = useContext(ShownProject)
  const project = ownProjectOf(useMe(), projectId) ?? (shown?.role && shown.id === projectId ? shown : null)
  if (project === null) throw new Error(`Not in project ${projectId}`)
  return project
}

/** Whether pages of the project offer changes: those of an archived client do not (docs/product/archived-projects.md "The page"). */
export const useIsChangeable = (projectId: number): boolean =>
  useOwnProject(projectId).archived_at === undefined
