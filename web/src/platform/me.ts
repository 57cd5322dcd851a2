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
 * Reads the person anew: what they may open has changed. A reading that is under way was begun before the change and may not know of it: it is
 * dropped, and whoever waits for it gets this one. Rejects with ApiError.
 */
export const refreshMe = (client: QueryClient): Promise<Me> => {
  const options = client.defaultQueryOptions(meQuery)
  return client.getQueryCache().build(client, options).fetch(options, { cancelRefetch: true })
}

/** The signed-in person. The guard of every route has loaded them. */
export const useMe = (): Me => useSuspenseQuery(meQuery).data

/** The person's own view of a project: their role and settings in it. Null: they are not in it. */
export const ownProjectOf = (me: Me, projectId: number): OwnProject | null =>
  me.projects.find(project => project.id === projectId) ?? null

/** The project whose layout is on the screen. */
export const ShownProject = createContext<OwnProject | null>(null)

/**
 * The project of the page. Who was just taken out of it keeps it until the layout has heard of that and sends them on: a page may be drawn
 * anew before. Throws outside pages of a project, which the guard has let nobody open.
 */
export const useOwnProject = (projectId: number): OwnProject => {
  const shown = useContext(ShownProject)
  const project = ownProjectOf(useMe(), projectId) ?? (shown?.id === projectId ? shown : null)
  if (project === null) throw new Error(`Not in project ${projectId}`)
  return project
}
