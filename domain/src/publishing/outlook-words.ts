import type { OutlookCode, Risk } from './outlook-codes.ts'

/** Who can do something about it: those whom the round waits for, who wrote the post, the agency's admins, or nobody. */
export type Actor = 'approvers' | 'author' | 'admins' | 'nobody'

/** Each reason in words, with what to do and who does it. */
export const outlookWords = {
  failed: { text: 'Publishing failed', actor: 'author' },
  overdue: { text: 'Overdue: it was not ready at its time', actor: 'author' },
  missed_window: { text: 'Too late to go out by itself', actor: 'author' },
  content_changed: { text: 'The content is not what was approved', actor: 'author' },
  network_not_connected: { text: 'No account is connected', actor: 'admins' },
  other_account: { text: 'Approved for another account', actor: 'author' },
  reconnect_needed: { text: 'The account needs to be reconnected', actor: 'admins' },
  not_supported: { text: 'Galley does not publish this type there', actor: 'author' },
  paused: { text: 'Paused', actor: 'admins' },
  held: { text: 'Publishing is held', actor: 'admins' },
  agency_stopped: { text: 'The agency’s schedules stop: a payment is missing', actor: 'admins' },
  no_schedule: { text: 'No schedule', actor: 'author' },
  waits_for_approval: { text: 'Not approved', actor: 'approvers' },
  sent_back: { text: 'Waiting for fixes', actor: 'author' },
  not_sent: { text: 'Not sent for approval', actor: 'author' },
  by_hand: { text: 'To be published by hand', actor: 'author' },
  access_ends: { text: 'The access to the account ends before', actor: 'admins' },
  files: { text: 'Files are not ready', actor: 'author' },
  network_rule: { text: 'Breaks a rule of the network', actor: 'author' },
  too_many: { text: 'Too many posts at that time', actor: 'author' },
  limit: { text: 'The network takes no posts at present', actor: 'nobody' },
  delayed: { text: 'The network is delaying it', actor: 'nobody' },
} as const satisfies Record<OutlookCode, { text: string; actor: Actor }>

type Reason = { readonly code: OutlookCode; readonly detail?: string | undefined }

/** A reason in words, with what exactly where that is known. */
export const reasonWords = ({ code, detail }: Reason): string =>
  detail === undefined ? outlookWords[code].text : `${outlookWords[code].text} (${detail})`

/** Each state with its sign and words, since colour alone says nothing to many people. The worst first. */
export const riskWords = {
  red: { sign: '✕', text: 'Will not go out' },
  amber: { sign: '!', text: 'Needs somebody' },
  green: { sign: '✓', text: 'Goes out' },
} as const satisfies Record<Risk, { sign: string; text: string }>
