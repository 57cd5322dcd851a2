import type { DayLabel } from '#domain/labels/model.ts'
import type { PostType, SocialNetwork } from '#domain/networks/model.ts'
import type { Role } from '#domain/permissions/table.ts'
import { badges, type PostSocialStatus } from '#domain/posts/status.ts'
import type { CalendarEntry } from './entries.ts'
import { labelsOn } from './label-rows.ts'

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

/** In the order of a post's life. Statuses with one badge are one choice; the two rounds are separate. */
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
 * ones from pending external on. (docs/product/calendar.md "Approval calendar")
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

/** What is checked in the filter panel. A group with nothing checked does not filter. (docs/product/calendar.md "Filters") */
export type CalendarFilter = {
  readonly status: readonly string[]
  readonly social_network: readonly SocialNetwork[]
  readonly social_post_type: readonly PostType[]
  /** Ids of day labels. */
  readonly label: readonly number[]
  /** Ids of campaigns, and `NO_CAMPAIGN`. */
  readonly campaign: readonly number[]
}

/** Stands among the ids of campaigns for the posts that belong to none. */
export const NO_CAMPAIGN = 0

export const noFilter: CalendarFilter = {
  status: [],
  social_network: [],
  social_post_type: [],
  label: [],
  campaign: [],
}

/** The statuses of versions that the checked names let through for a role; null: all. Names that the panel does not offer are ignored. */
export const statusesLetThrough = (names: readonly string[], role: Role): PostSocialStatus[] | null => {
  const offered = statusFiltersFor(role)
  const checked = offered.filter(({ value }) => names.includes(value))
  if (checked.length === 0 && firstStatus[role] === undefined) return null
  return (checked.length > 0 ? checked : offered).flatMap(({ statuses }) => statuses)
}

/** How many boxes are checked. */
export const filterCount = (filter: CalendarFilter): number =>
  Object.values(filter).reduce((sum, group) => sum + group.length, 0)

/**
 * What the filter lets through for a role. Status, network and type must match the same version of a post: "draft" and
 * "Instagram" means an Instagram draft. A label lets the posts of its days through. Approvers see nothing before their statuses.
 */
export const filterEntries = (
  entries: readonly CalendarEntry[],
  filter: CalendarFilter,
  labels: readonly DayLabel[],
  role: Role,
): CalendarEntry[] => {
  const statuses = statusesLetThrough(filter.status, role)
  const chosenLabels = labels.filter(({ id }) => filter.label.includes(id))
  return entries.filter(
    ({ item, date }) =>
      (filter.label.length === 0 || labelsOn(chosenLabels, date).length > 0) &&
      passes(filter.campaign, item.post.campaign_id ?? NO_CAMPAIGN) &&
      item.post.post_socials.some(
        social =>
          (statuses === null || statuses.includes(social.status)) &&
          passes(filter.social_network, social.social_network) &&
          passes(filter.social_post_type, social.type),
      ),
  )
}

const passes = <T>(checked: readonly T[], value: T): boolean =>
  checked.length === 0 || checked.includes(value)

/** The labels that are shown: if some are checked, only those. */
export const shownLabels = (labels: readonly DayLabel[], filter: CalendarFilter): DayLabel[] =>
  labels.filter(({ id }) => passes(filter.label, id))
