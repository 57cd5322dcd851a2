import { actionTexts } from '#domain/kernel/action-texts.ts'
import type { LocalDate } from '#domain/kernel/time.ts'
import type { PostSummary } from '#domain/posts/model.ts'
import type { TimeSlot } from '#domain/projects/time-slots.ts'
import { type SlotClock, timeOnDay } from '#domain/schedules/slots.ts'
import { defaultIsAutoposting, leadTimeInWords, mustNotAutopost } from '#domain/schedules/timing.ts'
import type { ScheduleChoice } from '#web/features/schedules/api.ts'

export const networksOfPost = ({ post_socials }: PostSummary) =>
  post_socials.map(({ social_network }) => social_network)

/** What a post gets that is put on a day: the day's usual time, or a later slot that is far enough ahead; or why it cannot be put there. */
export const planOnDay = (
  post: PostSummary,
  date: LocalDate,
  slots: readonly TimeSlot[],
  { today, ...clock }: SlotClock & { readonly today: LocalDate },
): { readonly choice: ScheduleChoice; readonly refusal: null } | { readonly refusal: string } => {
  if (date < today) return { refusal: 'Posts can only be moved to today or a later day.' }
  const networks = networksOfPost(post)
  const time = timeOnDay(slots, date, networks, clock)
  // Fixed wording (docs/product/schedules.md "Lead time").
  if (time === null)
    return { refusal: actionTexts.lead_time.replace('{lead}', leadTimeInWords(clock.leadMinutes)) }
  const is_autoposting = defaultIsAutoposting && !mustNotAutopost(networks, post.type)
  return { choice: { date, time, is_autoposting }, refusal: null }
}
