import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { exportAuditLog, listAuditChoices, listAuditLog } from '#domain/agencies/contract.ts'
import type { AuditAction } from '#domain/agencies/model.ts'
import { call } from '#web/platform/client.ts'
import { ownTimezone } from '#web/ui/zoned-time.tsx'

/** What the log is narrowed to; nothing: all of it. Days are those of the reader's own clock. */
export type AuditFilters = {
  readonly action?: AuditAction | undefined
  readonly actorId?: number | undefined
  readonly projectId?: number | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** The zone of the reader's clock: the log is of no single project, whose zone it could be. */
export const ownZone = ownTimezone()

const queryOf = ({ action, actorId, projectId, from, to }: AuditFilters) => ({
  ...(action ? { action } : {}),
  ...(actorId ? { actor_id: actorId } : {}),
  ...(projectId ? { project_id: projectId } : {}),
  ...(from ? { from } : {}),
  ...(to ? { to } : {}),
  timezone: ownZone,
})

const keyOf = (agencyId: number) => ['agencies', agencyId, 'audit-log'] as const

/** The log, newest first, page by page. What is shown stays until the answer to another filter is there. */
export const useAuditLog = (agencyId: number, filters: AuditFilters) =>
  useInfiniteQuery({
    queryKey: [...keyOf(agencyId), queryOf(filters)],
    queryFn: ({ pageParam, signal }) =>
      call(listAuditLog, {
        params: { agencyId },
        query: { ...queryOf(filters), ...(pageParam === null ? {} : { before_id: pageParam }) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: page => page.next_before_id,
    placeholderData: keepPreviousData,
  })

/** Whom and what the log can be narrowed to. */
export const useAuditChoices = (agencyId: number) =>
  useQuery({
    queryKey: [...keyOf(agencyId), 'choices'],
    queryFn: ({ signal }) => call(listAuditChoices, { params: { agencyId }, signal }),
  })

/** The log as a file, narrowed as it is shown. */
export const useExportAuditLog = (agencyId: number) =>
  useMutation({
    mutationFn: (filters: AuditFilters) =>
      call(exportAuditLog, { params: { agencyId }, query: queryOf(filters) }),
  })
