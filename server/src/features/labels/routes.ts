import { createDayLabel, deleteDayLabel, listDayLabels, saveDayLabel } from '#domain/labels/contract.ts'
import { projectRoute, type Route } from '#server/platform/http/route.ts'
import { addLabel, removeLabel, saveOneLabel } from './commands.ts'
import { listLabelsOfProject } from './queries.ts'

export const labelRoutes: readonly Route[] = [
  projectRoute(listDayLabels, listLabelsOfProject),
  projectRoute(createDayLabel, addLabel),
  projectRoute(saveDayLabel, saveOneLabel),
  projectRoute(deleteDayLabel, removeLabel),
]
