import { z } from 'zod'
import { email } from '#domain/accounts/model.ts'
import { summedFigures } from '#domain/analytics/contract.ts'
import { clientLanguages } from '#domain/kernel/languages/languages.ts'
import { day, id, instant } from '#domain/kernel/shapes.ts'
import { socialNetworks } from '#domain/networks/model.ts'
import { reportLanguages } from './languages.ts'
import { notOutReasons } from './not-out.ts'
import { REPORT_ADDRESSES_MAX, REPORT_TEXT_MAX } from './text-limit.ts'

const times = {
  decisions: z.number(),
  median_minutes: z.number().nullable(),
  p90_minutes: z.number().nullable(),
  rounds_per_post: z.number().nullable(),
  late: z.number(),
}
/** How one side decided; `overdue`: its rounds that wait past a deadline. */
export const approvalSide = z.strictObject({ ...times, overdue: z.number() })

/** How a colleague decided. */
export const colleague = z.strictObject({ user_id: id, name: z.string(), ...times })

const version = z.strictObject({
  post_id: id,
  post_social_id: id,
  social_network: z.enum(socialNetworks),
  message: z.string(),
})

/** Besides the networks' figures. By time, at most 200 of each list. */
export const approvalFacts = z.strictObject({
  client: approvalSide,
  agency: approvalSide,
  not_out: z.array(version.extend({ scheduled_at: instant, reason: z.enum(notOutReasons) })),
  /** Approved posts of the 31 days after the period. */
  coming: z.array(version.extend({ scheduled_at: instant })),
})
export type ApprovalFacts = z.output<typeof approvalFacts>

const figure = z.strictObject({
  label: z.string(),
  value: z.number().nullable(),
  previous: z.number().nullable(),
  change: z.number().nullable(),
  trailing: z.number().nullable(),
  /** Of each day of the period. Reports that were sent before the curves have none. */
  daily: z.array(z.number().nullable()).optional(),
})

const publishedPost = version.extend({
  published_at: instant,
  permalink: z.string().nullable(),
  reach: z.number().nullable(),
  impressions: z.number().nullable(),
  likes: z.number().nullable(),
  comments: z.number().nullable(),
  shares: z.number().nullable(),
  clicks: z.number().nullable(),
  rank: z.enum(['best', 'worst']).nullable(),
})

/** How it looks; the logos are pictures as `data:` addresses. Reports that were sent before there were looks have none. */
const look = z.strictObject({
  accent: z.string().nullable(),
  agency_logo: z.string().nullable(),
  project_logo: z.string().nullable(),
})

/** All that a report says besides what people wrote. Of a sent report it never changes. */
export const reportContent = z.strictObject({
  agency_name: z.string(),
  project_name: z.string(),
  timezone: z.string(),
  /** The language of its own words. Reports that were sent before there were others have none: English. */
  words: z.enum(clientLanguages).optional(),
  look: look.optional(),
  networks: z.array(z.strictObject({ social_network: z.enum(socialNetworks), figures: z.array(figure) })),
  suggestions: z.array(z.string()),
  /** By time, at most 200. */
  posts: z.array(publishedPost),
  /**
   * The figures of all posts of the period by campaign; `name` null: of those without one. None if no post has one, and in reports that
   * were sent before.
   */
  campaigns: z.array(summedFigures.extend({ name: z.string().nullable() })).optional(),
  approvals: approvalFacts,
})
export type ReportContent = z.output<typeof reportContent>

/** The papers that a report is printed on. */
export const reportPapers = ['a4', 'letter'] as const
export type ReportPaper = (typeof reportPapers)[number]

/** What we set out to do, and why it went as it did. */
const text = z.string().max(REPORT_TEXT_MAX)

const networks = z
  .array(z.enum(socialNetworks))
  .min(1, 'Choose a network')
  .refine(chosen => new Set(chosen).size === chosen.length, 'The same network twice')

/** Days and networks of a report, both ends included. */
export const reportPeriod = z.strictObject({ from: day, to: day, networks })

/** The language in which days and numbers are written. */
export const reportLanguage = z.enum(reportLanguages)

export const reportTexts = z.strictObject({ goal: text, reasons: text })

/** People of the project, and addresses of anybody else. */
export const reportRecipients = z.strictObject({
  user_ids: z.array(id).max(100),
  emails: z.array(email).max(REPORT_ADDRESSES_MAX, `At most ${REPORT_ADDRESSES_MAX} addresses`),
})
export type ReportRecipients = z.output<typeof reportRecipients>

/** What each month's draft is about, who looks it over, and whom it is meant for. */
export const reportSchedule = reportRecipients.extend({ networks, manager_id: id })
export type ReportSchedule = z.output<typeof reportSchedule>

/** A report in a list. `sent_at` null: a draft; otherwise when it was frozen. `sent_to`: whom it was mailed to, the latest first. */
export const reportSummary = reportPeriod.extend({
  id,
  sent_at: instant.nullable(),
  updated_at: instant,
  sent_to: z.array(z.strictObject({ name: z.string(), email: z.string(), sent_at: instant })),
})
export type ReportSummary = z.output<typeof reportSummary>

/**
 * Whose a link is. `recipient`: the person it was mailed to. `maker`: the person who made it, to pass it on. `several`: it was made before
 * this was stored, and may be in the mails of several people.
 */
export const linkHolder = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('recipient'), name: z.string(), email: z.string() }),
  z.strictObject({ kind: z.literal('maker') }),
  z.strictObject({ kind: z.literal('several') }),
])
export type LinkHolder = z.output<typeof linkHolder>

/** A link that works at present. Its secret is nowhere. `opened_at`: the last time, to a minute. */
const reportLink = z.strictObject({
  id,
  holder: linkHolder,
  made_by: z.string().nullable(),
  created_at: instant,
  expires_at: instant,
  opened_at: instant.nullable(),
})
export type ReportLink = z.output<typeof reportLink>

export const report = reportSummary.extend({
  ...reportTexts.shape,
  language: reportLanguage,
  /** Made by the project's schedule, which says whom it is meant for. */
  is_scheduled: z.boolean(),
  /** Rises with every save; sent along so that no one overwrites another's texts. */
  version: z.number(),
  content: reportContent,
  /** How many links to it can be used at present. */
  links: z.number(),
  /** Each of them, the newest first. */
  active_links: z.array(reportLink),
})
export type Report = z.output<typeof report>

/** What the holder of a link sees. */
export const sharedReport = reportPeriod.extend({
  ...reportTexts.shape,
  language: reportLanguage,
  sent_at: instant,
  /** What the person whose link it is reads clients' pages in, if they have chosen; null otherwise. */
  reader_language: z.enum(clientLanguages).nullable(),
  content: reportContent,
})
export type SharedReport = z.output<typeof sharedReport>

/** What a report says, whoever reads it. */
export type ReportText = Omit<SharedReport, 'sent_at' | 'reader_language'>
