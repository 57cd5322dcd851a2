import { listContentRestrictions, listMediaRestrictions } from '#domain/networks/contract.ts'
import {
  createProject,
  deleteProject,
  getProject,
  listProjectSettings,
  listProjectUsers,
  listTimezones,
  saveProject,
  saveProjectSettings,
} from '#domain/projects/contract.ts'
import {
  agencyRoute,
  personRoute,
  projectRoute,
  type Route,
  takesPicture,
} from '#server/platform/http/route.ts'
import { saveSettings } from './commands.ts'
import { createOneProject, saveOneProject } from './creation/commands.ts'
import { deleteOneProject } from './deletion/commands.ts'
import { listAllTimezones, readContentRestrictions, readMediaRestrictions } from './options/queries.ts'
import { getProjectDetails, listSettingsOfProject, listUsersOfProject } from './queries.ts'

export const projectRoutes: readonly Route[] = [
  agencyRoute(createProject, createOneProject, takesPicture),
  projectRoute(getProject, getProjectDetails),
  projectRoute(saveProject, saveOneProject, takesPicture),
  projectRoute(deleteProject, deleteOneProject),
  projectRoute(listProjectSettings, listSettingsOfProject),
  projectRoute(saveProjectSettings, saveSettings),
  projectRoute(listProjectUsers, listUsersOfProject),
  personRoute(listTimezones, listAllTimezones),
  personRoute(listContentRestrictions, readContentRestrictions),
  personRoute(listMediaRestrictions, readMediaRestrictions),
]
