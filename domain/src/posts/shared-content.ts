import { toMediaFile } from '#domain/media/files.ts'
import type { ObjectData } from '#domain/media/model.ts'
import { fittingType } from '#domain/networks/fitting-type.ts'
import type { PostType, SocialNetwork } from '#domain/networks/model.ts'
import { networks } from '#domain/networks/network.ts'
import type { Attachment } from './model.ts'

/** A file or a link card of a version that is being written. `attachmentId`: its own attachment, null before it is saved. */
type Item = {
  readonly key: string
  readonly attachmentId: number | null
  readonly objectId: number | null
  readonly data: ObjectData | null
  readonly conversion?: unknown
  readonly description: Attachment['description']
}

/** The part of a version that it may share. Mentions are not in it: people have another id on every network. */
export type SharingDraft = {
  readonly type: PostType
  readonly message: string
  readonly firstComment: string
  readonly media: readonly Item[]
  /** The names of the files that are being uploaded. */
  readonly awaitedFiles: readonly string[]
  /** Whether it follows the shared content; otherwise it is adapted. */
  readonly isFollowing: boolean
}

/** A version with what is written for it. `isClosed`: it can no longer be edited, so it follows nothing. */
export type SharingVersion<D extends SharingDraft> = {
  readonly id: number
  readonly network: SocialNetwork
  readonly isClosed: boolean
  readonly draft: D
}

/** The versions that follow the shared content, which is what each of them says (docs/product/posts.md "Shared content"). */
export const followersIn = <D extends SharingDraft>(
  versions: readonly SharingVersion<D>[],
): SharingVersion<D>[] => versions.filter(({ draft, isClosed }) => draft.isFollowing && !isClosed)

/** Whether the network has a post type that carries an attachment of this kind. */
export const takesAttachment = (network: SocialNetwork, description: Attachment['description']): boolean => {
  const { types } = networks[network]
  return description === 'media' || (description === 'link' ? types.link : types.link_carousel) !== undefined
}

const isUsed = (type: PostType, description: Attachment['description']): boolean =>
  type === 'link_carousel' || (type === 'link' && description === 'link')

type Source<D> = { readonly network: SocialNetwork; readonly draft: D }

/**
 * The shared attachments in a version: what it has already stays the same attachment. A card that the post uses is kept where the network
 * cannot take it, and is a problem there (`link_not_taken`): leaving it out would drop it silently.
 */
const placed = <D extends SharingDraft>(network: SocialNetwork, own: D, source: Source<D>): Item[] => {
  const left = [...own.media]
  const { type, media } = source.draft
  return media
    .filter(
      ({ description }) =>
        takesAttachment(network, description) ||
        isUsed(type, description) ||
        !takesAttachment(source.network, description),
    )
    .map(item => {
      const index = left.findIndex(
        ({ description, objectId }) => description === item.description && objectId === item.objectId,
      )
      const [mine] = index < 0 ? [] : left.splice(index, 1)
      return {
        ...item,
        key: mine?.key ?? item.key,
        attachmentId: mine?.attachmentId ?? null,
        // A video is converted for each network by itself.
        data: mine?.data ?? item.data,
        conversion: mine?.conversion ?? null,
      }
    })
}

const filesIn = (media: readonly Item[]) =>
  media.flatMap(({ data, description }) => (description === 'media' && data && toMediaFile(data)) || [])

/** The version with the shared content, which `source` says: text, first comment and media, in a type of its network that fits them. */
export const takeShared = <D extends SharingDraft>(
  network: SocialNetwork,
  own: D,
  source: Source<D>,
  wanted: PostType = networks[network].types[source.draft.type] ? source.draft.type : own.type,
): D => {
  const { message, firstComment, awaitedFiles } = source.draft
  const media = placed(network, own, source)
  return {
    ...own,
    message,
    firstComment,
    awaitedFiles,
    media,
    isFollowing: true,
    type: fittingType(network, wanted, filesIn(media)),
  }
}

/** Another version after an edit of one that it shares its content with. Only what was edited is touched. */
const takeEdit = <D extends SharingDraft>(
  network: SocialNetwork,
  own: D,
  before: D,
  source: Source<D>,
): D => {
  const { type, media, message, firstComment, awaitedFiles } = source.draft
  const texts = { ...own, message, firstComment, awaitedFiles }
  const isOtherMedia = media !== before.media
  const isOtherType = type !== before.type
  if (!isOtherMedia && !isOtherType) return texts
  const items = placed(network, own, source)
  // A type that follows from the files is chosen by each network for itself, one that a person chose by all that have it.
  if (isOtherMedia) return { ...texts, media: items, type: fittingType(network, own.type, filesIn(items)) }
  return { ...texts, media: items, type: networks[network].types[type] ? type : own.type }
}

/**
 * What an edit of one version makes of the post: the drafts that change, by id. An edit of a version that follows changes all that
 * follow; an adapted one changes alone, and so does one that stops or starts following (docs/product/posts.md "Shared content").
 */
export const editVersion = <D extends SharingDraft>(
  versions: readonly SharingVersion<D>[],
  id: number,
  draft: D,
): ReadonlyMap<number, D> => {
  const edited = versions.find(version => version.id === id)
  const changed = new Map([[id, draft]])
  if (!edited || edited.isClosed || !edited.draft.isFollowing || !draft.isFollowing) return changed
  const source = { network: edited.network, draft }
  for (const other of followersIn(versions))
    if (other.id !== id) changed.set(other.id, takeEdit(other.network, other.draft, edited.draft, source))
  return changed
}

/** The version whose content another one would take if it followed: null if no other one follows. */
export const sharedSource = <D extends SharingDraft>(
  versions: readonly SharingVersion<D>[],
  id: number,
): SharingVersion<D> | null => followersIn(versions).find(version => version.id !== id) ?? null
