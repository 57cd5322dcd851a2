/**
 * `red`: it will not go out as things stand; `amber`: it will not unless somebody acts in time, or its network is delaying it; `green`: it
 * goes out at its time. (docs/product/board.md "States")
 */
export const risks = ['red', 'amber', 'green'] as const
export type Risk = (typeof risks)[number]

/** Why a version is not green: a closed list, each with words for people in `outlookWords`. */
export const outlookCodes = [
  'failed',
  'overdue',
  'missed_window',
  'content_changed',
  'network_not_connected',
  'other_account',
  'reconnect_needed',
  'not_supported',
  'held',
  'paused',
  'agency_stopped',
  'no_schedule',
  'waits_for_approval',
  'sent_back',
  'not_sent',
  'by_hand',
  'access_ends',
  'files',
  'network_rule',
  'too_many',
  'limit',
  'delayed',
] as const
export type OutlookCode = (typeof outlookCodes)[number]
