import type { AuditAction, AuditValues } from '#domain/kernel/audit.ts'
import { isClientLanguage, languageNames } from '#domain/kernel/languages/languages.ts'
import { timezoneLabel } from '#domain/kernel/time.ts'
import { isSocialNetwork } from '#domain/networks/model.ts'
import { networks } from '#domain/networks/network.ts'
import { roleNames } from '#domain/permissions/role-names.ts'
import type { Role } from '#domain/permissions/table.ts'
import { NO_REMINDERS } from '#domain/projects/reminder-hours.ts'
import type { AuditEntry } from './model.ts'

/** The name of each action, in the log, the filter and the exported file. In the order of the filter. */
export const auditWords: Readonly<Record<AuditAction, string>> = {
  'agency.created': 'Agency created',
  'agency.changed': 'Agency changed',
  'project.created': 'Project created',
  'project.changed': 'Project changed',
  'project.setting_changed': 'Project setting changed',
  'project.exported': 'Project exported',
  'project.archived': 'Project archived',
  'project.brought_back': 'Project brought back',
  'project.offered': 'Project offered to another agency',
  'project.offer_withdrawn': 'Offer of a project withdrawn',
  'project.offer_declined': 'Offer of a project declined',
  'project.handed_over': 'Project handed over',
  'project.taken_over': 'Project taken over',
  'project.deleted': 'Project deleted',
  'invitation.sent': 'Invitation sent',
  'invitation.resent': 'Invitation sent again',
  'invitation.revoked': 'Invitation revoked',
  'invitation.accepted': 'Invitation accepted',
  'invitation.refused': 'Invitation refused',
  'member.added': 'Member added',
  'member.setting_changed': 'Member’s permission changed',
  'member.removed': 'Member removed',
  'admin.added': 'Agency admin added',
  'admin.removed': 'Agency admin removed',
  'social_account.connected': 'Social account connected',
  'social_account.reconnected': 'Social account reconnected',
  'social_account.removed': 'Social account removed',
  'post.published_as_admin': 'Published without approval',
  'publishing.released': 'Held publishing released',
  'publishing.paused': 'Publishing paused',
  'publishing.resumed': 'Publishing resumed',
  'approval_link.created': 'Approval link copied',
  'approval_link.revoked': 'Approval links revoked',
  'approval_link.device_confirmed': 'Device confirmed for approval links',
  'post.approved_by_link': 'Approved by link',
  'post.revision_requested_by_link': 'Revision requested by link',
  'post.asked_by_link': 'Question asked by link',
  'post.words_proposed_by_link': 'Words proposed by link',
  'post.approval_undone_by_link': 'Approval undone by link',
  'bin.deleted_for_good': 'Deleted for good',
  'report.created': 'Report started',
  'report.deleted': 'Draft of a report deleted',
  'report.frozen': 'Report frozen',
  'report.sent': 'Report sent',
  'report_schedule.changed': 'Monthly report changed',
  'report_schedule.ended': 'Monthly report ended',
  'report_link.created': 'Link to a report created',
  'report_link.revoked': 'Links to a report revoked',
  'proof.created': 'Proof created',
  'proof.revoked': 'Proof revoked',
  'secret_address.revoked': 'Secret addresses revoked',
  'chat_channel.added': 'Chat channel added',
  'chat_channel.changed': 'Chat channel changed',
  'chat_channel.removed': 'Chat channel removed',
  'chat_channel.switched_off': 'Chat channel switched off',
  'card.added': 'Card added',
  'billing.address_changed': 'Billing address changed',
  'billing.card_replaced': 'Card replaced',
  'billing.subscription_cancelled': 'Subscription cancelled',
  'billing.subscription_continued': 'Subscription continued',
  'billing.subscription_started': 'Subscription started',
  'account.password_changed': 'Password changed',
  'account.password_reset': 'Password reset by mail',
  'account.sessions_ended': 'Signed out on other devices',
  'account.session_doubted': 'Signed out: an old session token came back',
  'account.sign_in_linked': 'Way to sign in added',
  'account.sign_in_unlinked': 'Way to sign in removed',
  'account.second_factor_on': 'Second factor turned on',
  'account.second_factor_off': 'Second factor turned off',
  'account.recovery_codes_renewed': 'New recovery codes',
  'account.recovery_code_used': 'Signed in with a recovery code',
  'account.blocked': 'Account blocked',
  'account.unblocked': 'Account unblocked',
  'account.super_admin_granted': 'Super admin granted',
  'account.super_admin_revoked': 'Super admin revoked',
}

/** The name shown for an entry without a person: the operator at the command line, or the product itself. */
export const auditActorWords = 'Galley’s operator'

