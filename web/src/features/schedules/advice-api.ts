import { useMutation, useQuery } from '@tanstack/react-query'
import { getBestTime } from '#domain/analytics/contract.ts'
import type { LocalDate } from '#domain/kernel/time.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { getNextFreeSlot } from '#domain/schedules/contract.ts'
import { call } from '#web/platform/client.ts'

/** How good each hour of the day is for a post, by hours of the project's time zone. */
export const useGetBestTime = (projectId: number, network: SocialNetwork, date: LocalDate) =>
  useQuery({
    queryKey: ['posts', projectId, 'best-time', network, date],
    staleTime: 30 * 60_000,
    retry: false,
    queryFn: ({ signal }) =>
      call(getBestTime, { params: { projectId, social: network }, query: { date }, signal }),
  })

/** The next free time slot for a post on these networks, as it is at this moment; null: there is none. */
export const useGetNextFreeSlot = (projectId: number) =>
  useMutation({
    // The caller shows the failure.
    meta: { ownErrors: true },
    mutationFn: (networks: readonly SocialNetwork[]) =>
      call(getNextFreeSlot, {
        params: { projectId },
        query: { social_networks: networks.join(',') },
      }),
  })
