import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  archiveProject,
  bringBackProject,
  getArchivingPreview,
  listArchivedProjects,
} from '#domain/projects/archiving-contract.ts'
import { call } from '#web/platform/client.ts'
import { refreshMe } from '#web/platform/me.ts'
import { queryKeys } from '#web/platform/query.ts'

const listKey = ['archived-projects']

/** What archiving would stop and disconnect at this moment; asked for when somebody is about to. */
export const useGetArchivingPreview = (projectId: number) =>
  useMutation({ mutationFn: () => call(getArchivingPreview, { params: { projectId } }) })

/** The person's own view of the client, its accounts and all lists say something else from now on. What cannot be read comes with the next page. */
const reload = async (client: QueryClient, projectId: number): Promise<void> => {
  await refreshMe(client).catch(() => undefined)
  await client.invalidateQueries({ queryKey: listKey })
  await client.invalidateQueries({ queryKey: queryKeys.project(projectId) })
  await client.invalidateQueries({ queryKey: queryKeys.socialAccounts(projectId) })
}

/** Archives the client. Its pages stay open, to be read. */
export const useArchiveProject = (projectId: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(archiveProject, { params: { projectId } }),
    onSettled: () => void reload(client, projectId),
  })
}

const SECOND = 1000

/** What came due is put aside within a second or two, and then its pages ask about it. */
const awaitMissed = async (client: QueryClient, projectId: number): Promise<void> => {
  for (let turn = 0; turn < 5; turn++) {
    await new Promise(resolve => setTimeout(resolve, SECOND))
    const { missed_posts = [] } = await refreshMe(client)
    if (missed_posts.some(({ project_id }) => project_id === projectId)) return
  }
}

/** Brings the client back as it was. */
export const useBringBackProject = (projectId: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(bringBackProject, { params: { projectId } }),
    onSuccess: ({ missed_posts }) => {
      // Somebody who loses the connection meanwhile reads it with the next page.
      if (missed_posts > 0) void awaitMissed(client, projectId).catch(() => undefined)
    },
    onSettled: () => void reload(client, projectId),
  })
}

/** The person's archived clients, the latest first. */
export const useListArchivedProjects = () =>
  useQuery({ queryKey: listKey, queryFn: ({ signal }) => call(listArchivedProjects, { signal }) })
