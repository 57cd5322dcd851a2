import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { isFailure } from '#domain/kernel/failure.ts'
import { MAX_IMAGE_BYTES } from '#domain/media/conversion.ts'
import type { MediaKind } from '#domain/networks/model.ts'
import { storeMedia } from '#server/features/media/store-media.ts'
import { publicFetchOf } from '#server/features/posts/link-previews.ts'
import type { ScopedContext } from '#server/platform/http/route.ts'
import { countAsUploaded } from '#server/platform/http/uploads.ts'

/** A picture that is stored in the project now. */
export type Picture = { readonly id: number; readonly kind: MediaKind }

/** Storage services often name no type. The content is checked anyway. */
const pictures = {
  types: [
    ...['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/heic', 'image/avif'],
    ...['application/octet-stream', 'binary/octet-stream'],
  ],
  maxBytes: MAX_IMAGE_BYTES,
}

/** The same whatever keeps a site from answering: the words must not tell which machines of a private network exist (decision 50). */
const unread = (address: string) =>
  `The picture ${address.slice(0, 120)} could not be fetched. Check the address, and that it is public, a picture and under 10 MB.`

/** Fetches pictures like linked pages and stores them like uploads, all or none. What a crash leaves is cleaned like unused uploads. */
export const fetchPictures = async (
  call: ScopedContext,
  addresses: readonly string[],
): Promise<{ readonly pictures: Picture[] } | { readonly problem: string }> => {
  const stored: Picture[] = []
  for (const address of addresses) {
    const picture = await fetchPicture(call, address)
    if ('problem' in picture) return picture
    stored.push(picture)
  }
  return { pictures: stored }
}

const fetchPicture = async (
  call: ScopedContext,
  address: string,
): Promise<Picture | { readonly problem: string }> => {
  const { services, person } = call
  const fetched = await publicFetchOf(services.config)(address, pictures, `import ${person.userId}`)
  if (fetched.kind === 'refused') return { problem: unread(address) }
  const full = await countAsUploaded(call, fetched.bytes.length)
  if (full) return { problem: full.message }
  // No call ends here that would remove what a full disk has cut off.
  const leftovers: (() => Promise<unknown>)[] = []
  const storing = {
    ...call,
    undoOnFailure: (task: () => Promise<unknown>) => void leftovers.push(task),
  }
  const folder = await mkdtemp(path.join(os.tmpdir(), 'galley-import-'))
  try {
    const file = path.join(folder, 'picture')
    await writeFile(file, fetched.bytes)
    const name = path.basename(new URL(address).pathname) || 'picture'
    const upload = { field: 'media', name, path: file, bytes: fetched.bytes.length }
    const media = await storeMedia(services.db, storing, upload, 'any', 'uploaded')
    return isFailure(media) ? { problem: media.message } : { id: media.id, kind: media.object_type }
  } catch (error) {
    for (const remove of leftovers) await remove()
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
