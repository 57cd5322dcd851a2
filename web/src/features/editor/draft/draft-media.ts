import { isConverting, toMediaFile } from '#domain/media/files.ts'
import type { ObjectData } from '#domain/media/model.ts'
import { videoTarget } from '#domain/media/video-conversion.ts'
import type { MediaFile, PostType, SocialNetwork } from '#domain/networks/model.ts'
import type { MediaAction } from '#domain/posts/contract.ts'
import type { Attachment, PostSocial } from '#domain/posts/model.ts'

export type ExtraFields = Attachment['extra_fields']

/** A stored image: a video's thumbnail, or the image of a link card. */
export type Thumbnail = { readonly objectId: number; readonly data: ObjectData }

/** A file or a link card in the editor: an attachment, or what becomes one with the next save. */
export type DraftMedia = {
  /** Stays the same from the upload on, so that nothing jumps when the attachment gets its id. */
  readonly key: string
  readonly attachmentId: number | null
  readonly objectId: number | null
  readonly data: ObjectData | null
  /** Of a video that this network does not take as it is. */
  readonly conversion?: Attachment['conversion']
  readonly thumbnail: Thumbnail | null
  readonly description: Attachment['description']
  readonly extraFields: ExtraFields
}

/** The attachments of a post social in their order; unordered ones come last. */
export const orderedAttachments = ({ attachments, attachment_order: order }: PostSocial): Attachment[] => {
  const place = (id: number) => (order.includes(id) ? order.indexOf(id) : order.length)
  return attachments.toSorted((a, b) => place(a.id) - place(b.id))
}

const thumbnailOf = ({ thumbnail_object_id: objectId, thumbnail_object_data: data }: Attachment) =>
  objectId === null || data === null ? null : { objectId, data }

/** A saved attachment in the editor. */
export const mediaOf = (attachment: Attachment): DraftMedia => ({
  key: `attachment-${attachment.id}`,
  attachmentId: attachment.id,
  objectId: attachment.object_id,
  data: attachment.object_data,
  conversion: attachment.conversion,
  thumbnail: thumbnailOf(attachment),
  description: attachment.description,
  extraFields: attachment.extra_fields,
})

/** A new file of the post. */
export const newMedia = (key: string, objectId: number, data: ObjectData): DraftMedia => ({
  key,
  objectId,
  data,
  attachmentId: null,
  thumbnail: null,
  description: 'media',
  extraFields: {},
})

const isPhoto = ({ data }: DraftMedia) => data?.options.type === 'image'

/** A new file in the place of another: what was written about the former one does not hold for it. A photo keeps a photo's attachment. */
export const inPlaceOf = (former: DraftMedia, file: DraftMedia): DraftMedia => ({
  ...file,
  attachmentId: isPhoto(former) && isPhoto(file) ? former.attachmentId : null,
})

