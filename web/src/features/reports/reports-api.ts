import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Output, Request } from '#domain/kernel/endpoint.ts'
import {
  createReport,
  createReportLink,
  deleteReport,
  deleteReportSchedule,
  freezeReport,
  getReport,
  getReportCsv,
  getReportPdf,
  getReportPictures,
  getReportSchedule,
  listReports,
  revokeReportLinks,
  saveReport,
  saveReportSchedule,
  sendReport,
} from '#domain/reports/contract.ts'
import { call, callFile } from '#web/platform/client.ts'
import { usualPaper } from '#web/platform/usual-paper.ts'

const listKey = (projectId: number) => ['reports', projectId] as const
const oneKey = (projectId: number, reportId: number) => [...listKey(projectId), reportId] as const

type One = { readonly projectId: number; readonly reportId: number }

export const useListReports = (projectId: number) =>
  useQuery({
    queryKey: listKey(projectId),
    queryFn: ({ signal }) => call(listReports, { params: { projectId }, signal }),
  })

export const useCreateReport = (projectId: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Request<typeof createReport>['body']) =>
      call(createReport, { params: { projectId }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: listKey(projectId), exact: true }),
  })
}

/** Not read again by itself: what is being written would jump. */
export const useGetReport = ({ projectId, reportId }: One) =>
  useQuery({
    queryKey: oneKey(projectId, reportId),
    queryFn: ({ signal }) => call(getReport, { params: { projectId, reportId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** Small pictures of its posts, by the ids of their versions. `enabled`: it has posts. */
export const useGetReportPictures = ({ projectId, reportId }: One, enabled: boolean) =>
  useQuery({
    queryKey: [...oneKey(projectId, reportId), 'pictures'],
    queryFn: async ({ signal }) => {
      const found = await call(getReportPictures, { params: { projectId, reportId }, signal })
      return new Map(found.map(({ post_social_id, src }) => [post_social_id, src]))
    },
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** What is written, over which version. */
export type WrittenTexts = Request<typeof saveReport>['body']

export const useSaveReport = (params: One) =>
  useMutation({
    mutationFn: (body: WrittenTexts) => call(saveReport, { params, body }),
    // The page says so itself.
    meta: { ownErrors: true },
  })

export const useGetReportCsv = (params: One) =>
  useMutation({ mutationFn: () => callFile(getReportCsv, { params }) })

export const useGetReportPdf = (params: One) =>
  useMutation({ mutationFn: () => callFile(getReportPdf, { params, query: { paper: usualPaper() } }) })

const useReload = ({ projectId }: One) => {
  const client = useQueryClient()
  return { onSuccess: () => client.invalidateQueries({ queryKey: listKey(projectId) }) }
}

export const useFreezeReport = (params: One) =>
  useMutation({
    mutationFn: (version: number) => call(freezeReport, { params, body: { version } }),
    ...useReload(params),
  })

export const useSendReport = (params: One) =>
  useMutation({
    mutationFn: (body: Request<typeof sendReport>['body']) => call(sendReport, { params, body }),
    ...useReload(params),
  })

export const useDeleteReport = (params: One) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(deleteReport, { params }),
    onSuccess: () => client.invalidateQueries({ queryKey: listKey(params.projectId), exact: true }),
  })
}

export const useCreateReportLink = (params: One) =>
  useMutation({ mutationFn: () => call(createReportLink, { params, body: {} }), ...useReload(params) })

/** The one with this id, or all of the report. */
export const useRevokeReportLinks = (params: One) =>
  useMutation({
    mutationFn: (link_id?: number) =>
      call(revokeReportLinks, { params, query: link_id === undefined ? {} : { link_id } }),
    ...useReload(params),
  })

/** A schedule as it is shown. */
export type MonthlyReport = NonNullable<Output<typeof getReportSchedule>>

const scheduleKey = (projectId: number) => ['report-schedule', projectId] as const

/** Who gets a draft each month; null without a schedule. */
export const useGetReportSchedule = (projectId: number, enabled = true) =>
  useQuery({
    queryKey: scheduleKey(projectId),
    queryFn: ({ signal }) => call(getReportSchedule, { params: { projectId }, signal }),
    enabled,
  })

const useReloadSchedule = (projectId: number) => {
  const client = useQueryClient()
  return { onSuccess: () => client.invalidateQueries({ queryKey: scheduleKey(projectId) }) }
}

export const useSaveReportSchedule = (projectId: number) =>
  useMutation({
    mutationFn: (body: Request<typeof saveReportSchedule>['body']) =>
      call(saveReportSchedule, { params: { projectId }, body }),
    // The dialog says so itself.
    meta: { ownErrors: true },
    ...useReloadSchedule(projectId),
  })

export const useDeleteReportSchedule = (projectId: number) =>
  useMutation({
    mutationFn: () => call(deleteReportSchedule, { params: { projectId } }),
    ...useReloadSchedule(projectId),
  })
