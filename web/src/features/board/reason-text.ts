import { deadlineMoment, spanText } from '#domain/approvals/deadline-words.ts'
import type { BoardRow } from '#domain/publishing/board-contract.ts'
import { reasonWords } from '#domain/publishing/outlook-words.ts'
import { failureReasons } from '#domain/publishing/status.ts'

type Reason = BoardRow['reasons'][number]

/** More names are counted. */
const NAMES_MAX = 2

/** `Ada, Bo and 2 others`. Empty for nobody. */
export const namesText = (people: BoardRow['acts']): string => {
  const names = people.map(({ name }) => name)
  const more = names.length - NAMES_MAX
  const shown = more > 1 ? [...names.slice(0, NAMES_MAX), `${more} others`] : names
  return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(shown)
}

const plainText = (reason: Reason, { failure_reason }: BoardRow): string =>
  reason.code === 'failed' && failure_reason !== null
    ? failureReasons[failure_reason].text
    : reasonWords(reason)

const untilText = ({ code, risk, until }: Reason, now: Date, timezone: string): string => {
  if (until === null) return ''
  const moment = new Date(until)
  const left = moment.getTime() - now.getTime()
  if (left <= 0) return ''
  if (code === 'limit' || code === 'delayed') return `, next try in ${spanText(left)}`
  if (code === 'waits_for_approval' && risk === 'red') return ', the deadline has passed'
  const end = `${deadlineMoment(moment, timezone)} (in ${spanText(left)})`
  return code === 'waits_for_approval' ? `, to decide by ${end}` : `, until ${end}`
}

/** `Not approved: waits for Emil since Tue 2 Jun, 9:12 AM, to decide by Wed 3 Jun, 5:00 PM (in 3 hours)`. */
export const reasonText = (row: BoardRow, reason: Reason, now: Date, timezone: string): string => {
  const isFirst = reason === row.reasons[0]
  const names = isFirst ? namesText(row.acts) : ''
  const since = isFirst && row.since ? ` since ${deadlineMoment(new Date(row.since), timezone)}` : ''
  const who = names === '' ? '' : `: waits for ${names}${since}`
  return `${plainText(reason, row).replace(/\.$/, '')}${who}${untilText(reason, now, timezone)}`
}
