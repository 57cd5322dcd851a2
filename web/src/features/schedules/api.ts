import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { type LocalDate, type LocalTime, localOf } from '#domain/kernel/time.ts'
import type { Post } from '#domain/posts/model.ts'
import * as contract from '#domain/schedules/contract.ts'
import type { Schedule } from '#domain/schedules/model.ts'
import { call } from '#web/platform/client.ts'
import { reloadPosts } from '#web/platform/live-updates.ts'
import { queryKeys } from '#web/platform/query.ts'

/** The chosen time, in the project's time zone: the body of every schedule call. */
export type ScheduleChoice = {
  readonly date: LocalDate
  readonly time: LocalTime
  readonly is_autoposting: boolean
}

/** A schedule by the clock of the project, whose zone may have changed since. */
export const choiceOf = (schedule: Schedule, timezone: string): ScheduleChoice => ({
  ...localOf(new Date(schedule.datetime), timezone),
  is_autoposting: schedule.is_autoposting,
})

/** Shows a saved schedule with its post before that is read again. */
export const keepSchedule = (client: QueryClient, projectId: number, schedule: Schedule): void => {
  client.setQueryData<Post>(
    queryKeys.post(projectId, schedule.post_id),
    post => post && { ...post, latest_schedule: schedule },
  )
}

/** The schedule modal shows its own failures, so they have no toast. */
const ownErrors = { meta: { ownErrors: true } }

/**
 * Says which of these posts, which were just planned, have a text that a network may refuse. Rarely needed, so it is loaded afterwards.
 */
export const warnOfRepeats = (projectId: number, postIds: readonly number[]): void => {
  if (postIds.length > 0)
    void import('./repeats-api.ts').then(module => module.showRepeats(projectId, postIds))
}

/** A change of schedules, after which what shows their posts is read again. */
export const useScheduleMutation = <Sent>(
  projectId: number,
  mutationFn: (sent: Sent) => Promise<readonly Schedule[]>,
) => {
  const client = useQueryClient()
  return useMutation({
    ...ownErrors,
    mutationFn,
    onSuccess: schedules => {
      for (const schedule of schedules) keepSchedule(client, projectId, schedule)
      const postIds = schedules.map(({ post_id }) => post_id)
      warnOfRepeats(projectId, postIds)
      return reloadPosts(client, projectId, postIds)
    },
  })
}

/** Schedules a post. The caller reloads what shows it, and shows a failure. */
export const createSchedule = (body: ScheduleChoice & { post_id: number }) =>
  call(contract.createSchedule, { body })

/** Schedules a post. */
export const useCreateSchedule = (projectId: number) =>
  useScheduleMutation(projectId, async (body: ScheduleChoice & { post_id: number }) => [
    await createSchedule(body),
  ])

/** Reschedules a post. The caller reloads what shows it, and shows a failure. */
export const updateSchedule = (scheduleId: number, body: ScheduleChoice) =>
  call(contract.updateSchedule, { params: { scheduleId }, body })

/** Reschedules a post. */
export const useUpdateSchedule = (projectId: number) =>
  useScheduleMutation(projectId, async ({ scheduleId, ...body }: ScheduleChoice & { scheduleId: number }) => [
    await updateSchedule(scheduleId, body),
  ])

/** Gives several scheduled posts one time: all of them or none. */
export const useUpdateSchedules = (projectId: number) =>
  useScheduleMutation(projectId, (body: ScheduleChoice & { schedule_ids: number[] }) =>
    call(contract.updateSchedules, { body }),
  )
