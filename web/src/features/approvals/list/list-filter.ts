import { type DayRange, weekOf } from '#domain/kernel/days.ts'
import { dayOf, readInstant } from '#domain/kernel/time.ts'
import { isSocialNetwork, type SocialNetwork } from '#domain/networks/model.ts'
import type { Post } from '#domain/posts/model.ts'
import type { ApprovalType } from '#domain/posts/status.ts'
import { networkNames } from '#web/ui/network-badge.tsx'
import { postTypeNames } from '#web/ui/post-type.tsx'
import { holds } from '#web/ui/search-field.tsx'

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

/** The networks in the address, without unknown names. */
export const networksIn = ({ social_network }: ListFilter): SocialNetwork[] =>
  (social_network ?? '').split(',').filter(isSocialNetwork)

const pendingIn = { internal: 'pending_internal_approval', external: 'pending_external_approval' } as const

/** The rounds in which posts of the list wait. */
export const roundsWaitedFor = (posts: readonly Post[]): ApprovalType[] =>
  (['internal', 'external'] as const).filter(round =>
    posts.some(({ post_socials }) => post_socials.some(({ status }) => status === pendingIn[round])),
  )

/** The networks of the list's posts. */
export const networksOfPosts = (posts: readonly Post[]): Set<SocialNetwork> =>
  new Set(posts.flatMap(({ post_socials }) => post_socials.map(({ social_network }) => social_network)))

/** The posts that match everything the address asks for; every word of the search is in the post's texts, networks or type. */
export const filterPosts = (posts: readonly Post[], filter: ListFilter): Post[] => {
  const networks = networksIn(filter)
  const words = (filter.q ?? '').split(/\s+/).filter(Boolean)
  return posts.filter(post => {
    const { post_socials: socials } = post
    const { round } = filter
    if (round && socials.every(({ status }) => status !== pendingIn[round])) return false
    if (networks.length > 0 && socials.every(({ social_network }) => !networks.includes(social_network)))
      return false
    const text = socials.flatMap(({ message, first_comment, social_network }) => [
      message,
      first_comment,
      networkNames[social_network],
    ])
    return words.every(word => holds([...text, postTypeNames[post.type]].join('\n'), word))
  })
}

export type PostWeek = DayRange & { readonly posts: readonly Post[] }

/** The posts by the week of their schedule, in the order of the list. */
export const weeksOf = (posts: readonly Post[], timezone: string): PostWeek[] => {
  const weeks = Map.groupBy(
    posts.filter(({ latest_schedule }) => latest_schedule !== null),
    ({ latest_schedule }) => weekOf(dayOf(readInstant(latest_schedule?.datetime ?? ''), timezone)).start,
  )
  return [...weeks].map(([start, own]) => ({ ...weekOf(start), posts: own }))
}
