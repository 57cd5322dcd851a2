import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  discardParkedMail,
  listParkedMails,
  retryParkedMail,
} from '#domain/agencies/parked-mails-contract.ts'
import { call } from '#web/platform/client.ts'

const keyOf = (agencyId: number) => ['agencies', agencyId, 'parked-mails'] as const

/** The agency's mails that could not be delivered. */
export const useListParkedMails = (agencyId: number) =>
  useQuery({
    queryKey: keyOf(agencyId),
    queryFn: ({ signal }) => call(listParkedMails, { params: { agencyId }, signal }),
  })

const useReload = (agencyId: number) => {
  const client = useQueryClient()
  return { onSettled: () => client.invalidateQueries({ queryKey: keyOf(agencyId) }) }
}

/** Sends one once more. A failure is shown in a toast. */
export const useRetryParkedMail = (agencyId: number) =>
  useMutation({
    mutationFn: (mailId: number) => call(retryParkedMail, { params: { agencyId, mailId }, body: {} }),
    ...useReload(agencyId),
  })

/** Takes one off the list for good. A failure is shown in a toast. */
export const useDiscardParkedMail = (agencyId: number) =>
  useMutation({
    mutationFn: (mailId: number) => call(discardParkedMail, { params: { agencyId, mailId } }),
    ...useReload(agencyId),
  })
