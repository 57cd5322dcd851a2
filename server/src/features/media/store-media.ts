import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { type Failure, fail, isFailure } from '#domain/kernel/failure.ts'
import { editorVideoCapText, isOverEditorVideoCap } from '#domain/networks/editor-video-cap.ts'
import type { Row } from '#server/platform/db/schema.ts'
import type { ScopedCall, UploadedFile } from '#server/platform/http/route.ts'
import { sizeKey, sizes } from '#server/platform/storage/storage.ts'
import { type Probe, probeFile } from './file-probe.ts'
import { renderPreviews } from './previews.ts'
import { stripMetadata } from './strip-metadata.ts'

/** The largest picture that any network accepts (docs/product/media.md "Limits"). */
const MAX_IMAGE_BYTES = 10_000_000

const imageTypes = 'jpg, jpeg, png'

const anyTypes = `${imageTypes}, gif, mp4, mov, webm`

const sha256Of = async (path: string): Promise<string> => {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** A picture is small and loses its metadata; a video is streamed from the disk unchanged. */
const contentToKeep = async (
  file: UploadedFile,
  probe: Probe,
): Promise<{ bytes: Buffer } | { path: string }> =>
  probe.objectType === 'image'
    ? { bytes: stripMetadata(await readFile(file.path), probe.contentType, probe.orientation) }
    : { path: file.path }

const rejectFile = (
  code: 'too_large' | 'unsupported_media_type',
  field: string,
  text?: string,
  list = anyTypes,
) => {
  const failure = fail(code, { values: { list }, ...(text ? { message: text } : {}) })
  return { ...failure, errors: { [field]: [failure.message] } }
}

/** The probe, or why the file is refused. */
const checkFile = (file: UploadedFile, probe: Probe | null, kinds: 'images' | 'any'): Probe | Failure => {
  const list = kinds === 'images' ? imageTypes : anyTypes
  if (!probe || (kinds === 'images' && probe.objectType !== 'image'))
    return rejectFile('unsupported_media_type', file.field, undefined, list)
  if (probe.objectType === 'video')
    return isOverEditorVideoCap(file.bytes) ? rejectFile('too_large', file.field, editorVideoCapText) : probe
  return file.bytes > MAX_IMAGE_BYTES ? rejectFile('too_large', file.field) : probe
}

/**
 * Stores an uploaded file: its type is recognized by its content, and previews small and medium are stored beside the original. The
 * file is stored before the row commits: a row without a file would be worse than a file without a row, which is
 * removed again when the call fails.
 */
export const storeMedia = async (
  call: Pick<ScopedCall, 'tx' | 'services' | 'scope' | 'person' | 'now' | 'undoOnFailure'>,
  file: UploadedFile,
  kinds: 'images' | 'any',
): Promise<Row<'medias'> | Failure> => {
  const { tx, services, scope, person, now } = call
  const probe = checkFile(file, await probeFile(file.path), kinds)
  if (isFailure(probe)) return probe
  const key = randomBytes(16).toString('hex')
  const previews = await renderPreviews(file.path, probe)
  if (isFailure(previews)) return previews
  const original = await contentToKeep(file, probe)
  call.undoOnFailure(() => Promise.all(sizes.map(size => services.storage.remove(sizeKey(key, size)))))
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
