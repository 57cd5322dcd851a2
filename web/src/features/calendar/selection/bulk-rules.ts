import { sendingObstacle } from '#domain/approvals/eligibility.ts'
import type { CalendarEntry } from '#domain/calendar/entries.ts'
import { failures } from '#domain/kernel/failure.ts'
import type { Actor } from '#domain/permissions/can.ts'
import { can } from '#domain/permissions/can.ts'
import type { Setting } from '#domain/permissions/settings.ts'
import { offerChangeSchedule, offerDelete } from '#domain/posts/post-actions.ts'

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

/** Why a post cannot be sent to approval from the calendar, or null (docs/product/approvals.md "Approvals in bulk"). */
export const approvalBlock = (entry: CalendarEntry, { actor, settings, now }: BulkContext): string | null => {
  if (!can(actor, 'post.sendToApproval')) return failures.forbidden.message
  const obstacle = sendingObstacle(sendableOf(entry), settings, now)
  if (obstacle === null) return null
  if (obstacle === 'illegal_transition')
    return 'Only drafts and posts waiting for fixes can be sent to approval.'
  if (obstacle === 'schedule_required') return 'The publishing time has passed. Change the schedule first.'
  return failures[obstacle].message
}

/** Why a post's schedule cannot be changed, or null (docs/product/calendar.md "Bulk actions"). */
export const scheduleBlock = (entry: CalendarEntry, { actor, now }: BulkContext): string | null => {
  const offer = offerChangeSchedule(subjectOf(entry), { actor, settings: {}, now, problems: 0 })
  if (offer !== null) return offer.blockedBy
  return can(actor, 'post.schedule')
    ? 'Posts that are live or being published cannot be moved.'
    : failures.forbidden.message
}

/** Why a post cannot be deleted, or null. */
export const deletionBlock = (entry: CalendarEntry, { actor, now }: BulkContext): string | null => {
  if (offerDelete(subjectOf(entry), { actor, settings: {}, now, problems: 0 })) return null
  return can(actor, 'post.delete')
    ? 'Posts that are live or being published cannot be deleted.'
    : failures.forbidden.message
}

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
