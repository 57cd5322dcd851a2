import { formatLocal, formats } from '#domain/kernel/time-format.ts'
import { weekdayNames, weekdays } from '#domain/projects/time-slots.ts'
import type { RepeatRule, Series, SeriesProblem } from './model.ts'

const weekNames = ['first', 'second', 'third', 'fourth', 'last']

const nameOfWeekday = (weekday: number): string => weekdayNames[weekdays[weekday - 1] ?? 1]

/** `Repeats weekly on Monday and Thursday`. */
export function ruleInWords(rule: RepeatRule): string {
  const isWeekly = rule.frequency === 'weekly'
  const often =
    rule.every === 1
      ? isWeekly
        ? 'weekly'
        : 'monthly'
      : `every ${rule.every} ${isWeekly ? 'weeks' : 'months'}`
  return `Repeats ${often} on ${daysInWords(rule)}`
}

/** `day 31`, `the last Friday`, `Monday and Thursday`. */
export const daysInWords = (rule: RepeatRule): string => {
  if (rule.frequency === 'monthly_on_day') return `day ${rule.day}`
  if (rule.frequency === 'monthly_on_weekday')
    return `the ${weekNames[rule.week - 1]} ${nameOfWeekday(rule.weekday)}`
  const names = rule.weekdays.toSorted((a, b) => a - b).map(nameOfWeekday)
  return new Intl.ListFormat('en').format(names)
}

/** `Ends on 31 Dec 2026.`, `Ends after 10 posts.`, `Has no end.` */
export const endInWords = ({ until, count }: Pick<Series, 'until' | 'count'>): string => {
  if (until !== null) return `Ends on ${formatLocal({ date: until, time: '00:00' }, formats.day)}.`
  return count === null ? 'Has no end.' : `Ends after ${count} posts.`
}

/** What a paused series says, and what to do. (docs/product/series.md "When it pauses") */
export const seriesProblemTexts: Readonly<Record<SeriesProblem, string>> = {
  template_deleted:
    'Paused: the post that it copies was deleted. Restore that post, or choose “This and all that follow” on another one.',
  network_not_connected:
    'Paused: one of its networks is not connected. Connect it, and drafts are made again.',
  no_author:
    'Paused: its author may no longer create posts here. Choose “This and all that follow” to take it over.',
  refused: 'Paused: the post can’t be copied as it is. Edit it, then choose “This and all that follow”.',
}
