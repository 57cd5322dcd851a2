import { createHash, randomBytes } from 'node:crypto'
import { open, readFile, stat } from 'node:fs/promises'
import type { Insertable } from 'kysely'
import sharp from 'sharp'
import { type Failure, fail, isFailure } from '#domain/kernel/failure.ts'
import { animatedPictureText, IMAGE_BYTES_MAX } from '#domain/media/conversion.ts'
import type { MediaSource } from '#domain/media/model.ts'
import { editorVideoCapText, isOverEditorVideoCap } from '#domain/networks/media-limits.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { Database, Row } from '#server/platform/db/schema.ts'
import type { ScopedContext, UploadedFile } from '#server/platform/http/route.ts'
import { isDamagedPicture } from '#server/platform/pictures/damaged-picture.ts'
import { labelIn } from '#server/platform/pictures/digital-source-type.ts'
import { stripMetadata } from '#server/platform/pictures/strip-metadata.ts'
import { sizeKey, sizes } from '#server/platform/storage/storage.ts'
import { cleanVideo } from './file-formats/clean-video.ts'
import { convertedKindOf, convertPicture } from './file-formats/convert-picture.ts'
import { isUnusable, PIXELS_MAX, probeFile, type Unusable } from './file-formats/file-probe.ts'
import { renderPreviews } from './file-formats/previews.ts'
import type { Probe } from './file-formats/probe.ts'

const imageTypes = 'jpg, jpeg, png'

const anyTypes = `${imageTypes}, gif, mp4, mov, webm`

const PIECE_BYTES = 262_144

/** Of a file's bytes, in lower-case hexadecimal. */
export const sha256Of = async (path: string): Promise<string> => {
  const hash = createHash('sha256')
  const file = await open(path)
  try {
    // Larger pieces than a stream's, into one buffer: that takes two thirds of the processor's time.
    const piece = Buffer.allocUnsafe(PIECE_BYTES)
    for (;;) {
      const { bytesRead } = await file.read(piece, 0, piece.length)
      if (bytesRead === 0) return hash.digest('hex')
      hash.update(piece.subarray(0, bytesRead))
    }
  } finally {
    await file.close()
  }
}

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

type Content = { readonly bytes: Buffer } | { readonly path: string }

/** What is stored, without what is private, and how it came to be, as the uploaded file says: it may be another one than what is stored. */
type Kept = { readonly content: Content; readonly label: string | null }

/** Raised with each thing more that is taken out: what was stored by an earlier one is cleaned again (clean-stored-files.ts). */
export const CLEANING_VERSION = 2

/** A picture is small; a video is cleaned on the disk. `uploaded`: what `path` was made of, if it was converted. */
export const contentToKeep = async (
  path: string,
  { objectType, contentType, orientation }: Probe,
  uploaded = path,
): Promise<Kept> => {
  if (objectType === 'video') return { label: await cleanVideo(path, contentType), content: { path } }
  const bytes = await readFile(path)
  const label = labelIn(uploaded === path ? bytes : await readFile(uploaded))
  const clean =
    stripMetadata(bytes, contentType, orientation, label) ??
    (await encodeAnew(bytes, contentType, orientation, label))
  return { label, content: { bytes: clean } }
}

/** For a structure that cannot be followed and that decoders read all the same; what none of them reads is refused with its previews. */
const encodeAnew = async (
  bytes: Buffer,
  contentType: string,
  orientation: number,
  label: string | null,
): Promise<Buffer> => {
  const format = contentType === 'image/jpeg' ? 'jpeg' : contentType === 'image/png' ? 'png' : 'gif'
  try {
    const picture = sharp(bytes, { animated: format === 'gif', failOn: 'none', limitInputPixels: PIXELS_MAX })
    const made = await picture.keepIccProfile().toFormat(format, { quality: 95 }).toBuffer()
    return stripMetadata(made, contentType, orientation, label) ?? made
  } catch (error) {
    if (isDamagedPicture(error)) return Buffer.alloc(0)
    throw error
  }
}

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
const checkFile = (
  file: UploadedFile,
  probe: Probe | Unusable | null,
  kinds: 'images' | 'any',
): Probe | Failure => {
  const list = kinds === 'images' ? imageTypes : anyTypes
  if (isUnusable(probe) && kinds === 'any')
    return rejectFile('unsupported_media_type', file.field, probe.unusable)
  if (!probe || isUnusable(probe) || (kinds === 'images' && probe.objectType !== 'image'))
    return rejectFile('unsupported_media_type', file.field, undefined, list)
  if (probe.objectType === 'video')
    return isOverEditorVideoCap(file.bytes)
      ? rejectFile('too_large', file.field, editorVideoCapText())
      : probe
  return file.bytes > IMAGE_BYTES_MAX ? rejectFile('too_large', file.field) : probe
}

