import {
  getProject,
  listProjectSettings,
  listProjectUsers,
  saveProjectSettings,
} from '#domain/projects/contract.ts'
import { projectRoute, type Route } from '#server/platform/http/route.ts'
import { saveSettings } from './commands.ts'
import { getProjectDetails, listSettingsOfProject, listUsersOfProject } from './queries.ts'

export const projectRoutes: readonly Route[] = [
  projectRoute(getProject, getProjectDetails),
  projectRoute(listProjectSettings, listSettingsOfProject),
  projectRoute(saveProjectSettings, saveSettings),
  projectRoute(listProjectUsers, listUsersOfProject),
]
