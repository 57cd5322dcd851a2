import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import {
  changeAgencyRole,
  createAgency,
  exportAuditLog,
  getAgency,
  listAuditFilters,
  listAuditLog,
  removeAgencyUser,
  saveAgency,
} from '#domain/agencies/contract.ts'
import { listNetworkCosts } from '#domain/agencies/network-costs-contract.ts'
import type { AuditAction } from '#domain/kernel/audit.ts'
import type { Request } from '#domain/kernel/endpoint.ts'
import { ApiError } from '#web/platform/api-error.ts'
import { call } from '#web/platform/client.ts'
import { refreshMe } from '#web/platform/me.ts'
import { filesOf, type PictureChoice, removalOf } from '#web/ui/picture/picture-choice.ts'
import { browserTimezone } from '#web/ui/time/zoned-time.tsx'

/** The filters of the log; none means all of it. Days are those of the reader's own clock. */
export type AuditFilters = {
  readonly action?: AuditAction | undefined
  readonly actorId?: number | undefined
  readonly projectId?: number | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** The time zone of the reader's clock, since the log covers several projects. */
export const readerTimezone = browserTimezone()

const queryOf = ({ action, actorId, projectId, from, to }: AuditFilters) => ({
  ...(action ? { action } : {}),
  ...(actorId ? { actor_id: actorId } : {}),
  ...(projectId ? { project_id: projectId } : {}),
  ...(from ? { from } : {}),
  ...(to ? { to } : {}),
  timezone: readerTimezone,
})

const keyOf = (agencyId: number) => ['agencies', agencyId, 'audit-log'] as const

/** The log, newest first, page by page. The shown entries stay until those for new filters are loaded. */
export const useListAuditLog = (agencyId: number, filters: AuditFilters) =>
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

/** The people and actions that the log can be filtered by. */
export const useListAuditFilters = (agencyId: number) =>
  useQuery({
    queryKey: [...keyOf(agencyId), 'choices'],
    queryFn: ({ signal }) => call(listAuditFilters, { params: { agencyId }, signal }),
  })

/** The filtered log as a file. */
export const useExportAuditLog = (agencyId: number) =>
  useMutation({
    mutationFn: (filters: AuditFilters) =>
      call(exportAuditLog, { params: { agencyId }, query: queryOf(filters) }),
  })

/** Name and logo. */
export const useGetAgency = (agencyId: number) =>
  useQuery({
    queryKey: ['agencies', agencyId] as const,
    queryFn: ({ signal }) => call(getAgency, { params: { agencyId }, signal }),
  })

type RoleChange = { readonly userId: number } & Request<typeof changeAgencyRole>['body']

/** Reloads everything of the agencies, and the projects, whose people it may concern. */
const useReloadPeople = () => {
  const client = useQueryClient()
  return () => client.invalidateQueries()
}

/** Changes somebody's role in the agency. */
export const useChangeAgencyRole = (agencyId: number) => {
  const reload = useReloadPeople()
  return useMutation({
    mutationFn: ({ userId, role }: RoleChange) =>
      call(changeAgencyRole, { params: { agencyId, userId }, body: { role } }),
    onSettled: reload,
  })
}

/** Takes somebody out of the agency and all its projects. */
export const useRemoveAgencyUser = (agencyId: number) => {
  const reload = useReloadPeople()
  return useMutation({
    mutationFn: (userId: number) => call(removeAgencyUser, { params: { agencyId, userId } }),
    onSettled: reload,
  })
}

type AgencyFields = {
  readonly name: string
  readonly image: PictureChoice
  /** Undefined: stays as it is; empty: none. */
  readonly accent?: string | undefined
  /** Undefined: stays as it is. */
  readonly namesWeakest?: boolean | undefined
}

const save = (agencyId: number, { name, image, accent, namesWeakest }: AgencyFields) =>
  call(saveAgency, {
    params: { agencyId },
    body: {
      _method: 'PUT',
      name,
      accent_color: accent,
      names_weakest_post: namesWeakest,
      ...removalOf(image),
    },
    ...filesOf(image),
  })

/** Changes name, logo and reports of an agency, and reloads the person, who carries both. Rejects with ApiError. */
export const useSaveAgency = () => {
  const client = useQueryClient()
  return async (agencyId: number, fields: AgencyFields) => {
    await save(agencyId, fields)
    await Promise.all([refreshMe(client), client.invalidateQueries({ queryKey: ['agencies', agencyId] })])
  }
}

/**
 * Creates the person's agency and reloads the person, who is its admin now. If the person turns out to have one already (an earlier
 * response was lost, or another window was quicker), that one is changed instead. Rejects with ApiError.
 */
export const useCreateAgency = () => {
  const client = useQueryClient()
  return async (fields: AgencyFields) => {
    try {
      await call(createAgency, { body: { name: fields.name }, ...filesOf(fields.image) })
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'already_in_agency') throw error
      const { agency, can_create_project } = await refreshMe(client)
      if (!agency || !can_create_project) throw error
      await save(agency.id, fields)
    }
    await refreshMe(client)
  }
}

/** What networks that charge cost for each client; `month`: `YYYY-MM`, or null for the present one. */
export const useListNetworkCosts = (agencyId: number, month: string | null) =>
  useQuery({
    queryKey: ['agencies', agencyId, 'network-costs', month],
    queryFn: ({ signal }) =>
      call(listNetworkCosts, { params: { agencyId }, query: month ? { month } : {}, signal }),
    placeholderData: keepPreviousData,
  })
