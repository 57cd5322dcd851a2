import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { type Failure, fail, isFailure } from '#domain/kernel/failure.ts'
import { editorVideoCapText, isOverEditorVideoCap } from '#domain/networks/editor-video-cap.ts'
import type * as contract from '#domain/media/contract.ts'
import type { Row } from '#server/platform/db/schema.ts'
import type { ScopedCall, UploadedFile } from '#server/platform/http/route.ts'
import { sizeKey } from '#server/platform/storage/storage.ts'
import { withoutMetadata } from './cleaning/commands.ts'
import { renderPreviews } from './probe/commands.ts'
import { type Probe, probeFile } from './probe/queries.ts'
import { toWireMedia } from './queries.ts'

/** The largest picture any of the networks takes (document 2 section 9). */
const MAX_IMAGE_BYTES = 10_000_000
const imageTypes = 'jpg, jpeg, png'
const anyTypes = `${imageTypes}, gif, mp4, mov, webm`

const sha256Of = async (path: string): Promise<string> => {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** A picture, which is small, without its metadata; a video as it came, straight from the disk. */
const contentToKeep = async (
  file: UploadedFile,
  probe: Probe,
): Promise<{ bytes: Buffer } | { path: string }> =>
  probe.objectType === 'image'
    ? { bytes: withoutMetadata(await readFile(file.path), probe.contentType, probe.orientation) }
    : { path: file.path }

const refuse = (
  code: 'too_large' | 'unsupported_media_type',
  field: string,
  text?: string,
  list = anyTypes,
) => {
  const failure = fail(code, { values: { list }, ...(text ? { message: text } : {}) })
  return { ...failure, errors: { [field]: [failure.message] } }
}

const problemOf = (file: UploadedFile, probe: Probe | null, kinds: 'images' | 'any'): Failure | null => {
  const list = kinds === 'images' ? imageTypes : anyTypes
  if (!probe || (kinds === 'images' && probe.objectType !== 'image'))
    return refuse('unsupported_media_type', file.field, undefined, list)
  if (probe.objectType === 'video')
    return isOverEditorVideoCap(file.bytes) ? refuse('too_large', file.field, editorVideoCapText) : null
  return file.bytes > MAX_IMAGE_BYTES ? refuse('too_large', file.field) : null
}

/**
 * Keeps an uploaded file: type told by its content, previews small and medium beside the original. The file is stored before the row
 * commits: a row without a file would be worse than a file without a row.
 */
export const storeMedia = async (
  call: Pick<ScopedCall, 'tx' | 'services' | 'scope' | 'person' | 'now'>,
  file: UploadedFile,
  kinds: 'images' | 'any',
): Promise<Row<'medias'> | Failure> => {
  const { tx, services, scope, person, now } = call
  const probe = await probeFile(file.path)
  const problem = problemOf(file, probe, kinds)
  if (problem || !probe) return problem ?? fail('unsupported_media_type')
  const key = randomBytes(16).toString('hex')
  const previews = await renderPreviews(file.path, probe)
  if (isFailure(previews)) return previews
  const original = await contentToKeep(file, probe)
  await services.storage.put(sizeKey(key, 'original'), original, probe.contentType)
  for (const { size, bytes } of previews)
    await services.storage.put(sizeKey(key, size), { bytes }, 'image/webp')
  return tx
    .insertInto('medias')
    .values({
      project_id: scope.projectId,
      user_id: person.userId,
      storage_key: key,
      object_type: probe.objectType,
      content_type: probe.contentType,
      original_name: file.name.slice(0, 255) || 'file',
      file_size: 'bytes' in original ? original.bytes.length : file.bytes,
      sha256: 'bytes' in original ? hashOf(original.bytes) : await sha256Of(file.path),
      width: probe.width,
      height: probe.height,
      duration_seconds: probe.seconds,
      has_previews: previews.length > 0,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const uploadOneMedia = async (
  _input: Input<typeof contract.uploadMedia>,
  call: ScopedCall,
): Promise<Answer<typeof contract.uploadMedia>> => {
  const [file] = call.files
  if (!file) return fail('validation_error', { errors: { media: ['A file is required'] } })
  const stored = await storeMedia(call, file, 'any')
  if (isFailure(stored)) return stored as Failure<'too_large' | 'unsupported_media_type'>
  return toWireMedia(stored, call.services.config.publicUrl)
}

/** Only what no post uses: a file that was approved with a post stays. */
export const removeMedia = async (
  { params }: Input<typeof contract.deleteMedia>,
  { tx, scope, now }: ScopedCall,
): Promise<Answer<typeof contract.deleteMedia>> => {
  const media = await tx
    .selectFrom('medias')
    .select('id')
    .where('id', '=', params.mediaId)
    .where('project_id', '=', scope.projectId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!media) return fail('not_found')
  const used = await tx
    .selectFrom('attachments')
    .select('id')
    .where(eb => eb.or([eb('media_id', '=', media.id), eb('thumbnail_media_id', '=', media.id)]))
    .executeTakeFirst()
  if (used) return fail('illegal_transition')
  await tx.updateTable('medias').set({ deleted_at: now }).where('id', '=', media.id).execute()
  return {}
}
