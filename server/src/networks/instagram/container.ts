import sharp from 'sharp'
import { z } from 'zod'
import { networks } from '#domain/networks/network.ts'
import { StoredFileMissing } from '#server/platform/storage/storage.ts'
import { isOk, type Reply, read } from '../http.ts'
import { toJpeg } from '../jpeg.ts'
import { graphErrorOf, judgeGraph } from '../meta/errors.ts'
import { createdId, type Graph } from '../meta/graph.ts'
import type { Delivery, DraftMedia, Preparation } from '../network.ts'
import { notSent, outcomeOf, preparationOf, processing, rejected } from '../outcomes.ts'

/** JPEG only, to 8 MB (networks.md part 8), and no wider than the product's own bound. */
const limits = { maxWidth: networks.instagram.image.scaledDownTo?.width ?? 1080, maxBytes: 8_000_000 }
/** 4:5 to 1.91:1. Sizes are whole pixels, so 4:5 of an odd width is never exact. */
const shapes = { least: 0.8 - 0.005, most: 1.91 + 0.005 }
const POLL_MS = 1_000
/** "The media could not be fetched": a passing fault, and nothing is published (networks.md 4.3). */
const NOT_FETCHED = 9004

const status = z.object({ status_code: z.string(), status: z.string().default('') })

/** Makes the container from the photo's public address, then waits for it. A container that expired is made anew. */
export const prepareContainer = async (api: Graph, delivery: Delivery): Promise<Preparation> => {
  const { account, prepared } = delivery
  if (!prepared.container_id) return createContainer(api, delivery)
  const reply = await api.get(account, prepared.container_id, { fields: 'status_code,status' })
  const container = isOk(reply) ? read(reply, status) : null
  if (!container) return preparationOf(outcomeOf(reply, answer => judgeGraph(answer)))
  // PUBLISHED: an earlier call went through after all. Publishing it again is refused, and looking then finds it.
  if (['FINISHED', 'PUBLISHED'].includes(container.status_code)) return { kind: 'ready' }
  if (container.status_code === 'IN_PROGRESS') return processing(reply.text, POLL_MS)
  if (container.status_code !== 'EXPIRED') return rejected(container.status || reply.text)
  await delivery.keep({ container_id: '' })
  return notSent(reply.text)
}

const createContainer = async (
  api: Graph,
  { account, draft, prepared, keep }: Delivery,
): Promise<Preparation> => {
  const [photo] = draft.media
  if (!photo) return rejected('The post has no photo.', { reason: 'not_supported' })
  const url = prepared.image_url || (await addressOf(photo))
  if (typeof url !== 'string') return url
  if (!prepared.image_url) await keep({ image_url: url })
  const reply = await api.post(account, `${account.externalId}/media`, {
    image_url: url,
    ...(draft.message ? { caption: draft.message } : {}),
    ...(photo.altText ? { alt_text: photo.altText } : {}),
  })
  const id = createdId(reply)
  if (!id) return refusal(reply)
  await keep({ container_id: id })
  return processing(reply.text, POLL_MS)
}

const refusal = (reply: Reply): Preparation =>
  preparationOf(
    outcomeOf(reply, answer =>
      isOk(answer) || graphErrorOf(answer)?.code === NOT_FETCHED ? notSent(answer.text) : judgeGraph(answer),
    ),
  )

/** Where Instagram may fetch the photo: as it is when that is what Instagram takes, else as a JPEG made of it. */
const addressOf = async (photo: DraftMedia): Promise<string | Preparation> => {
  try {
    const bytes = await photo.read()
    const original = await sharp(bytes).metadata()
    const { width, height } = original.autoOrient
    if (width / height < shapes.least || width / height > shapes.most)
      return rejected('Instagram takes photos between 4:5 and 1.91:1.')
    const isTaken =
      original.format === 'jpeg' &&
      original.space === 'srgb' &&
      (original.orientation ?? 1) === 1 &&
      width <= limits.maxWidth &&
      bytes.length <= limits.maxBytes
    if (isTaken) return photo.url
    const jpeg = await toJpeg(bytes, limits)
    return jpeg ? await photo.host(jpeg) : unreadable
  } catch (error) {
    if (error instanceof StoredFileMissing || /unsupported image format/.test(String(error)))
      return unreadable
    throw error
  }
}

const unreadable = rejected('The photo could not be read.', { reason: 'media_missing' })
