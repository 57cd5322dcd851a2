import type { Picture, PostMedia, Preparation, PublishTask } from '#server/networks/network-adapter.ts'
import { StoredFileMissing } from '#server/platform/storage/storage.ts'
import { fitPicture } from '../fit-picture.ts'
import { createdId, type Graph } from '../meta/graph.ts'
import { rejected } from '../outcomes.ts'
import { uploadFailure } from './upload-state.ts'

/** The product allows 10 MB, but clients report refusals above 4 MB (docs/product/facebook.md "What the product allows"). */
const safePhoto = { formats: ['jpeg', 'png', 'gif'], encodedWidth: 2048, maxBytes: 4_000_000 }

/** The name under which a photo's id is saved. */
export const photoKey = (index: number): string => `photo_${index}`

/**
 * Uploads every photo unpublished, although `/photos` could publish a single one directly: its id is then known before the post exists,
 * which is the safest way to find the post. Each id is saved at once.
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

/** The picture as Facebook takes it; null if the file is missing or unreadable. */
export const safePicture = async ({ read }: Picture): Promise<Blob | null> => {
  try {
    const fitting = await fitPicture(await read(), safePhoto)
    return fitting && new Blob([new Uint8Array(fitting.bytes)], { type: fitting.contentType })
  } catch (error) {
    if (error instanceof StoredFileMissing) return null
    throw error
  }
}
