import { useQuery } from '@tanstack/react-query'
import type { LocalDate } from '#domain/kernel/time.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { getBestTime } from '#domain/posts/best-time/contract.ts'
import { call } from '#web/platform/client.ts'

/** When the followers of an account are about, by hours of the project's zone. */
export const useBestTime = (projectId: number, network: SocialNetwork, date: LocalDate) =>
  useQuery({
    queryKey: ['posts', projectId, 'best-time', network, date],
    staleTime: 30 * 60_000,
    retry: false,
    queryFn: ({ signal }) =>
      call(getBestTime, { params: { projectId, social: network }, query: { date }, signal }),
  })
