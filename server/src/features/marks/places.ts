import { type Failure, fail } from '#domain/kernel/failure.ts'
import type { NewMark, Place } from '#domain/marks/model.ts'
import { clockText } from '#domain/media/clock-text.ts'
import type { Tx } from '#server/platform/db/database.ts'

type Version = { readonly id: number; readonly message: string; readonly first_comment: string }

type File = {
  readonly attachmentId: number
  readonly mediaId: number | null
  readonly uploadedId: number | null
  readonly type: 'image' | 'video' | 'gif' | null
  readonly seconds: number | null
}

/** A place as it is stored: on a crop it is on the picture as it was uploaded. */
type CheckedPlace = { readonly place: Place; readonly mediaId: number | null }

/** The files and link cards of a version. */
const readFiles = async (tx: Tx, postSocialId: number): Promise<File[]> => {
  const rows = await tx
    .selectFrom('attachments as a')
    .leftJoin('medias as m', 'm.id', 'a.media_id')
    .select(['a.id', 'a.media_id', 'm.parent_media_id', 'm.object_type', 'm.duration_seconds'])
    .where('a.post_social_id', '=', postSocialId)
    .execute()
  return rows.map(row => ({
    attachmentId: row.id,
    mediaId: row.media_id,
    uploadedId: row.parent_media_id ?? row.media_id,
    type: row.object_type,
    seconds: row.duration_seconds,
  }))
}

const texts = {
  gone: 'The marked picture or video is no longer part of the post. Remove the mark, or make it again.',
  cardGone: 'The marked card is no longer part of the post. Remove the mark, or make it again.',
  words: 'The marked words are no longer there. Remove the mark, or make it again.',
  noVideo: 'Only a video has times.',
  video: 'Mark a time of the video, not a place.',
}

/** What is wrong with a place, in words; or the place as it is stored. */
const checkPlace = (place: Place, version: Version, files: readonly File[]): CheckedPlace | string => {
  if (place.kind === 'text')
    return version[place.part].slice(place.from, place.to) === place.quote
      ? { place, mediaId: null }
      : texts.words
  if (place.kind === 'card')
    return files.some(({ attachmentId }) => attachmentId === place.attachment_id)
      ? { place, mediaId: null }
      : texts.cardGone
  const { object_id: id } = place
  const file = files.find(({ mediaId, uploadedId }) => id === mediaId || id === uploadedId)
  if (!file?.uploadedId) return texts.gone
  const { uploadedId: mediaId, seconds } = file
  if (place.kind !== 'time')
    return file.type === 'video' ? texts.video : { place: { ...place, object_id: mediaId }, mediaId }
  if (file.type !== 'video') return texts.noVideo
  const end = place.to ?? place.from
  return seconds !== null && end > seconds
    ? `The video ends at ${clockText(Math.floor(seconds))}.`
    : { place: { ...place, object_id: mediaId }, mediaId }
}

/** The places of new marks, each checked against what the version says now. */
export const checkPlaces = async (
  tx: Tx,
  version: Version,
  marks: readonly NewMark[],
): Promise<Failure<'validation_error'> | { readonly places: readonly CheckedPlace[] }> => {
  const files = await readFiles(tx, version.id)
  const checked = marks.map(({ place }) => checkPlace(place, version, files))
  const wrong = checked.flatMap((result, index) => (typeof result === 'string' ? [{ index, result }] : []))
  const [first] = wrong
  if (first)
    return fail('validation_error', {
      message: first.result,
      errors: Object.fromEntries(wrong.map(({ index, result }) => [`marks.${index}.place`, [result]])),
    })
  return { places: checked.flatMap(result => (typeof result === 'string' ? [] : result)) }
}
