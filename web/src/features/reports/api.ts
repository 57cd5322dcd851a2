import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getApprovalLedger } from '#domain/reports/contract.ts'
import { call } from '#web/platform/client.ts'
import { browserTimezone } from '#web/ui/time/zoned-time.tsx'

type Days = { readonly from: string; readonly to: string }

/** Days are those of the reader's own clock. */
export const useGetApprovalLedger = (agencyId: number, days: Days) =>
  useQuery({
    queryKey: ['agencies', agencyId, 'approval-ledger', days],
    queryFn: ({ signal }) =>
      call(getApprovalLedger, {
        params: { agencyId },
        query: { ...days, timezone: browserTimezone() },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
