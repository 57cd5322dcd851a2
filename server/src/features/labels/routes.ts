import * as contract from '#domain/labels/contract.ts'
import { projectRoute, type Route } from '#server/platform/http/route.ts'
import { createDayLabel } from './create-day-label.ts'
import { deleteDayLabel } from './delete-day-label.ts'
import { listDayLabels } from './list-day-labels.ts'
import { saveDayLabel } from './save-day-label.ts'

export const labelRoutes: readonly Route[] = [
  projectRoute(contract.listDayLabels, listDayLabels),
  projectRoute(contract.createDayLabel, createDayLabel),
  projectRoute(contract.saveDayLabel, saveDayLabel),
  projectRoute(contract.deleteDayLabel, deleteDayLabel),
]
