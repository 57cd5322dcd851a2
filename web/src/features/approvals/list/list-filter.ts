import { type ListOrder, listTimeOf } from '#domain/approvals/list-place.ts'
import { type DayRange, weekOf } from '#domain/kernel/days.ts'
import { dayOf, readInstant } from '#domain/kernel/time.ts'
import { isSocialNetwork, type SocialNetwork } from '#domain/networks/model.ts'
import type { Post } from '#domain/posts/model.ts'
import type { ApprovalType } from '#domain/posts/status.ts'

/** What the address says of the list: the search, networks with commas between them, the round that posts wait in, the person that they wait for, their campaign, and the order. */
export type ListFilter = {
  readonly q?: string | undefined
  readonly social_network?: string | undefined
  readonly round?: ApprovalType | undefined
  /** The person that posts wait for. */
  readonly waiting_for?: number | undefined
  /** The id of a campaign. */
  readonly campaign?: string | undefined
  readonly late?: 'true' | undefined
  readonly order?: ListOrder | undefined
}

/** The list's filter in the address of one of its pages. */
export const filterIn = (filter: ListFilter): ListFilter => {
  const { q, social_network, round, waiting_for, campaign, late, order } = filter
  return { q, social_network, round, waiting_for, campaign, late, order }
}

/** Whether the address narrows the list. */
export const isFiltered = (filter: ListFilter): boolean =>
  Object.values({ ...filterIn(filter), order: undefined }).some(value => value !== undefined)

/** The networks in the address, without unknown names. */
export const networksIn = ({ social_network }: ListFilter): SocialNetwork[] =>
  (social_network ?? '').split(',').filter(isSocialNetwork)

export type PostWeek = DayRange & { readonly posts: readonly Post[] }

/** The posts by the week of the time that the list is in the order of. */
export const weeksOf = (posts: readonly Post[], timezone: string, order?: ListOrder): PostWeek[] => {
  const weeks = Map.groupBy(
    posts.filter(post => listTimeOf(post, order) !== null),
    post => weekOf(dayOf(readInstant(listTimeOf(post, order) ?? ''), timezone)).start,
  )
  return [...weeks].map(([start, own]) => ({ ...weekOf(start), posts: own }))
}
