import { type DayRange, weekOf } from '#domain/kernel/days.ts'
import { dayOf, readInstant } from '#domain/kernel/time.ts'
import { isSocialNetwork, type SocialNetwork } from '#domain/networks/model.ts'
import type { Post } from '#domain/posts/model.ts'
import type { ApprovalType } from '#domain/posts/status.ts'

/** What the address says of the list: the search, networks with commas between them, and the round that posts wait in. */
export type ListFilter = {
  readonly q?: string | undefined
  readonly social_network?: string | undefined
  readonly round?: ApprovalType | undefined
}

/** The list's filter in the address of one of its pages. */
export const filterIn = ({ q, social_network, round }: ListFilter): ListFilter => ({
  q,
  social_network,
  round,
})

/** Whether the address narrows the list. */
export const isFiltered = (filter: ListFilter): boolean =>
  Object.values(filterIn(filter)).some(value => value !== undefined)

/** The networks in the address, without unknown names. */
export const networksIn = ({ social_network }: ListFilter): SocialNetwork[] =>
  (social_network ?? '').split(',').filter(isSocialNetwork)

export type PostWeek = DayRange & { readonly posts: readonly Post[] }

/** The posts by the week of their schedule, in the order of the list. */
export const weeksOf = (posts: readonly Post[], timezone: string): PostWeek[] => {
  const weeks = Map.groupBy(
    posts.filter(({ latest_schedule }) => latest_schedule !== null),
    ({ latest_schedule }) => weekOf(dayOf(readInstant(latest_schedule?.datetime ?? ''), timezone)).start,
  )
  return [...weeks].map(([start, own]) => ({ ...weekOf(start), posts: own }))
}
