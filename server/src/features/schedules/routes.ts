import * as contract from '#domain/schedules/contract.ts'
import * as repeatsContract from '#domain/schedules/repeats-contract.ts'
import * as stopContract from '#domain/schedules/stop-contract.ts'
import { projectRoute, type Route } from '#server/platform/http/route.ts'
import { createSchedule } from './create-schedule.ts'
import { deleteSchedule } from './delete-schedule.ts'
import { getNextFreeSlot } from './get-next-free-slot.ts'
import { listRepeatedTexts } from './list-repeated-texts.ts'
import { rescheduleEach } from './reschedule-each.ts'
import { stopPost } from './stop-post.ts'
import { swapSchedules } from './swap-schedules.ts'
import { undoStop } from './undo-stop.ts'
import { updateSchedule } from './update-schedule.ts'
import { updateSchedules } from './update-schedules.ts'

export const scheduleRoutes: readonly Route[] = [
  projectRoute(contract.createSchedule, createSchedule),
  projectRoute(contract.updateSchedule, updateSchedule),
  projectRoute(contract.updateSchedules, updateSchedules),
  projectRoute(contract.rescheduleEach, rescheduleEach),
  projectRoute(contract.swapSchedules, swapSchedules),
  projectRoute(contract.deleteSchedule, deleteSchedule),
  projectRoute(stopContract.stopPost, stopPost),
  projectRoute(stopContract.undoStop, undoStop),
  projectRoute(contract.getNextFreeSlot, getNextFreeSlot),
  projectRoute(repeatsContract.listRepeatedTexts, listRepeatedTexts),
]
