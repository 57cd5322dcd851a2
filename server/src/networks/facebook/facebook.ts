import { StoredFileMissing } from '#server/platform/storage/storage.ts'
import { isOk } from '../http.ts'
import { toJpeg } from '../jpeg.ts'
import { judgeGraph } from '../meta/errors.ts'
import { commentThrough, createdId, type Graph, graph, permalinkThrough, publishedBy } from '../meta/graph.ts'
import type { Delivery, DraftMedia, Network, Preparation } from '../network.ts'
import { notSent, outcomeOf, preparationOf, rejected } from '../outcomes.ts'
import type { NetworkSettings } from '../settings.ts'
import { lookUpPost } from './look-up.ts'

/** The documents allow 10 MB; clients in the field report refusals above 4 (networks.md part 8). */
const safePhoto = { maxWidth: 2048, maxBytes: 4_000_000 }

/**
 * Facebook pages. A photo is uploaded unpublished as preparation and attached to the one `/feed` call, although `/photos` could publish
 * in one go: its id is then known before the post exists, which is the strongest sign to find the post by.
 */
export const facebook = (settings: NetworkSettings): Network => {
  const api = graph(settings)
  return {
    prepare: delivery => preparePhoto(api, delivery),
    send: async delivery =>
      publishedBy(
        await api.post(
          delivery.account,
          `${delivery.account.externalId}/feed`,
          feedOf(delivery),
          settings.sendTimeoutMs,
        ),
      ),
    lookUp: (delivery, search) => lookUpPost(api, delivery, search),
    findPermalink: permalinkThrough(api, 'permalink_url'),
    addFirstComment: commentThrough(api),
  }
}

const feedOf = ({ draft, prepared }: Delivery): Record<string, string> => ({
  ...(draft.message ? { message: draft.message } : {}),
  ...(draft.link ? { link: draft.link.url } : {}),
  ...(prepared.photo_id ? { attached_media: JSON.stringify([{ media_fbid: prepared.photo_id }]) } : {}),
})

const preparePhoto = async (
  api: Graph,
  { account, draft, prepared, keep }: Delivery,
): Promise<Preparation> => {
  const [photo] = draft.media
  if (!photo || prepared.photo_id) return { kind: 'ready' }
  const file = await fileOf(photo)
  if (!file) return rejected('The photo could not be read.', { reason: 'media_missing' })
  const form = new FormData()
  form.set('published', 'false')
  if (photo.altText) form.set('alt_text_custom', photo.altText)
  form.set('source', file, 'photo')
  const reply = await api.post(account, `${account.externalId}/photos`, form)
  const id = createdId(reply)
  if (!id)
    return preparationOf(
      outcomeOf(reply, answer => (isOk(answer) ? notSent(answer.text) : judgeGraph(answer))),
    )
  await keep({ photo_id: id })
  return { kind: 'ready' }
}

const fileOf = async (photo: DraftMedia): Promise<Blob | null> => {
  try {
    const bytes = await photo.read()
    if (bytes.length <= safePhoto.maxBytes)
      return new Blob([new Uint8Array(bytes)], { type: photo.contentType })
    const jpeg = await toJpeg(bytes, safePhoto)
    return jpeg && new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' })
  } catch (error) {
    if (error instanceof StoredFileMissing) return null
    throw error
  }
}
