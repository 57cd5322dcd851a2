import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { LocalDate, LocalTime } from '#domain/kernel/time.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { getBestTime } from '#domain/posts/contract.ts'
import * as contract from '#domain/schedules/contract.ts'
import type { Schedule } from '#domain/schedules/model.ts'
import { call } from '#web/platform/client.ts'
import { reloadPosts } from '#web/platform/live-updates.ts'

/** When the followers of an account are active, by hours of the project's time zone. */
export const useGetBestTime = (projectId: number, network: SocialNetwork, date: LocalDate) =>
  useQuery({
    queryKey: ['posts', projectId, 'best-time', network, date],
    staleTime: 30 * 60_000,
    retry: false,
    queryFn: ({ signal }) =>
      call(getBestTime, { params: { projectId, social: network }, query: { date }, signal }),
  })

/** The chosen time, in the project's time zone: the body of every schedule call. */
export type ScheduleChoice = {
  readonly date: LocalDate
  readonly time: LocalTime
  readonly is_autoposting: boolean
}

/** The schedule modal shows its own failures, so they have no toast. */
const ownErrors = { meta: { ownErrors: true } }

const useScheduleMutation = <Sent>(
  projectId: number,
  mutationFn: (sent: Sent) => Promise<readonly Pick<Schedule, 'post_id'>[]>,
) => {
  const client = useQueryClient()
  return useMutation({
    ...ownErrors,
    mutationFn,
    onSuccess: schedules =>
      reloadPosts(
        client,
        projectId,
        schedules.map(({ post_id }) => post_id),
      ),
  })
}

/** Schedules a post. */
export const useCreateSchedule = (projectId: number) =>
  useScheduleMutation(projectId, async (body: ScheduleChoice & { post_id: number }) => [
    await call(contract.createSchedule, { body }),
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

/** The next free time slot for a post on these networks, as it is at this moment; null: there is none. */
export const useGetNextFreeSlot = (projectId: number) =>
  useMutation({
    ...ownErrors,
    mutationFn: (networks: readonly SocialNetwork[]) =>
      call(contract.getNextFreeSlot, {
        params: { projectId },
        query: { social_networks: networks.join(',') },
      }),
  })
