import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { clientLanguages } from '#domain/kernel/languages/languages.ts'
import { day, id, instant, nothing, pathId } from '#domain/kernel/shapes.ts'
import { isTimezone } from '#domain/kernel/time.ts'
import {
  approvalFacts,
  approvalSide,
  colleague,
  report,
  reportLanguage,
  reportPapers,
  reportPeriod,
  reportRecipients,
  reportSchedule,
  reportSummary,
  reportTexts,
  sharedReport,
} from './model.ts'

/** How many days a report or a ledger is about at most. */
export const REPORT_DAYS = 92

/** Nothing is known of days before; a year such as 0026 is a slip. */
export const FIRST_REPORT_DAY = '2000-01-01'

/** How long a link to a report works. */
export const REPORT_LINK_DAYS = 90

const client = z.strictObject({
  project_id: id,
  project_name: z.string(),
  client: approvalSide,
  agency: approvalSide,
  /** Posts that did not go out because nobody had approved them. */
  missed: z.number(),
})

/** Days of `timezone`, both ends included. Only colleagues of the agency's own side are named, and admins alone may read it. */
export const getApprovalLedger = endpoint({
  method: 'GET',
  path: '/agencies/{agencyId}/approval-ledger',
  summary: 'See how long approvals take, by client and by colleague',
  permission: 'agency.manage',
  cost: 'search',
  scope: { agency: 'params.agencyId' },
  params: z.strictObject({ agencyId: pathId }),
  query: z.strictObject({
    from: day,
    to: day,
    timezone: z.string().refine(isTimezone, 'Not a timezone').default('UTC'),
  }),
  output: z.strictObject({ clients: z.array(client), people: z.array(colleague) }),
})
export type ApprovalLedger = z.output<typeof getApprovalLedger.output>

const params = z.strictObject({ projectId: pathId })
const one = z.strictObject({ projectId: pathId, reportId: pathId })
const scope = { project: 'params.projectId' } as const
const permission = 'report.write'

/** What a report says besides the networks' figures, for days of the project's time zone, both ends included. */
export const getApprovalFacts = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/approval-facts',
  summary: 'See how approvals went in a period, what did not go out, and what comes next',
  permission,
  cost: 'search',
  scope,
  params,
  query: z.strictObject({ from: day, to: day }),
  output: approvalFacts,
})

/** The newest period first. */
export const listReports = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/reports',
  summary: 'List the reports of a project',
  permission,
  scope,
  params,
  output: z.array(reportSummary),
})

/** Null without one. `manager`: the name, null if they no longer write reports here; the admins get the draft then. */
export const getReportSchedule = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/report-schedule',
  summary: 'See who gets a draft of the report each month',
  permission,
  scope,
  params,
  output: reportSchedule.extend({ manager: z.string().nullable(), next_at: instant }).nullable(),
})

/**
 * Begins it with the next first of a month. People who are taken off the list lose the links to reports of the project that were mailed to
 * them; `ended_links`: how many.
 */
export const saveReportSchedule = endpoint({
  method: 'POST',
  path: '/projects/{projectId}/report-schedule',
  summary: 'Set up monthly drafts of a report',
  permission,
  scope,
  params,
  body: reportSchedule,
  output: z.strictObject({ ended_links: z.number() }),
})

/** Drafts that were made stay. */
export const deleteReportSchedule = endpoint({
  method: 'DELETE',
  path: '/projects/{projectId}/report-schedule',
  summary: 'Stop the monthly drafts of a report',
  permission,
  scope,
  params,
  output: nothing,
})

export const createReport = endpoint({
  method: 'POST',
  path: '/projects/{projectId}/reports',
  summary: 'Start a report',
  permission,
  cost: 'heavy',
  scope,
  params,
  body: reportPeriod,
  output: z.strictObject({ id }),
})

/** A draft's figures are those of this moment, a sent report's those of its sending. */
export const getReport = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/reports/{reportId}',
  summary: 'Read a report',
  permission,
  scope,
  params: one,
  output: report,
})

/** Pages to pass on and to print. */
export const getReportPdf = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/reports/{reportId}/pdf',
  summary: 'Get a report as a PDF',
  permission,
  cost: 'heavy',
  scope,
  params: one,
  query: z.strictObject({ paper: z.enum(reportPapers).default('a4') }),
  output: z.string(),
  file: 'application/pdf',
})

/** Small pictures of the published posts that have one: of a draft where they are, of a sent report as they were, as `data:` addresses. */
const pictures = z.array(z.strictObject({ post_social_id: id, src: z.string() }))

