import { type QueryClient, queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { getMe } from '#domain/accounts/contract.ts'
import type { Me } from '#domain/accounts/model.ts'
import type { OwnProject } from '#domain/projects/model.ts'
import { call } from './client.ts'
import { queryKeys } from './query.ts'

/** The signed-in person with their projects and agency. */
export const meQuery = queryOptions({
  queryKey: queryKeys.me(),
  queryFn: ({ signal }) => call(getMe, { signal }),
  staleTime: 5 * 60_000,
})

/**
 * Reloads the person: what they may open has changed. A request under way started before the change and may miss it, so it is
 * dropped, and whoever waits for it gets this one. Rejects with ApiError.
 */
export const refreshMe = (client: QueryClient): Promise<Me> => {
  const options = client.defaultQueryOptions(meQuery)
  return client.getQueryCache().build(client, options).fetch(options, { cancelRefetch: true })
}

/** The signed-in person. Every route's guard has loaded them. */
export const useMe = (): Me => useSuspenseQuery(meQuery).data

/** The person's own view of a project: their role and settings in it. Null: they are not in it. */
export const ownProjectOf = (me: Me, projectId: number): OwnProject | null =>
  me.projects.find(project => project.id === projectId) ?? null

/** The project whose layout is on the screen. */
export const ShownProject = createContext<OwnProject | null>(null)

/**
 * The project of the page. A person who was just removed keeps it until the layout redirects them: a page may be redrawn before
 * that. Throws outside a project's pages, which the guard does not open for anybody else.
 */
export const useOwnProject = (projectId: number): OwnProject => {
  const shown = useContext(ShownProject)
  const project = ownProjectOf(useMe(), projectId) ?? (shown?.id === projectId ? shown : null)
  if (project === null) throw new Error(`Not in project ${projectId}`)
  return project
}
