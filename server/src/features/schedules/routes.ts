import {
  createSchedule,
  deleteSchedule,
  updateSchedule,
  updateSchedules,
} from '#domain/schedules/contract.ts'
import { projectRoute, type Route } from '#server/platform/http/route.ts'
import { schedulePost } from './create-schedule.ts'
import { unschedulePost } from './delete-schedule.ts'
import { changeSchedule } from './update-schedule.ts'
import { changeSchedules } from './update-schedules.ts'

export const scheduleRoutes: readonly Route[] = [
  projectRoute(createSchedule, schedulePost),
  projectRoute(updateSchedule, changeSchedule),
  projectRoute(updateSchedules, changeSchedules),
  projectRoute(deleteSchedule, unschedulePost),
]
