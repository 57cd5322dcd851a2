import type { QueryClient } from '@tanstack/react-query'
import type { Me } from '#domain/accounts/model.ts'
import type { OwnProject } from '#domain/projects/model.ts'
import { PROJECT_PAGE, PROJECTS_IN_ME } from '#domain/projects/own-projects.ts'
import { queryKeys } from './query.ts'

// Apart from me.ts: only people with more projects than `me` carries load this (decision 42).

/** Reads which of these projects the person may open, and how they see them. */
export type ReadProjects = (ids: readonly number[], signal: AbortSignal) => Promise<readonly OwnProject[]>

const isIn = (projects: readonly OwnProject[], { id }: OwnProject) => projects.some(each => each.id === id)

/** The projects beyond those of `me` that were opened here, which the cached person has at the end of theirs. */
const openedIn = (client: QueryClient, me: Me): readonly OwnProject[] =>
  (client.getQueryData<Me>(queryKeys.me())?.projects ?? [])
    .slice(PROJECTS_IN_ME)
    .filter(project => !isIn(me.projects, project))

/** Adds to the person as just read the projects that were opened here, as they are now and if they are still theirs. */
export const withOpened = async (
  client: QueryClient,
  me: Me,
  { read, signal }: { readonly read: ReadProjects; readonly signal: AbortSignal },
): Promise<Me> => {
  const requested = openedIn(client, me)
  if (requested.length === 0) return me
  const projects = await read(
    requested.map(({ id }) => id),
    signal,
  )
  const kept = requested.flatMap(({ id }) => projects.find(project => project.id === id) ?? [])
  for (const { id } of requested)
    if (!kept.some(project => project.id === id))
      client.removeQueries({ queryKey: queryKeys.ownProject(id), exact: true })
  // One that was opened during the call has just been read.
  const later = openedIn(client, me).filter(project => !isIn(requested, project))
  return { ...me, projects: [...me.projects, ...kept, ...later] }
}

/**
 * Reads a project that is not among those of `me`, and adds it to them: from then on it is like the others. Null: the person is not in
 * it. A page that is only preloaded adds nothing.
 */
export const openProject = async (
  client: QueryClient,
  projectId: number,
  { read, isPreload }: { readonly read: ReadProjects; readonly isPreload: boolean },
): Promise<OwnProject | null> => {
  const project = await client.fetchQuery({
    queryKey: queryKeys.ownProject(projectId),
    queryFn: async ({ signal }): Promise<OwnProject | null> => (await read([projectId], signal))[0] ?? null,
    // A person who was not in it may have been added since.
    staleTime: ({ state }) => (state.data === null ? 0 : 60_000),
  })
  if (project === null || isPreload) return project
  const add = (me: Me | undefined) => {
    if (me === undefined || isIn(me.projects, project)) return me
    const opened = [...me.projects.slice(PROJECTS_IN_ME), project]
    return { ...me, projects: [...me.projects.slice(0, PROJECTS_IN_ME), ...opened.slice(-PROJECT_PAGE)] }
  }
  // The person is not newer than before.
  const { dataUpdatedAt } = client.getQueryState(queryKeys.me()) ?? {}
  client.setQueryData<Me>(queryKeys.me(), add, dataUpdatedAt ? { updatedAt: dataUpdatedAt } : {})
  return project
}
