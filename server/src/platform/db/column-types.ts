import type { z } from 'zod'
import type { SendingRecord } from '#domain/approvals/undo.ts'
import type { ApprovalState } from '#domain/approvals/withdrawal.ts'
import type { InvoiceLine, NextCharge } from '#domain/billing/model.ts'
import type { ImportedArchive } from '#domain/imports/archived-posts.ts'
import type { CampaignChoice } from '#domain/imports/campaign-choices.ts'
import type { ImportMapping } from '#domain/imports/columns.ts'
import type { HiddenInTable } from '#domain/imports/contract.ts'
import type { TableLine } from '#domain/imports/header-line.ts'
import type { ProfileChoice } from '#domain/imports/profiles.ts'
import type { ImportedDraft } from '#domain/imports/rows.ts'
import type { ZipPicture } from '#domain/imports/zip-pictures.ts'
import type { AuditAction, AuditValues } from '#domain/kernel/audit.ts'
import type { AgencyEventType, EventType } from '#domain/kernel/live-events.ts'
import type { Place } from '#domain/marks/model.ts'
import type { Crop } from '#domain/media/model.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import type { VideoStream } from '#domain/networks/video-stream.ts'
import type { DeliveryMode, NotificationKind } from '#domain/notifications/kinds.ts'
import type { MailDay } from '#domain/notifications/mail-days.ts'
import type { StoredLinkedPage } from '#domain/posts/content.ts'
import type { KeptContent } from '#domain/posts/kept-content.ts'
import type { attachmentExtraFields, ExternalStep, postSocialExtraFields } from '#domain/posts/model.ts'
import type { ApprovalType, StoredStatus } from '#domain/posts/status.ts'
import type { ProofContent } from '#domain/proofs/model.ts'
import type { FailureReason } from '#domain/publishing/status.ts'
import type { ReportLanguage } from '#domain/reports/languages.ts'
import type { ReportContent } from '#domain/reports/model.ts'
import type { RepeatRule } from '#domain/series/model.ts'

/** Who sold, on an invoice: the ABN as its eleven digits, the other tax number as it is printed. */
export type Seller = {
  readonly name: string
  readonly address: readonly string[]
  readonly tax_id: string | null
  readonly abn: string | null
}

/** The status that a post social had before it was released. */
export type StartedFrom = {
  readonly status: StoredStatus
  readonly failure_reason: string | null
  readonly last_social_api_response: string | null
  readonly approved_account_id: number | null
}

/**
 * What the migrations cannot say about a column: the shape of its JSON, and its possible texts if no check lists them. Whether it may
 * be null or has a default is read from the database.
 */
export type ColumnTypes = {
  'withdrawn_approvals.digests': Record<string, string>
  'withdrawn_approvals.was': ApprovalState
  'withdrawn_approvals.became': ApprovalState
  'text_proposals.digests': Record<string, string>
  'approval_sent_posts.record': SendingRecord
  'attachments.extra_fields': z.output<typeof attachmentExtraFields>
  'marks.place': Place
  'metric_points.extended_value': readonly number[] | null
  'agency_events.type': AgencyEventType
  'audit_log.action': AuditAction
  'audit_log.new': AuditValues
  'audit_log.old': AuditValues
  'events.detail': Record<string, unknown>
  'events.type': EventType
  'import_rows.cells': string[]
  'import_rows.draft': ImportedDraft
  'import_rows.links': Readonly<Record<string, string>>
  'import_rows.notices': string[]
  'import_rows.problems': string[]
  'imports.archive': ImportedArchive
  'imports.headers': string[]
  'imports.hidden': HiddenInTable
  'imports.lines_above': TableLine[]
  'imports.mapping': ImportMapping
  'imports.networks': SocialNetwork[]
  'imports.pictures': ZipPicture[]
  'imports.profiles': ProfileChoice[]
  'imports.campaigns': CampaignChoice[]
  'imports.sheets': string[]
  'invoices.billed_to': string[]
  'invoices.lines': InvoiceLine[]
  'invoices.sold_by': Seller
  'subscriptions.next_charge': NextCharge
  'medias.crop': Crop
  'medias.stream': VideoStream
  'notification_settings.days': MailDay[]
  'notification_settings.kind': NotificationKind
  'notification_settings.mode': DeliveryMode
  'notifications.kind': NotificationKind
  'pending_connections.choices': unknown
  'post_contents.content': KeptContent
  'proofs.content': ProofContent
  'reports.content': ReportContent
  'reports.language': ReportLanguage
  'report_schedules.networks': SocialNetwork[]
  'reports.networks': SocialNetwork[]
  'post_series.rule': RepeatRule
  'post_socials.extra_fields': z.output<typeof postSocialExtraFields>
  'post_socials.linked_page': StoredLinkedPage
  'post_socials.skipped_approvals': ApprovalType[]
  'posts.external_steps': ExternalStep[]
  'posts.skipped_approvals': ApprovalType[]
  'publications.late_reason': FailureReason
  'publications.prepared': Record<string, unknown>
  'publications.social_network': SocialNetwork
  'publications.started_from': Partial<StartedFrom>
  'schedules.stopped_clearances': Readonly<Record<string, string>>
  'search_texts.words': string
  'social_accounts.account_details': Record<string, string>
}
