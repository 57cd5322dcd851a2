import {
  createSchedule,
  deleteSchedule,
  updateSchedule,
  updateSchedules,
} from '#domain/schedules/contract.ts'
import { projectRoute, type Route } from '#server/platform/http/route.ts'
import { changeSchedule, changeSchedules, schedulePost, unschedulePost } from './schedules.ts'

export const scheduleRoutes: readonly Route[] = [
  projectRoute(createSchedule, schedulePost),
  projectRoute(updateSchedule, changeSchedule),
  projectRoute(updateSchedules, changeSchedules),
  projectRoute(deleteSchedule, unschedulePost),
]