const tooManyText = 'Many of your pictures are waiting to be converted. Please try again {when}.'

/** The file itself, or a JPEG or PNG made of a picture that no network takes. */
export const convertIfNeeded = async (
  file: UploadedFile,
  userId: number,
): Promise<UploadedFile | Failure> => {
  const kind = await convertedKindOf(file.path)
  if (kind === null) return file
  if (kind === 'animated') return rejectFile('unsupported_media_type', file.field, animatedPictureText)
  // The limit holds for what is sent; what is made of it is smaller.
  if (file.bytes > IMAGE_BYTES_MAX) return rejectFile('too_large', file.field)
  const converted = await convertPicture(file, kind, userId)
  if (converted === 'too_many') return fail('too_many_requests', { wait: 30, message: tooManyText })
  return converted ?? rejectFile('unsupported_media_type', file.field)
}

type StoringCall = Pick<ScopedContext, 'services' | 'scope' | 'person' | 'now' | 'undoOnFailure'>

/** What the row says of the bytes. */
const measure = async (content: Content): Promise<{ file_size: number; sha256: string }> =>
  'bytes' in content
    ? { file_size: content.bytes.length, sha256: hashOf(content.bytes) }
    : { file_size: (await stat(content.path)).size, sha256: await sha256Of(content.path) }

/** A file that was recognized. */
type Recognized = {
  readonly name: string
  readonly probe: Probe
  readonly content: Content
  readonly source: MediaSource
  /** How it came to be, in IPTC's words. */
  readonly label: string | null
}

/**
 * Puts a file into the storage, with previews small and medium beside the original. That happens before the row commits: a row without
 * a file would be worse than a file without a row, which is removed again when the call fails. A file on the disk may be gone from its
 * place afterwards.
 * @returns the row to insert
 */
export const putFile = async (
  { services, scope, person, now, undoOnFailure }: StoringCall,
  { name, probe, content, source, label }: Recognized,
): Promise<Insertable<Database['medias']> | Failure> => {
  // Side by side: one of them mostly waits for ffmpeg.
  const [previews, measured] = await Promise.all([
    renderPreviews('bytes' in content ? content.bytes : content.path, probe),
    measure(content),
  ])
  if (isFailure(previews)) return previews
  const key = randomBytes(16).toString('hex')
  undoOnFailure(() => Promise.all(sizes.map(size => services.storage.remove(sizeKey(key, size)))))
  const spare = 'bytes' in content ? content : { ...content, isSpare: true }
  await services.storage.put(sizeKey(key, 'original'), spare, probe.contentType)
  for (const { size, bytes } of previews)
    await services.storage.put(sizeKey(key, size), { bytes }, 'image/webp')
  return {
    project_id: scope.projectId,
    user_id: person.userId,
    source,
    storage_key: key,
    object_type: probe.objectType,
    content_type: probe.contentType,
    original_name: name.slice(0, 255) || 'file',
    ...measured,
    width: probe.width,
    height: probe.height,
    duration_seconds: probe.seconds,
    ...(probe.stream && { stream: JSON.stringify(probe.stream) }),
    frames: probe.frames ?? null,
    digital_source_type: label,
    has_previews: previews.length > 0,
    cleaning_version: CLEANING_VERSION,
    created_at: now,
  }
}

/** Stores an uploaded file; its type is recognized by its content. */
export const storeMedia = async (
  db: Reader,
  call: StoringCall,
  file: UploadedFile,
  kinds: 'images' | 'any',
  source: MediaSource,
): Promise<Row<'medias'> | Failure> => {
  const taken = kinds === 'any' ? await convertIfNeeded(file, call.person.userId) : file
  if (isFailure(taken)) return taken
  const probe = checkFile(taken, await probeFile(taken.path), kinds)
  if (isFailure(probe)) return probe
  const { content, label } = await contentToKeep(taken.path, probe, file.path)
  const row = await putFile(call, { name: taken.name, probe, content, source, label })
  if (isFailure(row)) return row
  return db.insertInto('medias').values(row).returningAll().executeTakeFirstOrThrow()
}
