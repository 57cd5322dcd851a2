import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Request } from '#domain/kernel/endpoint.ts'
import { oneLine } from '#domain/kernel/text.ts'
import { type Actor, can } from '#domain/permissions/can.ts'
import { isSettingOn, type Setting } from '#domain/permissions/settings.ts'
import type { Action } from '#domain/permissions/table.ts'
import {
  createProject,
  deleteProject,
  getProject,
  listTimezones,
  saveProject,
  saveProjectSettings,
} from '#domain/projects/contract.ts'
import type { OwnProject, Project } from '#domain/projects/model.ts'
import { isOutcomeUnknown } from '#web/platform/api-error.ts'
import { call } from '#web/platform/client.ts'
import { meQuery, refreshMe, useMe, useOwnProject } from '#web/platform/me.ts'
import { mutationKeys, queryKeys } from '#web/platform/query.ts'
import { filesOf, type PictureChoice, removalOf } from '#web/ui/picture/picture-choice.ts'

/** The time zones that a project can have; they change only with the installation. */
export const listTimezonesQuery = queryOptions({
  queryKey: ['projects', 'timezones'],
  queryFn: ({ signal }) => call(listTimezones, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

export const useListTimezones = () => useQuery(listTimezonesQuery)

/** Country, cities and abbreviations of each zone, for its search; loaded when somebody is about to search. */
export const useZonePlaces = ({ enabled }: { readonly enabled: boolean }) =>
  useQuery({
    enabled,
    queryKey: ['projects', 'zone-places'],
    queryFn: async (): Promise<readonly string[]> => (await import('./zone-places.json')).default,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The fields of a project that a person edits. */
export type ProjectFields = {
  readonly name: string
  readonly timezone: string
  readonly image: PictureChoice
}

/** The person's own list of projects shows name, zone and logo too. */
const useReloadProject = () => {
  const client = useQueryClient()
  return (projectId: number) =>
    Promise.all([
      client.invalidateQueries({ queryKey: queryKeys.project(projectId) }),
      client.invalidateQueries({ queryKey: meQuery.queryKey }),
      client.invalidateQueries({ queryKey: queryKeys.calendar(projectId) }),
    ])
}

/** Saves name, time zone and logo, whichever are given. Rejects with ApiError; the form shows it. */
export const useSaveProject = (projectId: number) => {
  const touch = useReloadProject()
  return async ({ image = null, ...fields }: Partial<ProjectFields>) => {
    await call(saveProject, {
      params: { projectId },
      body: { _method: 'PUT', ...fields, ...removalOf(image) },
      ...filesOf(image),
    })
    await touch(projectId)
  }
}

export type SettingChange = Request<typeof saveProjectSettings>['body']['settings'][number]

/** The settings of a project that are on or off. */
export type Toggle = Exclude<
  SettingChange['name'],
  | 'post-master-content-social-network-id'
  | 'project-timezone'
  | 'approval-link-days'
  | 'approval-deadline-hours'
  | 'approval-reminder-hours'
  | 'post-gap-minutes'
  | 'client-language'
  | 'link-parameters'
  | 'link-parameter-sites'
>

/** Saves settings of a project; those that are not named stay. */
export const useSaveProjectSettings = (projectId: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (settings: readonly SettingChange[]) =>
      call(saveProjectSettings, { params: { projectId }, body: { settings: [...settings] } }),
    onSuccess: settings => {
      client.setQueryData<Project>(queryKeys.project(projectId), old => old && { ...old, settings })
    },
    onSettled: () => {
      // The accounts carry which of them is the master.
      void client.invalidateQueries({ queryKey: queryKeys.socialAccounts(projectId) })
      return client.invalidateQueries({ queryKey: queryKeys.project(projectId) })
    },
  })
}

/** Deletes a project. Its cached data is dropped only after the person has left its pages. */
export const useDeleteProject = (projectId: number) =>
  useMutation({
    mutationKey: mutationKeys.quitProject(projectId),
    mutationFn: () => call(deleteProject, { params: { projectId } }),
  })

type NewProject = ProjectFields & { readonly bypassesExternal: boolean }

/**
 * Creates a project and reloads the person with their role in it. If it is unknown what became of an attempt (its response was
 * lost), the next one looks for the project that it may have created, instead of creating a second one. Rejects with ApiError.
 */
export const useCreateProject = () => {
  const client = useQueryClient()
  const { projects } = useMe()
  // Among many projects `me` has only the newest, and an older one may move up when one is deleted.
  const [newest] = useState(() => Math.max(0, ...projects.map(({ id }) => id)))
  const mayBeCreated = useRef(false)
  const findCreated = async ({ name, timezone }: Omit<ProjectFields, 'image'>) => {
    const me = await refreshMe(client)
    return me.projects.find(
      project => project.id > newest && project.name === oneLine(name) && project.timezone === timezone,
    )?.id
  }
  return async ({ image, bypassesExternal, ...fields }: NewProject): Promise<number> => {
    const made = mayBeCreated.current ? await findCreated(fields) : undefined
    if (made !== undefined) return made
    mayBeCreated.current = true
    const { id } = await call(createProject, {
      body: {
        ...fields,
        'bypass-external-approval-when-internal-approved': bypassesExternal ? 'true' : 'false',
      },
      ...filesOf(image),
    }).catch(error => {
      mayBeCreated.current = isOutcomeUnknown(error)
      throw error
    })
    await refreshMe(client)
    return id
  }
}

/** A project with its accounts, people and settings. */
export const getProjectQuery = (projectId: number) =>
  queryOptions({
    queryKey: queryKeys.project(projectId),
    queryFn: ({ signal }) => call(getProject, { params: { projectId }, signal }),
    staleTime: 60_000,
  })

export const useGetProject = (projectId: number) => useQuery(getProjectQuery(projectId))

/** The signed-in person as the permission table sees them in a project. */
export const actorIn = (own: OwnProject, projectSettings: readonly Setting[] = []): Actor => ({
  role: own.role,
  isContentManager: isSettingOn(own.setting, 'content-manager'),
  maySkipApproval:
    isSettingOn(own.setting, 'skip-approval-and-schedule') ||
    isSettingOn(projectSettings, 'skip-approval-and-schedule'),
  offersNoChange: own.archived_at !== undefined,
})

/** The signed-in person in a project, for rules that take an actor. */
export const useActor = (projectId: number): Actor => {
  const own = useOwnProject(projectId)
  return actorIn(own, useGetProject(projectId).data?.settings)
}

/**
 * What the signed-in person may do in a project, from the one permission table.
 * @example const may = useMay(projectId); may('post.create') && <CreateButton />
 */
export const useMay = (projectId: number): ((action: Action) => boolean) => {
  const actor = useActor(projectId)
  return action => can(actor, action)
}
