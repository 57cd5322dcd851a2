import * as contract from '#domain/labels/contract.ts'
import { projectRoute, type Route } from '#server/platform/http/route.ts'
import { addLabel, removeLabel, saveOneLabel } from './commands.ts'
import { listLabelsOfProject } from './queries.ts'

export const labelRoutes: readonly Route[] = [
  projectRoute(contract.listDayLabels, listLabelsOfProject),
  projectRoute(contract.createDayLabel, addLabel),
  projectRoute(contract.saveDayLabel, saveOneLabel),
  projectRoute(contract.deleteDayLabel, removeLabel),
]
