import * as networkContract from '#domain/networks/contract.ts'
import * as contract from '#domain/projects/contract.ts'
import {
  agencyRoute,
  personRoute,
  projectRoute,
  type Route,
  takesPicture,
} from '#server/platform/http/route.ts'
import { createProject } from './create-project.ts'
import { deleteProject } from './delete-project.ts'
import { getProject } from './get-project.ts'
import { listContentRestrictions, listMediaRestrictions, listTimezones } from './global-options.ts'
import { listProjectSettings } from './list-project-settings.ts'
import { listProjectUsers } from './list-project-users.ts'
import { listTimeSlots } from './list-time-slots.ts'
import { saveProject } from './save-project.ts'
import { saveProjectSettings } from './save-project-settings.ts'
import { saveTimeSlots } from './save-time-slots.ts'
import { searchProjects } from './search-projects.ts'

export const projectRoutes: readonly Route[] = [
  agencyRoute(contract.createProject, createProject, takesPicture),
  personRoute(contract.searchProjects, searchProjects),
  projectRoute(contract.getProject, getProject),
  projectRoute(contract.saveProject, saveProject, takesPicture),
  projectRoute(contract.deleteProject, deleteProject, { whileArchived: 'allowed' }),
  projectRoute(contract.listProjectSettings, listProjectSettings),
  projectRoute(contract.saveProjectSettings, saveProjectSettings),
  projectRoute(contract.listTimeSlots, listTimeSlots),
  projectRoute(contract.saveTimeSlots, saveTimeSlots),
  projectRoute(contract.listProjectUsers, listProjectUsers),
  personRoute(contract.listTimezones, listTimezones),
  personRoute(networkContract.listContentRestrictions, listContentRestrictions),
  personRoute(networkContract.listMediaRestrictions, listMediaRestrictions),
]
