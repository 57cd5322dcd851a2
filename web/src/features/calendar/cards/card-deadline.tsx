import { IconHourglass } from '@tabler/icons-react'
import { deadlineText, leftText } from '#domain/approvals/deadline-words.ts'
import { isLateAt } from '#domain/calendar/card-state.ts'
import type { CalendarEntry } from '#domain/calendar/entries.ts'
import { readInstant } from '#domain/kernel/time.ts'
import { pageWords } from '#web/platform/words.ts'
import { useFromNow } from '#web/ui/time/use-from-now.ts'
import classes from './card-deadline.module.css'

type Post = CalendarEntry['item']['post']

/** What is overdue says so, and nothing of an earlier time. */
const deadlineOf = ({ decide_by, is_overdue }: Post): Date | null =>
  decide_by === undefined || is_overdue ? null : readInstant(decide_by)

/** Until when the post should be decided, as a sentence; null: it does not wait for approval. */
export const useDeadlineText = (post: Post, timezone: string): string | null =>
  useFromNow(now => {
    const deadline = deadlineOf(post)
    return deadline && deadlineText(pageWords(), deadline, now, timezone)
  })

/** See `isLateAt`; draws the card again when it becomes late. */
export const useIsLate = (post: Post): boolean =>
  useFromNow(now => (isLateAt(post, now) ? 'late' : null)) !== null

/** How long is left to decide, in two words (docs/product/calendar.md "Event card"). The card's name has the sentence. */
export function CardDeadline({ post, title }: { readonly post: Post; readonly title: string }) {
  const left = useFromNow(now => {
    const deadline = deadlineOf(post)
    return deadline && leftText(deadline, now)
  })
  if (left === null) return null
  return (
    <span className={classes.deadline} data-late={left === 'Late' || undefined} title={title}>
      <IconHourglass size={12} aria-hidden />
      {left}
    </span>
  )
}
