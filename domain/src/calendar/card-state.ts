import { readInstant } from '#domain/kernel/time.ts'
import type { PostSocialStatus } from '#domain/posts/status.ts'
import type { CalendarItem } from './contract.ts'
import type { CalendarEntry } from './entries.ts'

/** What a card says at a glance, and the head of the calendar counts (docs/product/calendar.md "Counts"). */
export const cardStates = ['ready', 'waiting', 'fixes', 'at_risk'] as const
export type CardState = (typeof cardStates)[number]

export const isCardState = (text: unknown): text is CardState =>
  (cardStates as readonly unknown[]).includes(text)

type Post = Pick<CalendarItem['post'], 'decide_by' | 'is_overdue'>

type Versions = { readonly post_socials: readonly { readonly is_for_other_account?: true | undefined }[] }

/** Whether a version of it was approved for another account than the one connected now, and does not go out as things stand. */
export const isForOtherAccount = ({ post_socials }: Versions): boolean =>
  post_socials.some(({ is_for_other_account }) => is_for_other_account === true)

/** Whether a decision was due before now, or the post itself: it may not go out at its time. */
export const isLateAt = ({ decide_by, is_overdue }: Post, now: Date): boolean =>
  is_overdue || (decide_by !== undefined && readInstant(decide_by) <= now)

const ofStatus: Readonly<Partial<Record<CalendarEntry['badge'], CardState>>> = {
  approved: 'ready',
  scheduled: 'ready',
  skip_approved: 'ready',
  pending_publish: 'ready',
  pending_approval: 'waiting',
  pending_internal_approval: 'waiting',
  pending_external_approval: 'waiting',
  requires_revision: 'fixes',
  unapproved: 'fixes',
  publishing_failed: 'at_risk',
} satisfies Partial<Record<PostSocialStatus, CardState>>

/**
 * Null: a draft, or one that is live or on its way. What is late, or approved for another account than the one connected now, is at risk,
 * whatever it waits for.
 */
export const cardStateOf = (
  { badge, item }: Pick<CalendarEntry, 'badge'> & { readonly item: { readonly post: Versions } },
  isLate: boolean,
): CardState | null => (isLate || isForOtherAccount(item.post) ? 'at_risk' : (ofStatus[badge] ?? null))

/** How many entries are in each state. */
export const countStates = (
  entries: readonly CalendarEntry[],
  now: Date,
): Readonly<Record<CardState, number>> => {
  const counts = { ready: 0, waiting: 0, fixes: 0, at_risk: 0 }
  for (const entry of entries) {
    const state = cardStateOf(entry, isLateAt(entry.item.post, now))
    if (state !== null) counts[state]++
  }
  return counts
}
