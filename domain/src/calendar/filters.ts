import { eachDay } from '#domain/kernel/days.ts'
import { type LocalDate, type LocalTime, localOf, readInstant } from '#domain/kernel/time.ts'
import type { DayLabel } from '#domain/labels/model.ts'
import type { PostType, SocialNetwork } from '#domain/networks/model.ts'
import type { Role } from '#domain/permissions/table.ts'
import { badgeStatus, badges, type PostSocialStatus, type PostStatus } from '#domain/posts/status.ts'
import type { CalendarItem } from './contract.ts'

/** One choice of the filter panel's status group: its name in addresses, its words, and the statuses it lets through. */
export type StatusFilter = {
  readonly value: PostSocialStatus
  readonly text: string
  readonly statuses: readonly PostSocialStatus[]
}

const choice = (
  value: PostSocialStatus,
  also: readonly PostSocialStatus[] = [],
  round?: string,
): StatusFilter => ({
  value,
  text: round === undefined ? badges[value].text : `${badges[value].text}: ${round}`,
  statuses: [value, ...also],
})

/** In the order of a post's life. Statuses with one badge are one choice; the two rounds are told apart. */
const statusFilters: readonly StatusFilter[] = [
  choice('draft', ['temporary_draft']),
  choice('pending_internal_approval', ['pending_approval'], 'internal'),
  choice('pending_external_approval', ['pending_approval'], 'external'),
  choice('requires_revision', ['unapproved']),
  choice('approved'),
  choice('scheduled', ['skip_approved']),
  choice('pending_publish'),
  choice('on_publishing'),
  choice('live'),
  choice('publishing_failed'),
]

/**
 * The statuses the filter panel offers. Approvers have a set of their own: internal ones from pending internal on, external
 * ones from pending external on. (Document 2 section 2, "Approval calendar".)
 */
export const statusFiltersFor = (role: Role): readonly StatusFilter[] => {
  const first = firstStatus[role]
  const start = statusFilters.findIndex(({ value }) => value === first)
  return first === undefined ? statusFilters : statusFilters.slice(start)
}

const firstStatus: Readonly<Partial<Record<Role, PostSocialStatus>>> = {
  'internal-approver': 'pending_internal_approval',
  'external-approver': 'pending_external_approval',
}

/** What is checked in the filter panel. A group with nothing checked does not filter. (Document 2 section 2.) */
export type CalendarFilter = {
  readonly status: readonly string[]
  readonly social_network: readonly SocialNetwork[]
  readonly social_post_type: readonly PostType[]
  /** Ids of day labels. */
  readonly label: readonly number[]
}

export const noFilter: CalendarFilter = { status: [], social_network: [], social_post_type: [], label: [] }

/** How many boxes are checked. */
export const filterCount = (filter: CalendarFilter): number =>
  Object.values(filter).reduce((sum, group) => sum + group.length, 0)

/** An item on its day, by the wall clock of the project. */
export type CalendarEntry = {
  readonly item: CalendarItem
  readonly date: LocalDate
  readonly time: LocalTime
  readonly badge: PostSocialStatus | PostStatus
}

/** Puts items on the project's days, earliest first. */
export const entriesOf = (items: readonly CalendarItem[], timezone: string): CalendarEntry[] =>
  items
    .map(item => ({
      item,
      ...localOf(readInstant(item.datetime), timezone),
      badge: badgeStatus(item.post.post_socials.map(({ status }) => status)),
    }))
    .sort((a, b) => a.item.datetime.localeCompare(b.item.datetime) || a.item.id - b.item.id)

/** The labels of a day; both of their ends are inside. */
export const labelsOn = (labels: readonly DayLabel[], date: LocalDate): DayLabel[] =>
  labels.filter(({ start_at, end_at }) => start_at <= date && date <= end_at)

/** The rows of labels that a day has at most: two bars, and one that is the last bar or counts the rest. */
const labelRows = 3

/** The labels that a grid of days has room for, and by day those it has none for. */
export type FittingLabels = {
  readonly shown: readonly DayLabel[]
  readonly hidden: ReadonlyMap<LocalDate, readonly DayLabel[]>
  /** How many rows of a day they take at most, with the one that counts the hidden. */
  readonly rows: number
}

/**
 * Fits labels into the rows of a grid, so that however many a day has, its posts stay in sight. A label keeps its row over all its
 * days, the earliest and longest first; one that would share its last row with the count of others is counted as well.
 */
export const fitLabels = (labels: readonly DayLabel[]): FittingLabels => {
  const taken = new Map<LocalDate, Set<number>>()
  const placed = [...labels].sort(byStartAndLength).map(label => {
    const days = eachDay({ start: label.start_at, end: label.end_at })
    let row = 0
    while (days.some(date => taken.get(date)?.has(row))) row++
    for (const date of days) taken.set(date, (taken.get(date) ?? new Set()).add(row))
    return { label, days, row }
  })
  const crowded = new Set(placed.filter(({ row }) => row >= labelRows).flatMap(({ days }) => days))
  const isShown = ({ days, row }: (typeof placed)[number]) =>
    row < labelRows - 1 || (row === labelRows - 1 && !days.some(date => crowded.has(date)))
  const hidden = new Map<LocalDate, DayLabel[]>()
  for (const { label, days } of placed.filter(one => !isShown(one)))
    for (const date of days) hidden.set(date, [...(hidden.get(date) ?? []), label])
  return {
    shown: placed.filter(isShown).map(({ label }) => label),
    hidden,
    rows: Math.min(Math.max(0, ...placed.map(({ row }) => row + 1)), labelRows),
  }
}

const byStartAndLength = (a: DayLabel, b: DayLabel): number =>
  a.start_at.localeCompare(b.start_at) ||
  b.end_at.localeCompare(a.end_at) ||
  a.text.localeCompare(b.text) ||
  a.id - b.id

/**
 * What the filter lets through for a role. Status, network and type are asked of one and the same version of a post: "draft" and
 * "Instagram" means an Instagram draft. A label lets the posts of its days through. Approvers see nothing before their statuses.
 */
export const filterEntries = (
  entries: readonly CalendarEntry[],
  filter: CalendarFilter,
  labels: readonly DayLabel[],
  role: Role,
): CalendarEntry[] => {
  const offered = statusFiltersFor(role)
  const checked = offered.filter(({ value }) => filter.status.includes(value))
  const statuses = (checked.length > 0 ? checked : offered).flatMap(one => one.statuses)
  const isLimited = checked.length > 0 || firstStatus[role] !== undefined
  const chosenLabels = labels.filter(({ id }) => filter.label.includes(id))
  return entries.filter(
    ({ item, date }) =>
      (filter.label.length === 0 || labelsOn(chosenLabels, date).length > 0) &&
      item.post.post_socials.some(
        social =>
          (!isLimited || statuses.includes(social.status)) &&
          passes(filter.social_network, social.social_network) &&
          passes(filter.social_post_type, social.type),
      ),
  )
}

const passes = <T>(checked: readonly T[], value: T): boolean =>
  checked.length === 0 || checked.includes(value)

/** The labels that are shown: with some checked, only those. */
export const shownLabels = (labels: readonly DayLabel[], filter: CalendarFilter): DayLabel[] =>
  labels.filter(({ id }) => passes(filter.label, id))
