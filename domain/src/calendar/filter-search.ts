import { isPostType, isSocialNetwork } from '#domain/networks/model.ts'
import type { CalendarFilter } from './filters.ts'

/** The filter as it stands in addresses: comma-separated groups, left out when nothing is checked. */
export type FilterSearch = {
  status?: string | undefined
  social_network?: string | undefined
  social_post_type?: string | undefined
  label?: string | undefined
  campaign?: string | undefined
}

/** The parts of a comma-separated group. */
export const namesIn = (group: string | undefined): string[] =>
  (group ?? '').split(',').filter(name => name !== '')

const numbersIn = (group: string | undefined): number[] =>
  namesIn(group).map(Number).filter(Number.isSafeInteger)

/** Reads the filter of an address. Networks, types, labels and campaigns that cannot exist are left out. */
export const readFilterSearch = (search: FilterSearch): CalendarFilter => ({
  status: namesIn(search.status),
  social_network: namesIn(search.social_network).filter(isSocialNetwork),
  social_post_type: namesIn(search.social_post_type).filter(isPostType),
  label: numbersIn(search.label),
  campaign: numbersIn(search.campaign),
})

const textOf = (list: readonly (string | number)[]): string | undefined =>
  list.length > 0 ? list.join(',') : undefined

/** Writes what `readFilterSearch` reads. */
export const filterSearch = (filter: CalendarFilter) => ({
  status: textOf(filter.status),
  social_network: textOf(filter.social_network),
  social_post_type: textOf(filter.social_post_type),
  label: textOf(filter.label),
  campaign: textOf(filter.campaign),
})
