import { swapSchedules } from '#domain/schedules/contract.ts'
import { call } from '#web/platform/client.ts'
import { useScheduleMutation } from './api.ts'

/** Gives two posts each other's time. `datetimes`: what they have now, in the same order. Loaded with the grid, which alone swaps. */
export const useSwapSchedules = (projectId: number) =>
  useScheduleMutation(projectId, (body: { schedule_ids: [number, number]; datetimes: [string, string] }) =>
    call(swapSchedules, { body }),
  )
