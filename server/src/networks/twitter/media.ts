import { z } from 'zod'
import type {
  ConnectedAccount,
  PostMedia,
  Preparation,
  PublishTask,
} from '#server/networks/network-adapter.ts'
import { isOk, parseBody, type Reply } from '#server/platform/http/outgoing-requests/client.ts'
import { StoredFileMissing } from '#server/platform/storage/storage.ts'
import { fitPicture } from '../fit-picture.ts'
import { rejected } from '../outcomes.ts'
import { type TwitterApi, uploadFailure } from './api.ts'
import { prepareVideo } from './video.ts'

const uploaded = z.object({ id: z.string().min(1), media_key: z.string().default('') })

const limits = { formats: ['jpeg', 'png', 'webp'], maxBytes: 5_000_000, maxSide: 8192 }

/** Uploads up to four photos or one video in order. Each id is saved at once, so that a retry continues where it stopped. */
export const prepareMedia = async (api: TwitterApi, task: PublishTask): Promise<Preparation> => {
  for (const [index, media] of task.content.media.entries()) {
    if (task.prepared[`media_id_${index}`]) continue
    const step = media.kind === 'video' ? prepareVideo : preparePhoto
    const preparation = await orMediaMissing(() => step(api, task, media, index))
    if (preparation.kind !== 'ready') return preparation
  }
  return { kind: 'ready' }
}

const orMediaMissing = async (prepare: () => Promise<Preparation>): Promise<Preparation> => {
  try {
    return await prepare()
  } catch (error) {
    if (!(error instanceof StoredFileMissing)) throw error
    return rejected('The file could not be read.', { reason: 'media_missing' })
  }
}

/** Uploads a photo in one call, then sets its alt text (docs/product/twitter.md "Media upload"). */
const preparePhoto = async (
  api: TwitterApi,
  { account, savePrepared }: PublishTask,
  photo: PostMedia,
  index: number,
): Promise<Preparation> => {
  const original = await photo.read()
  const { bytes, contentType } = (await fitPicture(original, limits)) ?? {
    bytes: original,
    contentType: photo.contentType,
  }
  const form = new FormData()
  form.set('media_category', 'tweet_image')
  form.set('media', new Blob([new Uint8Array(bytes)], { type: contentType }), 'photo')
  const answer = await api.post(account, 'media/upload', form)
  const media = isOk(answer) ? mediaOf(answer) : null
  if (!media) return uploadFailure(answer)
  const described = photo.altText ? await setAltText(api, account, media.id, photo.altText) : null
  if (described && !isOk(described)) return uploadFailure(described)
  await savePrepared({ [`media_id_${index}`]: media.id, [`media_key_${index}`]: media.media_key })
  return { kind: 'ready' }
}

/** X accepts alt texts for photos and GIFs, not for videos. */
const setAltText = (api: TwitterApi, account: ConnectedAccount, id: string, text: string): Promise<Reply> =>
  api.post(account, 'media/metadata', { id, metadata: { alt_text: { text } } })

/** One recorded answer has no `data` wrapper. */
const mediaOf = (answer: Reply) =>
  parseBody(answer, z.object({ data: uploaded }))?.data ?? parseBody(answer, uploaded)
