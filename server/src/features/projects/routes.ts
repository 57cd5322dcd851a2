import * as networkContract from '#domain/networks/contract.ts'
import * as contract from '#domain/projects/contract.ts'
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
  agencyRoute(contract.createProject, createOneProject, takesPicture),
  projectRoute(contract.getProject, getProjectDetails),
  projectRoute(contract.saveProject, saveOneProject, takesPicture),
  projectRoute(contract.deleteProject, deleteOneProject),
  projectRoute(contract.listProjectSettings, listSettingsOfProject),
  projectRoute(contract.saveProjectSettings, saveSettings),
  projectRoute(contract.listProjectUsers, listUsersOfProject),
  personRoute(contract.listTimezones, listAllTimezones),
  personRoute(networkContract.listContentRestrictions, readContentRestrictions),
  personRoute(networkContract.listMediaRestrictions, readMediaRestrictions),
]
