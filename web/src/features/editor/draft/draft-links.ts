import { type LinkParameters, linkWithParameters } from '#domain/campaigns/link-parameters.ts'
import { countPlainLinks, textWithParameters } from '#domain/campaigns/linked-texts.ts'
import type { Draft } from './draft.ts'
import type { Entry } from './draft-entries.ts'

/** How many links of a draft have no parameters yet, those of its cards included. */
const countIn = ({ message, firstComment, media }: Draft, parameters: LinkParameters): number =>
  countPlainLinks(message, parameters) +
  countPlainLinks(firstComment, parameters) +
  media.filter(
    ({ extraFields: { link = '' } }) => link !== '' && linkWithParameters(link, parameters) !== link,
  ).length

const withThem = (draft: Draft, parameters: LinkParameters): Draft => ({
  ...draft,
  message: textWithParameters(draft.message, parameters),
  firstComment: textWithParameters(draft.firstComment, parameters),
  media: draft.media.map(item => {
    const { link = '' } = item.extraFields
    const longer = link === '' ? '' : linkWithParameters(link, parameters)
    return longer === link ? item : { ...item, extraFields: { ...item.extraFields, link: longer } }
  }),
})

/** A version whose links can get parameters, and these. */
export type Linked = { readonly entry: Entry; readonly parameters: LinkParameters }

const followersOf = (versions: readonly Linked[]) =>
  versions.filter(({ entry: { draft } }) => draft.isFollowing)

/** Whether the parameters say something else on each of the networks that share a text: none of them can follow it then. */
export const endsSharing = (versions: readonly Linked[]): boolean => {
  const followers = followersOf(versions)
  return new Set(followers.map(({ parameters }) => parameters.query)).size > 1
}

/** How many links of a post have no parameters yet: those of a shared text once. */
export const countPlain = (versions: readonly Linked[]): number => {
  const counts = versions.map(({ entry: { draft }, parameters }) => ({
    isShared: draft.isFollowing,
    count: countIn(draft, parameters),
  }))
  const shared = Math.max(0, ...counts.filter(({ isShared }) => isShared).map(({ count }) => count))
  return counts.reduce((sum, { isShared, count }) => sum + (isShared ? 0 : count), shared)
}

/** The drafts with the parameters, by id: of those that it changes, and of all that share a text with one of them. */
export const draftsWithParameters = (versions: readonly Linked[]): ReadonlyMap<number, Draft> => {
  const isSplit = endsSharing(versions)
  const sharedChanges = countPlain(followersOf(versions)) > 0
  return new Map(
    versions.flatMap(({ entry: { saved, draft }, parameters }) => {
      const isFollower = draft.isFollowing && sharedChanges
      if (!isFollower && countIn(draft, parameters) === 0) return []
      const longer = withThem(draft, parameters)
      return [[saved.id, isFollower && isSplit ? { ...longer, isFollowing: false } : longer] as const]
    }),
  )
}
