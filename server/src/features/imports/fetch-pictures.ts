import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { isFailure } from '#domain/kernel/failure.ts'
import { IMAGE_BYTES_MAX } from '#domain/media/conversion.ts'
import type { MediaKind } from '#domain/networks/model.ts'
import { linkProblem } from '#domain/posts/attachments.ts'
import { storeMedia } from '#server/features/media/store-media.ts'
import { publicFetchOf } from '#server/features/posts/link-previews/link-previews.ts'
import { UPLOAD_FOLDER } from '#server/platform/http/multipart.ts'
import type { ScopedContext } from '#server/platform/http/route.ts'
import { countAsUploaded, returnUploaded } from '#server/platform/http/uploads.ts'
import type { PicturesZip } from './pictures-zip.ts'

/** A picture that is stored in the project now. */
export type Picture = { readonly id: number; readonly kind: MediaKind }

/** Storage services often name no type. The content is checked anyway. */
const pictures = {
  types: [
    ...['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/heic', 'image/avif'],
    ...['application/octet-stream', 'binary/octet-stream'],
  ],
  maxBytes: IMAGE_BYTES_MAX,
}

/** The same whatever keeps a site from answering: the words must not tell which machines of a private network exist (decision 50). */
const unread = (address: string) =>
  `The picture ${address.slice(0, 120)} could not be fetched. Check the address, and that it is public, a picture and under 10 MB.`

/** Opens the zip file of the import, once; null if it has none, or the storage no longer has it. */
export type OpenZip = () => Promise<PicturesZip | null>

export type Problem = { readonly problem: string }

/**
 * Takes pictures from the zip file, or fetches them like linked pages, and stores them like uploads, all or none. What a crash leaves is
 * cleaned like unused uploads.
 */
export const fetchPictures = async (
  call: ScopedContext,
  names: readonly string[],
  openZip: OpenZip,
): Promise<{ readonly pictures: Picture[] } | Problem> => {
  const stored: Picture[] = []
  for (const name of names) {
    const picture = await storePicture(call, name, openZip)
    if ('problem' in picture) return picture
    stored.push(picture)
  }
  return { pictures: stored }
}

const storePicture = async (
  call: ScopedContext,
  name: string,
  openZip: OpenZip,
): Promise<Picture | Problem> =>
  storeFile(call, fileNameOf(name), file =>
    linkProblem(name) ? unpack(name, openZip, file) : fetchTo(call, name, file),
  )

/** Stores what `fill` writes to the path that it is given, unless it answers what is wrong, in words. */
export const storeFile = async (
  call: ScopedContext,
  name: string,
  fill: (file: string) => Promise<string | null>,
): Promise<Picture | Problem> => {
  // No call ends here that would remove what a full disk has cut off.
  const leftovers: (() => Promise<unknown>)[] = []
  const undo = async () => {
    for (const task of leftovers) await task()
  }
  const storing = {
    ...call,
    undoOnFailure: (task: () => Promise<unknown>) => void leftovers.push(task),
  }
  const folder = await mkdtemp(path.join(os.tmpdir(), `${UPLOAD_FOLDER}import-`))
  try {
    const file = path.join(folder, 'picture')
    const problem = await fill(file)
    if (problem) return { problem }
    const { size: bytes } = await stat(file)
    const full = await countAsUploaded(call, bytes)
    if (full) return { problem: full.message }
    // What was not stored takes no room: four attempts would use up the day.
    leftovers.push(() => returnUploaded(call, bytes))
    const upload = { field: 'media', name, path: file, bytes }
    const media = await storeMedia(call.services.db, storing, upload, 'any', 'uploaded')
    if (!isFailure(media)) return { id: media.id, kind: media.object_type }
    await undo()
    return { problem: media.message }
  } catch (error) {
    await undo()
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const fileNameOf = (name: string): string =>
  path.posix.basename(linkProblem(name) ? name : new URL(name).pathname) || 'picture'

/** @returns what is wrong, in words */
const fetchTo = async (
  { services, person }: ScopedContext,
  address: string,
  file: string,
): Promise<string | null> => {
  const fetched = await publicFetchOf(services.config)(address, pictures, `import ${person.userId}`)
  if (fetched.kind === 'refused') return unread(address)
  await writeFile(file, fetched.bytes)
  return null
}

/** @returns what is wrong, in words */
export const unpack = async (name: string, openZip: OpenZip, file: string): Promise<string | null> => {
  const zip = await openZip()
  if (!zip) return 'The zip file of this import is gone. Import this row again with it.'
  const shown = name.slice(0, 120).toWellFormed()
  return (await zip.extract(name, file)) ? null : `The file ${shown} in the zip file is damaged.`
}
