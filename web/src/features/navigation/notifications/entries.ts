import type { Notification } from '#domain/notifications/model.ts'
import { needsReader } from '#domain/notifications/needs-reader.ts'

/** Notifications about one post, or about one agency, newest first. */
export type Group = readonly [Notification, ...Notification[]]

/** A line of the list: one thing, or the same that was done to several things. */
export type Entry = { readonly groups: readonly [Group, ...Group[]] }

/** Neighbours about one post, about one agency, or about clients that it is offered, are one group. */
const isSameThing = (one: Notification, other: Notification): boolean => {
  if ('agency_id' in one)
    return 'agency_id' in other && one.agency_id === other.agency_id && !one.offer === !other.offer
  return 'post_id' in other && one.post_id !== null && one.post_id === other.post_id
}

const grouped = (all: readonly Notification[]): Group[] => {
  const groups: [Notification, ...Notification[]][] = []
  for (const one of all) {
    const last = groups.at(-1)
    if (last && isSameThing(last[0], one)) last.push(one)
    else groups.push([one])
  }
  return groups
}

/** What was done, by whom and where, if that is all there is to say about the post. */
const actionOf = ([first, ...others]: Group): string | null => {
  if (!('post_id' in first) || first.post_id === null) return null
  if (others.some(({ kind }) => kind !== first.kind)) return null
  return [first.kind, first.actor?.name, first.project_id, first.read_at === null].join()
}

/** Fewer are as quickly read one by one. */
const REPEATS_MIN = 3

/** What repeats is one entry, where its newest stands. */
const entriesOf = (groups: readonly Group[]): Entry[] => {
  const byAction = Map.groupBy(groups, actionOf)
  return groups.flatMap((group): Entry[] => {
    const action = actionOf(group)
    const [first = group, ...rest] = (action !== null && byAction.get(action)) || [group]
    if (rest.length + 1 < REPEATS_MIN) return [{ groups: [group] }]
    return first === group ? [{ groups: [first, ...rest] }] : []
  })
}

/** What needs the reader comes apart from the rest, for as long as they have not read it. */
export const listEntries = (all: readonly Notification[]): { needsYou: Entry[]; others: Entry[] } => {
  const { needsYou = [], others = [] } = Object.groupBy(grouped(all), group =>
    group.some(({ kind, read_at }) => read_at === null && needsReader(kind)) ? 'needsYou' : 'others',
  )
  return { needsYou: entriesOf(needsYou), others: entriesOf(others) }
}
