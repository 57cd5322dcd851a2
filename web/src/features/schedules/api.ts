import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { LocalDate, LocalTime } from '#domain/kernel/time.ts'
import { createSchedule, updateSchedule, updateSchedules } from '#domain/schedules/contract.ts'
import { call } from '#web/platform/client.ts'
import { keysTouchedBy } from '#web/platform/live-updates.ts'

/** When it goes out, on the wall of the project's zone: the body of every schedule call. */
export type ScheduleChoice = {
  readonly date: LocalDate
  readonly time: LocalTime
  readonly is_autoposting: boolean
}

/** Reads again whatever shows posts of the project. */
export const rereadPosts = (client: QueryClient, projectId: number): Promise<unknown> =>
  Promise.all(
    keysTouchedBy({ project_id: projectId, post_id: null }).map(queryKey =>
      client.invalidateQueries({ queryKey }),
    ),
  )

/** The schedule modal shows its own failures, so these are not toasted as well. */
const ownErrors = { meta: { ownErrors: true } }

const useScheduleMutation = <Sent, Got>(projectId: number, mutationFn: (sent: Sent) => Promise<Got>) => {
  const client = useQueryClient()
  return useMutation({ ...ownErrors, mutationFn, onSuccess: () => rereadPosts(client, projectId) })
}

/** Gives a post its time. */
export const useCreateSchedule = (projectId: number) =>
  useScheduleMutation(projectId, (body: ScheduleChoice & { post_id: number }) =>
    call(createSchedule, { body }),
  )

/** Gives a scheduled post another time. */
export const useUpdateSchedule = (projectId: number) =>
  useScheduleMutation(projectId, ({ scheduleId, ...body }: ScheduleChoice & { scheduleId: number }) =>
    call(updateSchedule, { params: { scheduleId }, body }),
  )

/** Gives several scheduled posts one time: all of them or none. */
export const useUpdateSchedules = (projectId: number) =>
  useScheduleMutation(projectId, (body: ScheduleChoice & { schedule_ids: number[] }) =>
    call(updateSchedules, { body }),
  )
