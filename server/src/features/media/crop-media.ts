import sharp from 'sharp'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { type Failure, fail, isFailure } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/media/contract.ts'
import { IMAGE_BYTES_MAX } from '#domain/media/conversion.ts'
import { cutOf } from '#domain/media/crop.ts'
import type { Crop } from '#domain/media/model.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'
import type { LimitedCall, ScopedPoolCall } from '#server/platform/http/route.ts'
import { inTransaction } from '#server/platform/http/transaction.ts'
import { countAsUploaded } from '#server/platform/http/uploads.ts'
import { decodeInTurn } from '#server/platform/pictures/decode-in-turn.ts'
import { stripMetadata } from '#server/platform/pictures/strip-metadata.ts'
import type { Limit } from '#server/platform/session/attempts.ts'
import { sizeKey } from '#server/platform/storage/storage.ts'
import { PIXELS_MAX } from './file-formats/file-probe.ts'
import { ofOtherThings } from './media-use.ts'
import { toWireMedia } from './medias.ts'
import { putFile } from './store-media.ts'

/** A crop costs as much as an upload, and counts as one. */
export const cropLimit = (
  _input: Input<typeof contract.cropMedia>,
  { services, person }: LimitedCall,
): Limit | null =>
  person && { subject: `upload by ${person.userId}`, times: services.config.UPLOADS_PER_MINUTE, minutes: 1 }

const findMedia = (db: Reader, projectId: number, id: number): Promise<Row<'medias'> | undefined> =>
  db
    .selectFrom('medias')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .where('source', 'not in', ofOtherThings)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** The picture that was uploaded, of a picture that may be a crop of it. */
const findOriginal = async (db: Reader, projectId: number, id: number) => {
  const media = await findMedia(db, projectId, id)
  return media?.parent_media_id ? findMedia(db, projectId, media.parent_media_id) : media
}

/** Cut from the original, in sRGB and without metadata; a PNG stays one, because it may be transparent. */
const cut = async (bytes: Buffer, original: Row<'medias'>, crop: Crop): Promise<Buffer> => {
  const {
    left,
    top,
    cut: size,
    output,
  } = cutOf({ width: original.width ?? 1, height: original.height ?? 1 }, crop)
  const made = sharp(bytes, { limitInputPixels: PIXELS_MAX })
    .autoOrient()
    .rotate(crop.rotation)
    .extract({ left, top, ...size })
    .resize({ ...output, fit: 'fill' })
  if (original.content_type === 'image/png') {
    const png = await made.clone().png().toBuffer()
    if (png.length <= IMAGE_BYTES_MAX) return png
  }
  const jpeg = (quality: number) =>
    made.clone().flatten({ background: '#ffffff' }).jpeg({ quality, mozjpeg: true }).toBuffer()
  const fine = await jpeg(92)
  return fine.length <= IMAGE_BYTES_MAX ? fine : jpeg(70)
}

const isPng = (bytes: Buffer) => bytes.subarray(1, 4).toString('latin1') === 'PNG'

/**
 * The original stays, so that the crop can be changed or undone. Without a transaction while it is cut, which takes as long as an upload.
 */
export const cropMedia = async (
  { params, body: crop }: Input<typeof contract.cropMedia>,
  call: ScopedPoolCall,
): Promise<Answer<typeof contract.cropMedia>> => {
  const { db, services, scope } = call
  const original = await findOriginal(db, scope.projectId, params.mediaId)
  if (!original) return fail('not_found')
  if (original.object_type !== 'image' || !original.width || !original.height)
    return fail('unsupported_media_type', { message: 'Only photos can be cropped.' })
  const bytes = await services.storage.read(sizeKey(original.storage_key, 'original'))
  const cropped = await decodeInTurn(() => cut(bytes, original, crop))
  const label = original.digital_source_type
  const made = stripMetadata(cropped, isPng(cropped) ? 'image/png' : 'image/jpeg', 1, label) ?? cropped
  const full = await countAsUploaded(call, made.length)
  if (full) return full
  const { output } = cutOf({ width: original.width, height: original.height }, crop)
  const row = await putFile(call, {
    name: original.original_name,
    source: original.source,
    content: { bytes: made },
    label,
    probe: {
      objectType: 'image',
      contentType: isPng(made) ? 'image/png' : 'image/jpeg',
      ...output,
      seconds: null,
      orientation: 1,
    },
  })
  if (isFailure(row)) return row as Failure<'unsupported_media_type'>
  const stored = await inTransaction(db, async tx => {
    // It may have been deleted while the crop was made.
    const kept = await tx
      .selectFrom('medias')
      .select('id')
      .where('id', '=', original.id)
      .where('deleted_at', 'is', null)
      .forKeyShare()
      .executeTakeFirst()
    if (!kept) return fail('not_found')
    return tx
      .insertInto('medias')
      .values({ ...row, parent_media_id: original.id, crop: JSON.stringify(crop) })
      .returningAll()
      .executeTakeFirstOrThrow()
  })
  return isFailure(stored) ? stored : toWireMedia(stored, services.config.publicUrl)
}
