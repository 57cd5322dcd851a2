import { countText } from '#domain/kernel/count-text.ts'
import type { ReportSummary } from '#domain/reports/model.ts'
import { wordsIn } from '#domain/reports/words.ts'

/** In the reader's language. */
export const { number: numberText, change: changeText, day: dayText } = wordsIn(undefined)

/** `1 person`, `3 people`. */
export const peopleText = (count: number): string => countText(count, 'person', 'people')

/** The addresses that somebody has typed or pasted, each once. */
export const addressesIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,;]+/)
      .map(part => part.toLowerCase())
      .filter(part => part !== ''),
  ),
]

/** A text in which the sentences that were suggested are those of another language; what somebody has changed stays as they wrote it. */
export const saidAgain = (text: string, before: readonly string[], after: readonly string[]): string =>
  text
    .split('\n')
    .map(line => after[before.indexOf(line)] ?? line)
    .join('\n')

type Stand = Pick<ReportSummary, 'sent_at' | 'sent_to'>

const NAMED = 3

/** `Ada Dale, Ben and 2 others`. */
export const sentToText = (sent_to: ReportSummary['sent_to']): string => {
  const named = sent_to.slice(0, NAMED).map(({ name, email }) => name || email)
  const left = sent_to.length - NAMED
  const all = left > 0 ? [...named, left === 1 ? '1 other' : `${left} others`] : named
  return new Intl.ListFormat('en').format(all)
}

/** What has become of a report: `Sent on 1 June to Ada Dale and 2 others`. */
export const standText = ({ sent_at, sent_to }: Stand, timeZone: string): string => {
  if (sent_at === null) return 'Draft'
  const [last] = sent_to
  if (!last) return `Frozen on ${dayText(sent_at, timeZone)}`
  return `Sent on ${dayText(last.sent_at, timeZone)} to ${sentToText(sent_to)}`
}
