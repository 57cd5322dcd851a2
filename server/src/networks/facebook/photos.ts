import type { Picture, PostMedia, Preparation, PublishTask } from '#server/networks/network-adapter.ts'
import { StoredFileMissing } from '#server/platform/storage/storage.ts'
import { toJpeg } from '../jpeg.ts'
import { createdId, type Graph } from '../meta/graph.ts'
import { rejected } from '../outcomes.ts'
import { uploadFailure } from './upload-state.ts'

/** The documents allow 10 MB; clients in the field report refusals above 4 (networks.md part 8). */
const safePhoto = { maxWidth: 2048, maxBytes: 4_000_000 }

/** The names under which the ids of uploaded photos are kept, in order. */
export const photoKey = (index: number): string => `photo_${index}`

/**
 * Uploads every photo unpublished, though `/photos` could publish one in one go: its id is then known before the post exists, which is the
 * strongest sign to find the post by. Each id is kept as it comes.
 */
export const preparePhotos = async (api: Graph, task: PublishTask): Promise<Preparation> => {
  for (const [index, photo] of task.content.media.entries()) {
    if (task.prepared[photoKey(index)]) continue
    const preparation = await uploadPhoto(api, task, photo, photoKey(index))
    if (preparation.kind !== 'ready') return preparation
  }
  return { kind: 'ready' }
}

const uploadPhoto = async (
  api: Graph,
  { account, savePrepared }: PublishTask,
  photo: PostMedia,
  key: string,
): Promise<Preparation> => {
  const file = await safePicture(photo)
  if (!file) return rejected('The photo could not be read.', { reason: 'media_missing' })
  const form = new FormData()
  form.set('published', 'false')
  if (photo.altText) form.set('alt_text_custom', photo.altText)
  form.set('source', file, 'photo')
  const reply = await api.post(account, `${account.externalId}/photos`, form)
  const id = createdId(reply)
  if (!id) return uploadFailure(reply)
  await savePrepared({ [key]: id })
  return { kind: 'ready' }
}

/** The picture as it is, or as a JPEG that is small enough; null when there is none, or it cannot be read. */
export const safePicture = async ({ read, contentType }: Picture): Promise<Blob | null> => {
  try {
    const bytes = await read()
    if (bytes.length <= safePhoto.maxBytes) return new Blob([new Uint8Array(bytes)], { type: contentType })
    const jpeg = await toJpeg(bytes, safePhoto)
    return jpeg && new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' })
  } catch (error) {
    if (error instanceof StoredFileMissing) return null
    throw error
  }
}