const sameFields = (a: ExtraFields, b: ExtraFields): boolean => {
  // Empty fields count as missing.
  const said = (fields: ExtraFields) =>
    JSON.stringify(
      Object.entries(fields)
        .filter(([, value]) => value !== undefined && value !== '' && !isEmptyList(value))
        .toSorted(([one], [other]) => (one < other ? -1 : 1)),
    )
  return said(a) === said(b)
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0

const sameItem = (item: DraftMedia, other: DraftMedia | undefined): boolean =>
  item.attachmentId !== null &&
  item.attachmentId === other?.attachmentId &&
  item.objectId === other.objectId &&
  item.thumbnail?.objectId === other.thumbnail?.objectId &&
  sameFields(item.extraFields, other.extraFields)

/** Whether two lists are equal: the same attachments, in the same order, with the same texts. */
export const sameMedia = (a: readonly DraftMedia[], b: readonly DraftMedia[]): boolean =>
  a.length === b.length && a.every((item, index) => sameItem(item, b[index]))

const updateOf = (media: DraftMedia, before: DraftMedia, id: number): MediaAction => ({
  action: 'update',
  id,
  extra_fields: media.extraFields,
  ...(media.objectId === before.objectId || media.objectId === null ? {} : { object_id: media.objectId }),
  ...(media.thumbnail?.objectId === before.thumbnail?.objectId
    ? {}
    : { thumbnail_object_id: media.thumbnail?.objectId ?? null }),
})

const attachOf = ({ objectId, thumbnail, description, extraFields }: DraftMedia): MediaAction => ({
  action: 'attach',
  description,
  extra_fields: extraFields,
  ...(objectId === null ? {} : { object_id: objectId }),
  ...(thumbnail === null ? {} : { thumbnail_object_id: thumbnail.objectId }),
})

/** The changes to attachments that turn what is saved into the draft. */
export const mediaActions = (media: readonly DraftMedia[], saved: PostSocial): MediaAction[] => {
  const kept = new Map(media.map(item => [item.attachmentId, item]))
  const detached = saved.attachments.filter(({ id }) => !kept.has(id))
  const updated = saved.attachments.flatMap((attachment): MediaAction[] => {
    const [item, before] = [kept.get(attachment.id), mediaOf(attachment)]
    return item && !sameItem(item, before) ? [updateOf(item, before, attachment.id)] : []
  })
  const attached = media.filter(({ attachmentId }) => attachmentId === null).map(attachOf)
  return [...detached.map(({ id }): MediaAction => ({ action: 'detach', id })), ...updated, ...attached]
}

/** What the server makes of a file: its conversion, and the converted file in its place. Nothing that a person writes. */
const refreshed = (item: DraftMedia, saved: PostSocial): DraftMedia => {
  const found = saved.attachments.find(({ id }) => id === item.attachmentId)
  if (!found || found.object_id !== item.objectId) return item
  const { conversion, object_data: data } = found
  const isSame =
    JSON.stringify(conversion) === JSON.stringify(item.conversion) &&
    data?.public_url === item.data?.public_url
  return isSame ? item : { ...item, conversion, data: data ?? item.data }
}

/** The list as the server has made it; the same list if it has made nothing. */
export const withServerFacts = (media: readonly DraftMedia[], saved: PostSocial): readonly DraftMedia[] => {
  const fresh = media.map(item => refreshed(item, saved))
  return fresh.some((item, index) => item !== media[index]) ? fresh : media
}

/** The videos that this version has to wait for: being converted, or about to be with the next save. */
export const waitingVideos = (
  network: SocialNetwork,
  { type, media }: { readonly type: PostType; readonly media: readonly DraftMedia[] },
): readonly DraftMedia[] =>
  media.filter(({ data, description, conversion, attachmentId }) => {
    const file = description === 'media' && data ? toMediaFile(data) : null
    if (isConverting(conversion)) return true
    return attachmentId === null && file !== null && videoTarget(network, type, file) !== null
  })

/** The same files, so that one save brings them into their order: new ones go after those that stay, so what stays after a new one is attached anew. */
export const inOneSave = (media: readonly DraftMedia[]): readonly DraftMedia[] => {
  const firstNew = media.findIndex(({ attachmentId }) => attachmentId === null)
  if (firstNew < 0 || media.slice(firstNew).every(({ attachmentId }) => attachmentId === null)) return media
  return media.map((item, index) => (index < firstNew ? item : { ...item, attachmentId: null }))
}

/** Finds the attachment that a save created for each item, by object and place, each attachment once. */
export const withAttachments = (media: readonly DraftMedia[], saved: PostSocial): DraftMedia[] => {
  const there = new Set(saved.attachments.map(({ id }) => id))
  const isKept = (id: number | null) => id !== null && there.has(id)
  const known = new Set(media.flatMap(({ attachmentId }) => attachmentId ?? []))
  const fresh = orderedAttachments(saved).filter(({ id }) => !known.has(id))
  return media.map(item => {
    if (isKept(item.attachmentId)) return refreshed(item, saved)
    const index = fresh.findIndex(
      ({ object_id: object, description }) => object === item.objectId && description === item.description,
    )
    const [found] = index < 0 ? [] : fresh.splice(index, 1)
    return found ? refreshed({ ...item, attachmentId: found.id }, saved) : { ...item, attachmentId: null }
  })
}

/** The files among them, for the networks' rules: cards and their images are not files. */
export const filesOf = (media: readonly DraftMedia[]): MediaFile[] =>
  media.flatMap(({ data, description }) => (description === 'media' && data && toMediaFile(data)) || [])
