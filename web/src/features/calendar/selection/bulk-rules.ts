import { sendingObstacle } from '#domain/approvals/eligibility.ts'
import type { CalendarEntry } from '#domain/calendar/entries.ts'
import { actionTexts } from '#domain/kernel/action-texts.ts'
import { instantOf } from '#domain/kernel/instant-of.ts'
import type { LocalDate } from '#domain/kernel/time.ts'
import type { Actor } from '#domain/permissions/can.ts'
import { can } from '#domain/permissions/can.ts'
import type { Setting } from '#domain/permissions/settings.ts'
import { type Offer, offerChangeSchedule, offerDelete, offerStop } from '#domain/posts/post-actions.ts'
import { isOutsideLeadTime, leadTimeInWords } from '#domain/schedules/timing.ts'

/** Who acts, when, and under which project settings. */
export type BulkContext = {
  readonly actor: Actor
  readonly settings: readonly Setting[]
  readonly now: Date
}

const sendableOf = ({ item }: CalendarEntry) => ({
  socials: item.post.post_socials,
  scheduledAt: item.datetime,
})

const subjectOf = ({ item }: CalendarEntry) => ({ ...item.post, latest_schedule: item })

/** Why a post cannot be sent for approval from the calendar, or null (docs/product/approvals.md "Approvals in bulk"). */
export const approvalBlock = (entry: CalendarEntry, { actor, settings, now }: BulkContext): string | null => {
  if (!can(actor, 'post.sendToApproval')) return actionTexts.forbidden
  const obstacle = sendingObstacle(sendableOf(entry), settings, now)
  if (obstacle === null) return null
  if (obstacle === 'illegal_transition')
    return 'Only drafts and posts waiting for fixes can be sent for approval.'
  if (obstacle === 'schedule_required') return 'The publishing time has passed. Change the schedule first.'
  return actionTexts[obstacle]
}

/** Why a post's schedule cannot be changed, or null (docs/product/calendar.md "Bulk actions"). */
export const scheduleBlock = (entry: CalendarEntry, { actor, now }: BulkContext): string | null => {
  const offer = offerChangeSchedule(subjectOf(entry), { actor, settings: {}, now, problems: 0 })
  if (offer !== null) return offer.blockedBy
  return can(actor, 'post.schedule')
    ? 'Posts that are live or being published cannot be moved.'
    : actionTexts.forbidden
}

/** Stopping a post, if it is offered. */
export const stopOffer = (entry: CalendarEntry, { actor }: BulkContext): Offer | null =>
  offerStop(subjectOf(entry), { actor })

/** Why a post cannot be dragged to another day, or null: only posts of today and later can (docs/product/calendar.md "Drag and drop"). */
export const dragBlock = (entry: CalendarEntry, context: BulkContext, today: LocalDate): string | null =>
  scheduleBlock(entry, context) ??
  (entry.date < today ? 'Posts of past days cannot be dragged. Choose “Move to date…” in the menu.' : null)

type Days = {
  readonly timezone: string
  readonly today: LocalDate
  readonly now: Date
  readonly leadMinutes: number
}

/** Why posts cannot be moved to a day with the times that they have, or null: the server would refuse it. */
export const moveBlock = (
  entries: readonly CalendarEntry[],
  date: LocalDate,
  { timezone, today, now, leadMinutes }: Days,
): string | null => {
  const moved = entries.filter(entry => entry.date !== date)
  if (moved.length === 0) return null
  if (date < today) return 'Posts can only be moved to today or a later day.'
  const early = moved.filter(
    ({ time }) => !isOutsideLeadTime(instantOf({ date, time, timezone }), now, leadMinutes),
  )
  if (early.length === 0) return null
  return moved.length === 1 ? leadTimeText(leadMinutes) : earlyText(early.length, moved.length, leadMinutes)
}

const leadTimeText = (leadMinutes: number): string =>
  actionTexts.lead_time.replace('{lead}', leadTimeInWords(leadMinutes))

/** Why a change of several times is refused. */
export const earlyText = (early: number, all: number, leadMinutes: number): string =>
  `${early} of ${all} posts would be too early: publishing time must be at least ${leadTimeInWords(leadMinutes)} in the future.`

/** Why a post cannot be deleted, or null. */
export const deletionBlock = (entry: CalendarEntry, { actor, now }: BulkContext): string | null => {
  if (offerDelete(subjectOf(entry), { actor, settings: {}, now, problems: 0 })) return null
  return can(actor, 'post.delete')
    ? 'Posts that are live or being published cannot be deleted.'
    : actionTexts.forbidden
}

/** Why posts cannot be copied, or null. */
export const copyBlock = ({ actor }: BulkContext): string | null =>
  can(actor, 'post.create') ? null : actionTexts.forbidden

/** The selected posts that the rules allow, and the first reason among the others. */
export const allowedOf = (
  entries: readonly CalendarEntry[],
  context: BulkContext,
  blockOf: (entry: CalendarEntry, context: BulkContext) => string | null,
): { readonly allowed: CalendarEntry[]; readonly blockedBy: string } => {
  const blocks = entries.map(entry => blockOf(entry, context))
  return {
    allowed: entries.filter((_, index) => blocks[index] === null),
    blockedBy: blocks.find(block => block !== null) ?? '',
  }
}
