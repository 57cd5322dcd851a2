import type { Mark, Place } from '#domain/marks/model.ts'
import { uploadedIdOf } from '#domain/marks/place.ts'
import type { Crop } from '#domain/media/model.ts'
import type { Attachment, PostSocial } from '#domain/posts/model.ts'
import { type ShownMedia, toShownMedia } from '#web/features/media/shown-media.ts'
import { say } from '#web/platform/words.ts'

/** A version, as far as something in it can be marked. */
export type MarkedVersion = Pick<PostSocial, 'message' | 'first_comment' | 'attachments'>

/** A part of a version that marks are made on. */
export type Part =
  | ({
      readonly key: string
      readonly name: string
      readonly kind: 'picture' | 'video'
      readonly media: ShownMedia
    } & {
      readonly objectId: number
      readonly attachment: Attachment
    })
  | {
      readonly key: string
      readonly name: string
      readonly kind: 'text'
      readonly part: 'message' | 'first_comment'
    }
  | { readonly key: string; readonly name: string; readonly kind: 'card'; readonly attachmentId: number }

/** The parts of a version in the order in which they are read: its pictures and videos, its cards, its texts. */
export const partsOf = (version: MarkedVersion): readonly Part[] => {
  const files = version.attachments.flatMap(attachment => {
    const { object_data: data, description } = attachment
    const objectId = uploadedIdOf(attachment)
    const media = description === 'media' && data ? toShownMedia(String(attachment.id), data) : null
    return media && objectId !== null ? [{ attachment, media, objectId }] : []
  })
  const cards = version.attachments.filter(({ description }) => description === 'child-link')
  return [
    ...files.map(({ media, ...file }, index) => {
      const kind = media.kind === 'video' ? ('video' as const) : ('picture' as const)
      const number = index + 1
      const alone = kind === 'video' ? say('Video') : say('Photo')
      const numbered =
        kind === 'video' ? say('Video {number}', { number }) : say('Photo {number}', { number })
      return { key: media.key, name: files.length > 1 ? numbered : alone, kind, media, ...file }
    }),
    ...cards.map(({ id, extra_fields }, index) => ({
      key: String(id),
      name: extra_fields.name || say('Card {number}', { number: index + 1 }),
      kind: 'card' as const,
      attachmentId: id,
    })),
    ...(version.message === ''
      ? []
      : [{ key: 'message', name: say('Text'), kind: 'text', part: 'message' } as const]),
    ...(version.first_comment === ''
      ? []
      : [{ key: 'first_comment', name: say('First comment'), kind: 'text', part: 'first_comment' } as const]),
  ]
}

/** Whether a place is in this part. */
export const isIn = (place: Place, part: Part): boolean => {
  if (place.kind === 'text') return part.kind === 'text' && part.part === place.part
  if (place.kind === 'card') return part.kind === 'card' && part.attachmentId === place.attachment_id
  return (part.kind === 'picture' || part.kind === 'video') && part.objectId === place.object_id
}

/** The picture or video that a mark is on: the version's own, or where it has it no more the one that was marked. */
export const fileOf = (
  { id, place, former_file }: Mark,
  version: MarkedVersion,
): { readonly name: string; readonly media: ShownMedia; readonly crop: Crop | null } | null => {
  const part = partsOf(version).find(one => isIn(place, one))
  if (part && 'attachment' in part)
    return { name: part.name, media: part.media, crop: part.attachment.object_data?.crop ?? null }
  const media = former_file && toShownMedia(String(id), former_file)
  return media ? { name: say('Former picture'), media, crop: former_file.crop } : null
}

/** The address of a moment of a video: browsers go there before they play. */
export const momentUrl = (
  { original }: Pick<ShownMedia, 'original'>,
  { from }: Extract<Place, { kind: 'time' }>,
): string => `${original}#t=${from}`
