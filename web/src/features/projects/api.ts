import { queryOptions, useQuery } from '@tanstack/react-query'
import { type Actor, can } from '#domain/permissions/can.ts'
import type { Action } from '#domain/permissions/table.ts'
import { getProject } from '#domain/projects/contract.ts'
import { isSettingOn, type OwnProject, type Setting } from '#domain/projects/model.ts'
import { call } from '#web/platform/client.ts'
import { useOwnProject } from '#web/platform/me.ts'
import { queryKeys } from '#web/platform/query.ts'

/** A project with its accounts, people and settings. */
export const projectQuery = (projectId: number) =>
  queryOptions({
    queryKey: queryKeys.project(projectId),
    queryFn: ({ signal }) => call(getProject, { params: { projectId }, signal }),
    staleTime: 60_000,
  })

export const useProject = (projectId: number) => useQuery(projectQuery(projectId))

/** The signed-in person as the permission table knows them in a project. */
export const actorIn = (own: OwnProject, projectSettings: readonly Setting[] = []): Actor => ({
  role: own.role,
  isContentManager: isSettingOn(own.setting, 'content-manager'),
  maySkipApproval:
    isSettingOn(own.setting, 'skip-approval-and-schedule') ||
    isSettingOn(projectSettings, 'skip-approval-and-schedule'),
})

/** The signed-in person in a project, for rules that take an actor. */
export const useActor = (projectId: number): Actor => {
  const own = useOwnProject(projectId)
  return actorIn(own, useProject(projectId).data?.settings)
}

/**
 * What the signed-in person may do in a project, by the one permission table.
 * @example const may = useMay(projectId); may('post.create') && <CreateButton />
 */
export const useMay = (projectId: number): ((action: Action) => boolean) => {
  const actor = useActor(projectId)
  return action => can(actor, action)
}
