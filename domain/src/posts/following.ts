import { type Content, canonicalContent } from './content.ts'
import { takesAttachment } from './shared-content.ts'

/** A version of a post that is being saved, with its content after the save. */
export type SavedVersion = {
  readonly id: number
  readonly content: Content
  /** It can no longer be edited: it follows nothing. */
  readonly isClosed: boolean
  /** Whether it followed before. */
  readonly isFollowing: boolean
  /** What the save says about it; `unsaid`: it saves the version and says nothing; null: it does not save the version. */
  readonly said: boolean | 'unsaid' | null
}

/** What two versions have to have in common to follow one shared content: texts, files, and the cards that both networks take. */
const sharedPart = (content: Content, other: Content): string =>
  canonicalContent({
    social_network: 'facebook',
    type: 'text',
    extra_fields: {},
    linked_page: null,
    message: content.message,
    first_comment: content.first_comment,
    attachments: content.attachments
      .filter(
        ({ description }) =>
          takesAttachment(content.social_network, description) &&
          takesAttachment(other.social_network, description),
      )
      .map(({ extra_fields: { content_tags: tags, ...fields }, ...attachment }) => ({
        ...attachment,
        extra_fields: tags && tags.length > 0 ? { ...fields, content_tags: tags } : fields,
      })),
  })

/** Whether two versions say the same, each as far as its network can. */
export const isSameShared = (a: Content, b: Content): boolean => sharedPart(a, b) === sharedPart(b, a)

/**
 * Which versions follow the shared content after a save, by id; null if the save calls versions followers that do not say the same, which
 * is a conflict with what somebody else has saved. A version that is saved by itself, by a caller that says nothing about following, is
 * adapted by it. (docs/decisions/0045-shared-content.md)
 */
export const followersAfterSave = (versions: readonly SavedVersion[]): ReadonlySet<number> | null => {
  const open = versions.filter(({ isClosed }) => !isClosed)
  const untouched = open.filter(({ said, isFollowing }) => said === null && isFollowing)
  const named = open.filter(({ said }) => said === true)
  const unsaid = open.filter(({ said, isFollowing }) => said === 'unsaid' && isFollowing)
  const [shared] = [...untouched, ...named, ...unsaid]
  if (shared === undefined) return new Set(closedFollowers(versions, null))
  const agrees = ({ content }: SavedVersion) => isSameShared(shared.content, content)
  if (!named.every(agrees)) return null
  const following = [...untouched, ...named, ...unsaid.filter(agrees)].map(({ id }) => id)
  return new Set([...following, ...closedFollowers(versions, shared)])
}

/** One that is being published follows again if it fails, unless the others have gone on without it. */
const closedFollowers = (versions: readonly SavedVersion[], shared: SavedVersion | null): number[] =>
  versions
    .filter(
      ({ isClosed, isFollowing, content }) =>
        isClosed && isFollowing && (shared === null || isSameShared(shared.content, content)),
    )
    .map(({ id }) => id)
