import type { ObjectData } from '#domain/media/model.ts'
import { toMediaFile } from '#domain/media/rules.ts'
import { postTypeFor } from '#domain/networks/media-rules.ts'
import type { MediaFile, PostType, SocialNetwork } from '#domain/networks/model.ts'
import { networks } from '#domain/networks/network.ts'
import type { MediaAction } from '#domain/posts/contract.ts'
import type { Attachment, PostSocial } from '#domain/posts/model.ts'
import type { PostSocialContent } from '#domain/posts/rules.ts'
import type { PostSave } from '../../api.ts'

type ExtraFields = Attachment['extra_fields']

/** A file in the editor: an attachment, or an uploaded file that becomes one with the next save. */
export type DraftMedia = {
  /** Stays the same from the upload on, so that the screen does not jump when the attachment gets its id. */
  readonly key: string
  readonly attachmentId: number | null
  readonly objectId: number | null
  readonly data: ObjectData | null
  readonly description: Attachment['description']
  readonly extraFields: ExtraFields
}

/** What somebody is writing for one network. */
export type Draft = {
  readonly type: PostType
  readonly message: string
  readonly editorState: string | null
  readonly firstComment: string
  readonly media: readonly DraftMedia[]
}

/** The attachments of a post social in their order; unordered ones come last. */
const ordered = ({ attachments, attachment_order: order }: PostSocial): Attachment[] => {
  const place = (id: number) => (order.includes(id) ? order.indexOf(id) : order.length)
  return attachments.toSorted((a, b) => place(a.id) - place(b.id))
}

const mediaOf = (attachment: Attachment): DraftMedia => ({
  key: `attachment-${attachment.id}`,
  attachmentId: attachment.id,
  objectId: attachment.object_id,
  data: attachment.object_data,
  description: attachment.description,
  extraFields: attachment.extra_fields,
})

/** The draft of what is saved. */
export const draftOf = (saved: PostSocial): Draft => ({
  type: saved.type,
  message: saved.message,
  editorState: saved.message_editor_state,
  firstComment: saved.first_comment,
  media: ordered(saved).map(mediaOf),
})

const sameFields = (a: ExtraFields, b: ExtraFields): boolean =>
  JSON.stringify(Object.entries(a).toSorted()) === JSON.stringify(Object.entries(b).toSorted())

const sameMedia = (a: readonly DraftMedia[], b: readonly DraftMedia[]): boolean =>
  a.length === b.length &&
  a.every(({ attachmentId, extraFields }, index) => {
    const other = b[index]
    return (
      attachmentId !== null &&
      attachmentId === other?.attachmentId &&
      sameFields(extraFields, other.extraFields)
    )
  })

/** Whether two drafts say the same. The editor's own state is how it is said, not what. */
export const isSame = (a: Draft, b: Draft): boolean =>
  a.type === b.type &&
  a.message === b.message &&
  a.firstComment === b.firstComment &&
  sameMedia(a.media, b.media)

/** Whether the draft holds something that is not saved. */
export const isChanged = (draft: Draft, saved: PostSocial): boolean => !isSame(draft, draftOf(saved))

const mediaActions = (draft: Draft, saved: PostSocial): MediaAction[] => {
  const kept = new Map(draft.media.map(media => [media.attachmentId, media]))
  const detached = saved.attachments.filter(({ id }) => !kept.has(id))
  const updated = saved.attachments.flatMap(({ id, extra_fields: before }): MediaAction[] => {
    const media = kept.get(id)
    return media && !sameFields(media.extraFields, before)
      ? [{ action: 'update', id, extra_fields: media.extraFields }]
      : []
  })
  const attached = draft.media
    .filter(media => media.attachmentId === null)
    .map(
      ({ objectId, description, extraFields }): MediaAction => ({
        action: 'attach',
        description,
        extra_fields: extraFields,
        ...(objectId === null ? {} : { object_id: objectId }),
      }),
    )
  return [...detached.map(({ id }): MediaAction => ({ action: 'detach', id })), ...updated, ...attached]
}

/** The part of `PUT /postssocials` that brings what is saved to what is drafted. */
export const saveOf = (draft: Draft, saved: PostSocial): PostSave['post_socials'][number] => ({
  id: saved.id,
  version: saved.version,
  type: draft.type,
  message: draft.message,
  first_comment: draft.firstComment,
  message_editor_state: draft.editorState,
  media_actions: mediaActions(draft, saved),
  attachment_order: draft.media.flatMap(({ attachmentId }) => attachmentId ?? []),
})

/**
 * The draft after a save, typed on meanwhile or not: files that the save attached get their attachment, by their object, each
 * attachment once.
 */
export const afterSave = (draft: Draft, saved: PostSocial): Draft => {
  const known = new Set(draft.media.flatMap(({ attachmentId }) => attachmentId ?? []))
  const fresh = ordered(saved).filter(({ id }) => !known.has(id))
  const media = draft.media.map(item => {
    if (item.attachmentId !== null) return item
    const index = fresh.findIndex(({ object_id: object }) => object === item.objectId)
    const [found] = index < 0 ? [] : fresh.splice(index, 1)
    return found ? { ...item, attachmentId: found.id, data: found.object_data ?? item.data } : item
  })
  return { ...draft, media }
}

const filesOf = (media: readonly DraftMedia[]): MediaFile[] =>
  media.flatMap(({ data }) => (data && toMediaFile(data)) ?? [])

/** What the network's rules look at. */
export const contentOfDraft = (network: SocialNetwork, draft: Draft): PostSocialContent => ({
  social_network: network,
  type: draft.type,
  message: draft.message,
  first_comment: draft.firstComment,
  media: filesOf(draft.media),
  link: draft.media.find(({ description }) => description === 'link')?.extraFields.link ?? null,
  child_links: draft.media.filter(({ description }) => description === 'child-link').length,
})

/**
 * The type that fits these files on the network: the chosen one while it holds them, else the one that does. Where none does the
 * chosen one stays, and the list of problems says why.
 */
export const fittingType = (
  network: SocialNetwork,
  chosen: PostType,
  files: readonly Pick<MediaFile, 'kind'>[],
): PostType => {
  const { types } = networks[network]
  const holds = (type: PostType) => {
    const rules = types[type]
    return (
      rules !== undefined &&
      files.length <= rules.maxFiles &&
      files.length >= rules.minFiles &&
      files.every(({ kind }) => rules.kinds.includes(kind))
    )
  }
  if (files.length === 0 || holds(chosen)) return chosen
  const natural = postTypeFor(files, false)
  if (holds(natural)) return natural
  // Several photos where one photo is what the network calls up to four, or a mixed set.
  const other = (['single_photo', 'multi_photo', 'media_carousel'] as const).find(holds)
  return other ?? (types[natural] ? natural : chosen)
}

/** The draft with other files, its type following them. */
export const withMedia = (network: SocialNetwork, draft: Draft, media: readonly DraftMedia[]): Draft => ({
  ...draft,
  media,
  type: fittingType(network, draft.type, filesOf(media)),
})

/** The text, first comment and files of another network's draft, as far as this network has a type for them. */
export const copyInto = (network: SocialNetwork, target: Draft, source: Draft): Draft => {
  const media = source.media.map(item => {
    const own = target.media.find(({ objectId }) => objectId !== null && objectId === item.objectId)
    return {
      ...item,
      key: own?.key ?? `copy-${network}-${item.key}`,
      attachmentId: own?.attachmentId ?? null,
    }
  })
  const type = networks[network].types[source.type] ? source.type : target.type
  return withMedia(network, { ...source, type }, media)
}
