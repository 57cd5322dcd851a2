import { deadlineMoment, spanText } from '#domain/approvals/deadline-words.ts'
import { countText } from '#domain/kernel/count-text.ts'
import { localOf } from '#domain/kernel/time.ts'
import { formatInstant, formats } from '#domain/kernel/time-format.ts'
import type { Reminded, WaitedFor, WaitingList } from '#domain/publishing/chase-contract.ts'
import { tasksText } from '#domain/publishing/chase-words.ts'

const DAY = 24 * 3_600_000

type Clock = { readonly now: Date; readonly timezone: string }

/** `today`, `yesterday` or `on Tue 2 Jun`, by the clock of this zone. */
const dayText = (moment: Date, { now, timezone }: Clock): string => {
  const dayOf = (instant: Date) => localOf(instant, timezone).date
  if (dayOf(moment) === dayOf(now)) return 'today'
  if (dayOf(moment) === dayOf(new Date(now.getTime() - DAY))) return 'yesterday'
  return `on ${formatInstant(moment, timezone, formats.weekday)}`
}

/** When the last of these people was reminded. */
const lastReminder = (people: readonly WaitedFor[]): Date | null => {
  const times = people.flatMap(({ reminders }) => reminders[0]?.at ?? []).toSorted()
  return times.length === 0 ? null : new Date(times.at(-1) ?? '')
}

/** `Waiting for 3 people, 14 posts, last reminded yesterday`. */
export const summaryText = ({ people, posts }: WaitingList, clock: Clock): string => {
  const last = lastReminder(people)
  const reminded = last ? `last reminded ${dayText(last, clock)}` : 'not reminded yet'
  const persons = countText(people.length, 'person', 'people')
  return `Waiting for ${persons}, ${countText(posts, 'post')}, ${reminded}`
}

/** More clients are counted. */
const CLIENTS_MAX = 3

/** `2 posts to correct, 3 drafts to send: Harbor Coffee 4, Northwind 1, since Tue 2 Jun, 9:12 AM`. */
export const waitingText = ({ clients, tasks, since }: WaitedFor, { timezone }: Clock): string => {
  const more = clients.length - CLIENTS_MAX
  const named = clients.slice(0, CLIENTS_MAX).map(({ name, posts: own }) => `${name} ${own}`)
  const names = [...named, ...(more > 0 ? [countText(more, 'more client')] : [])]
  const whose = clients.length === 1 ? ` of ${clients[0]?.name}` : `: ${names.join(', ')}`
  const start = since === null ? '' : `, since ${deadlineMoment(new Date(since), timezone)}`
  return `${tasksText(tasks)}${whose}${start}`
}

/** `Reminded by Ada yesterday, 9:12 AM: “By noon, please.”`. */
export const reminderText = ({ at, by, message }: WaitedFor['reminders'][number], clock: Clock): string => {
  const moment = new Date(at)
  const time = formatInstant(moment, clock.timezone, formats.time)
  const said = message === null ? '' : `: “${message}”`
  return `Reminded by ${by} ${dayText(moment, clock)}, ${time}${said}`
}

/** Until when somebody is left alone; empty: they can be reminded. */
export const againText = ({ again_at: again }: WaitedFor, now: Date): string => {
  const left = again === null ? 0 : new Date(again).getTime() - now.getTime()
  return left > 0 ? `Can be reminded again in ${spanText(left)}` : ''
}

export const remindedText = (people: number, posts: number): string =>
  `Reminded ${countText(people, 'person', 'people')} of ${countText(posts, 'post')}`

const refusalWords: Readonly<
  Record<Reminded['not_reminded'][number]['refusal'], (who: string, isOne: boolean) => string>
> = {
  just_reminded: (who, isOne) => `${who} ${isOne ? 'was' : 'were'} reminded less than an hour ago.`,
  nothing_waits: (who, isOne) => `${who} ${isOne ? 'has' : 'have'} nothing left to do.`,
  gone: (who, isOne) => `${who} ${isOne ? 'is' : 'are'} no longer in your projects.`,
  read_only: (who, isOne) => `${who} ${isOne ? 'was' : 'were'} not reminded: the agency is read-only.`,
}

/** Why some were not reminded: a sentence for each reason. */
export const refusalTexts = (
  refused: Reminded['not_reminded'],
  names: ReadonlyMap<number, string>,
): string[] =>
  [...Map.groupBy(refused, ({ refusal }) => refusal)].map(([refusal, own]) => {
    const who = own.map(({ id }) => names.get(id) ?? 'Somebody')
    const list = new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(who)
    return refusalWords[refusal](list, own.length === 1)
  })