/** Apart from the report, which is read at once without them. */
export const getReportPictures = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/reports/{reportId}/pictures',
  summary: 'Get the pictures of the posts in a report',
  permission,
  cost: 'search',
  scope,
  params: one,
  output: pictures,
})

export const saveReport = endpoint({
  method: 'POST',
  path: '/projects/{projectId}/reports/{reportId}',
  summary: 'Save the texts of a report',
  permission,
  scope,
  params: one,
  body: reportTexts.extend({ version: z.int(), language: reportLanguage.optional() }),
  output: z.strictObject({ version: z.number() }),
  failures: ['stale_version', 'report_sent'],
})

/** Its figures and texts never change afterwards. For those who pass a link on themselves. */
export const freezeReport = endpoint({
  method: 'POST',
  path: '/projects/{projectId}/reports/{reportId}/freeze',
  summary: 'Freeze a report without sending it',
  permission,
  cost: 'heavy',
  scope,
  params: one,
  body: z.strictObject({ version: z.int() }),
  output: nothing,
  failures: ['stale_version', 'report_sent'],
})

/**
 * Freezes a draft first. People who got it in the last minutes are not mailed again. `sent`: how many were mailed; `left_out`: the addresses
 * that were not, because they were sent too many reports today.
 */
export const sendReport = endpoint({
  method: 'POST',
  path: '/projects/{projectId}/reports/{reportId}/send',
  summary: 'Mail a report to people',
  permission,
  cost: 'heavy',
  scope,
  params: one,
  body: reportRecipients.extend({ version: z.int() }),
  output: z.strictObject({ sent: z.number(), left_out: z.array(z.string()) }),
  failures: ['stale_version', 'no_recipients', 'too_many_reports'],
})

/** Drafts only: what a client has read stays. */
export const deleteReport = endpoint({
  method: 'DELETE',
  path: '/projects/{projectId}/reports/{reportId}',
  summary: 'Delete the draft of a report',
  permission,
  scope,
  params: one,
  output: nothing,
  failures: ['report_sent'],
})

/** A read-only link to a sent report, for anyone who has it. Shown only here. */
export const createReportLink = endpoint({
  method: 'POST',
  path: '/projects/{projectId}/reports/{reportId}/link',
  summary: 'Make a link to a sent report',
  permission,
  scope,
  params: one,
  body: z.strictObject({}),
  output: z.strictObject({ url: z.string(), expires_at: instant }),
  failures: ['report_not_sent', 'too_many_requests'],
})

/** All links to the report, or the one with this id. */
export const revokeReportLinks = endpoint({
  method: 'DELETE',
  path: '/projects/{projectId}/reports/{reportId}/link',
  summary: 'Revoke links to a report, one or all',
  permission,
  scope,
  params: one,
  query: z.strictObject({ link_id: pathId.optional() }),
  output: z.strictObject({ revoked: z.number() }),
})

/** The same answer for links that were revoked, have expired or never were. Opening it only notes when: mail scanners open links too. */
export const openReport = endpoint({
  method: 'POST',
  path: '/report-link',
  summary: 'Read a report by its link',
  permission: 'public',
  body: z.strictObject({ token: z.string().min(1).max(100) }),
  output: sharedReport,
})

/** By a link, as `openReport`. */
export const openReportPictures = endpoint({
  method: 'POST',
  path: '/report-link/pictures',
  summary: 'Get the pictures of the posts in a report by its link',
  permission: 'public',
  cost: 'search',
  body: z.strictObject({ token: z.string().min(1).max(100) }),
  output: pictures,
})

/** All figures, posts and approvals as a CSV file of several parts. */
export const getReportCsv = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/reports/{reportId}/csv',
  summary: 'Get a report as a table',
  permission,
  cost: 'heavy',
  scope,
  params: one,
  output: z.string(),
  file: 'text/csv',
})

/** By a link, as `openReport`. */
export const openReportCsv = endpoint({
  method: 'POST',
  path: '/report-link/csv',
  summary: 'Get a report as a table by its link',
  permission: 'public',
  cost: 'heavy',
  body: z.strictObject({ token: z.string().min(1).max(100) }),
  output: z.string(),
  file: 'text/csv',
})

/** By a link as `openReport`: the secret is in the body, since addresses are logged. `language`: another one than that of the report. */
export const openReportPdf = endpoint({
  method: 'POST',
  path: '/report-link/pdf',
  summary: 'Get a report as a PDF by its link',
  permission: 'public',
  cost: 'heavy',
  body: z.strictObject({
    token: z.string().min(1).max(100),
    paper: z.enum(reportPapers).default('a4'),
    language: z.enum(clientLanguages).optional(),
  }),
  output: z.string(),
  file: 'application/pdf',
})
