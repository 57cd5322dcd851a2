import { getProject, listProjectSettings, listProjectUsers } from '#domain/projects/contract.ts'
import { projectRoute, type Route } from '#server/platform/http/route.ts'
import { getProjectDetails, listSettingsOfProject, listUsersOfProject } from './queries.ts'

export const projectRoutes: readonly Route[] = [
  projectRoute(getProject, getProjectDetails),
  projectRoute(listProjectSettings, listSettingsOfProject),
  projectRoute(listProjectUsers, listUsersOfProject),
]
