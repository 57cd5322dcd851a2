import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getStatus, retryFailedMail } from '#domain/status/contract.ts'
import { call } from '#web/platform/client.ts'

const key = ['status'] as const
/** Often enough to watch something recover. */
const RENEW_MS = 15_000

/** How the installation is, renewed while the page is seen. */
export const useGetStatus = () =>
  useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(getStatus, { signal }),
    refetchInterval: RENEW_MS,
  })

/** Sends a mail again that was given up. A failure is shown in a toast. */
export const useRetryFailedMail = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (mailId: number) => call(retryFailedMail, { params: { mailId }, body: {} }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
}
