import { z } from 'zod'

/**
 * The actions of the audit log, in the past tense. A closed list: the page's filter and the words for each are made from it.
 */
export const auditActions = [
  'agency.created',
  'agency.changed',
  'project.created',
  'project.changed',
  'project.archived',
  'project.brought_back',
  'project.deleted',
  'project.exported',
  'project.setting_changed',
  'member.added',
  'member.removed',
  'member.setting_changed',
  'admin.added',
  'admin.removed',
  'invitation.sent',
  'invitation.resent',
  'invitation.revoked',
  'invitation.accepted',
  'invitation.refused',
  'social_account.connected',
  'social_account.reconnected',
  'social_account.removed',
  'post.published_as_admin',
  'publishing.released',
  'publishing.paused',
  'publishing.resumed',
  'approval_link.created',
  'approval_link.revoked',
  'approval_link.device_confirmed',
  'post.approved_by_link',
  'post.revision_requested_by_link',
  'post.approval_undone_by_link',
  'post.asked_by_link',
  'bin.deleted_for_good',
  'report.created',
  'report.deleted',
  'report.frozen',
  'report.sent',
  'report_schedule.changed',
  'report_schedule.ended',
  'report_link.created',
  'report_link.revoked',
  'secret_address.revoked',
  'card.added',
  'billing.address_changed',
  'billing.card_replaced',
  'billing.subscription_cancelled',
  'billing.subscription_continued',
  'billing.subscription_started',
  'account.password_changed',
  'account.password_reset',
  'account.sessions_ended',
  'account.session_doubted',
  'account.sign_in_linked',
  'account.sign_in_unlinked',
  'account.blocked',
  'account.unblocked',
  'account.super_admin_granted',
  'account.super_admin_revoked',
] as const

export type AuditAction = (typeof auditActions)[number]

/** What a thing was or became: field → value. Never a secret. */
export const auditValues = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))

export type AuditValues = z.output<typeof auditValues>