const fieldWords: Readonly<Record<string, string>> = {
  name: 'Name',
  logo: 'Logo',
  accent: 'Accent color of reports',
  weakest_post: 'Weakest post in reports',
  role: 'Role',
  timezone: 'Time zone',
  account: 'Account',
  networks: 'Networks',
  provider: 'Provider',
  posts: 'Posts',
  accounts: 'Accounts',
  post_id: 'Post',
  sessions: 'Devices',
  device: 'Device',
  links: 'Links',
  recipients: 'Sent to',
  'approval-link-days': 'Days an approval link lasts',
  'approval-deadline-hours': 'Hours before publishing to decide',
  'approval-reminder-hours': 'Hours before the deadline to remind',
  'post-gap-minutes': 'Minutes between two posts',
  'client-language': 'Language of clients',
  'link-parameters': 'Link parameters',
  'link-parameter-sites': 'Sites whose links get parameters',
  'approval-link-code': 'Approval links confirm new devices',
  'approval-link-mail-only': 'Approval links go by mail only',
  copied_by: 'Link copied by',
  to: 'To',
  from: 'From',
  reason: 'Reason',
  ends_at: 'Until',
  tells_clients: 'Clients are told',
  service: 'Service',
  topics: 'Told of',
  is_on: 'Switched on',
  is_for_client: 'Read by a client',
  address: 'Address',
  'project-timezone': 'Time zone',
  'content-manager': 'Content Manager',
  'skip-approval-and-schedule': 'Skip Approval & Schedule',
  'single-round-internal-approve': 'One approval closes the internal round',
  'bypass-external-approval-when-internal-approved': 'Go live if the client is late',
  'twitter-approval': 'Twitter posts need approval',
  'post-master-content-social-network-id': 'Master platform',
  time_slots: 'Time slots',
}

const networksText = (text: string): string =>
  text
    .split(', ')
    .map(name => (isSocialNetwork(name) ? networks[name].label : name))
    .join(', ')

/** The fields whose values are words of the product; the values of all others were typed by people. */
const readers: Readonly<Record<string, (text: string) => string>> = {
  role: role => roleNames[role as Role] ?? role,
  networks: networksText,
  timezone: timezoneLabel,
  'project-timezone': timezoneLabel,
  'post-master-content-social-network-id': networksText,
  'approval-link-days': days => days,
  'approval-deadline-hours': hours => hours,
  'post-gap-minutes': minutes => minutes,
  'client-language': language => (isClientLanguage(language) ? languageNames[language] : language),
  'link-parameters': template => template,
  'link-parameter-sites': sites => sites,
  'approval-reminder-hours': hours => (hours === NO_REMINDERS ? 'No reminders' : hours.replaceAll(',', ', ')),
}

const switches: Readonly<Record<string, string>> = { true: 'On', false: 'Off' }
/** `true` may also be somebody's name, so only settings of these names and booleans are shown as switches. */
const isSwitch = (field: string, value: unknown): boolean =>
  typeof value === 'boolean' || (field.includes('-') && readers[field] === undefined)

const valueText = (field: string, value: AuditValues[string] | undefined): string | null => {
  if (value === undefined || value === null) return null
  const text = String(value)
  if (text === '') return isSwitch(field, value) ? 'Off' : 'None'
  if (isSwitch(field, value)) return switches[text] ?? text
  return readers[field]?.(text) ?? text
}

/** One field of an entry in words: its old and new value; null if there is nothing to show. */
export type AuditDifference = {
  readonly field: string
  readonly old: string | null
  readonly new: string | null
}

/** The changes of an entry, field by field, in words for people. */
export const auditDifferences = ({ old, new: now }: Pick<AuditEntry, 'old' | 'new'>): AuditDifference[] =>
  [...new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})])].map(field => ({
    field: fieldWords[field] ?? field,
    old: valueText(field, old?.[field]),
    new: valueText(field, now?.[field]),
  }))

/**
 * Spreadsheets run cells that begin with one of these, full-width ones included; an apostrophe in front makes the cell text. Those that
 * split lines at semicolons or tabs find more beginnings inside a cell. (OWASP "CSV Injection".)
 */
const runs = /(^|[;,|\t\r\n])(\s*)(?=[=+\-@＝＋－＠])|^(?=[\t\r\n])/g

/** One cell of a CSV file (RFC 4180), safe to open in a spreadsheet. */
export const csvCell = (text: string): string => {
  const safe = text.replace(runs, (_, before = '', space = '') => `${before}'${space}`)
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const sideText = (entry: AuditEntry, side: 'old' | 'new'): string =>
  auditDifferences(entry)
    .filter(difference => difference[side] !== null)
    .map(difference => `${difference.field}: ${difference[side]}`)
    .join(' · ')

const header = ['When (UTC)', 'Who', 'Email', 'What', 'Project', 'To', 'Old', 'New', 'From address']

/**
 * Lines of the audit log as CSV with a header. Begins with a byte order mark, without which spreadsheets misread names in other
 * scripts.
 */
export const auditCsv = (entries: readonly AuditEntry[]): string => {
  const rows = entries.map(entry => [
    entry.created_at,
    entry.actor?.name ?? auditActorWords,
    entry.actor?.email ?? '',
    auditWords[entry.action],
    entry.project?.name ?? '',
    entry.subject,
    sideText(entry, 'old'),
    sideText(entry, 'new'),
    entry.address ?? '',
  ])
  return `\ufeff${[header, ...rows].map(cells => `${cells.map(csvCell).join(',')}\r\n`).join('')}`
}
