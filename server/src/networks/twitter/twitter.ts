import { z } from 'zod'
import { StoredFileMissing } from '#server/platform/storage/storage.ts'
import { isOk, type Reply, read } from '../http.ts'
import type {
  Account,
  Delivery,
  DraftMedia,
  FirstComment,
  Network,
  Outcome,
  Preparation,
  Prepared,
} from '../network.ts'
import { notSent, outcomeOf, preparationOf, rejected, unknown } from '../outcomes.ts'
import type { NetworkSettings } from '../settings.ts'
import { judgeTwitter, type TwitterApi, twitterApi } from './api.ts'
import { lookUpTweet } from './look-up.ts'
import { tweetText } from './text.ts'

const created = z.object({ data: z.object({ id: z.string().min(1) }) })
const uploaded = z.object({ id: z.string().min(1), media_key: z.string().default('') })

/** X, which the product calls Twitter (networks.md part 6). */
export const twitter = (settings: NetworkSettings): Network => {
  const api = twitterApi(settings)
  const addressOf = ({ details }: Account, id: string) =>
    `${settings.xWebUrl}/${details.screen_name ?? 'i'}/status/${id}`
  return {
    prepare: delivery => prepareMedia(api, delivery),
    send: delivery => createTweet(api, delivery, settings.sendTimeoutMs, addressOf),
    lookUp: (delivery, search) => lookUpTweet(api, delivery, search, id => addressOf(delivery.account, id)),
    findPermalink: async (account, id) => addressOf(account, id),
    addFirstComment: (account, id, text) => reply(api, account, id, text),
  }
}

const createTweet = async (
  api: TwitterApi,
  delivery: Delivery,
  timeoutMs: number,
  addressOf: (account: Account, id: string) => string,
): Promise<Outcome> => {
  const { account, draft, prepared } = delivery
  const ids = mediaIdsOf(prepared)
  const media = ids.length > 0 ? { media: { media_ids: ids } } : {}
  const text = tweetText(draft)
  const answer = await api.post(account, 'tweets', { ...(text ? { text } : {}), ...media }, timeoutMs)
  return outcomeOf(answer, answered => {
    if (!isOk(answered)) return judgeTwitter(answered)
    const id = read(answered, created)?.data.id
    return id
      ? { kind: 'published', externalId: id, permalink: addressOf(account, id), response: answered.text }
      : unknown(answered.text)
  })
}

/** The photos, up to four, one after the other: each id is kept as it comes, so a retry goes on where it stopped. */
const prepareMedia = async (api: TwitterApi, delivery: Delivery): Promise<Preparation> => {
  const { draft, keep } = delivery
  let { prepared } = delivery
  for (const [index, photo] of draft.media.entries()) {
    if (prepared[`media_id_${index}`]) continue
    const media = await uploadPhoto(api, delivery.account, photo)
    if ('kind' in media) return media
    const kept = { [`media_id_${index}`]: media.id, [`media_key_${index}`]: media.media_key }
    await keep(kept)
    prepared = { ...prepared, ...kept }
  }
  return { kind: 'ready' }
}

/** One photo in one call (networks.md 6.5, 5), then its alt text. */
const uploadPhoto = async (
  api: TwitterApi,
  account: Account,
  photo: DraftMedia,
): Promise<z.output<typeof uploaded> | Preparation> => {
  const bytes = await photo.read().catch((error: unknown) => {
    if (error instanceof StoredFileMissing) return null
    throw error
  })
  if (!bytes) return rejected('The photo could not be read.', { reason: 'media_missing' })
  const form = new FormData()
  form.set('media_category', 'tweet_image')
  form.set('media', new Blob([new Uint8Array(bytes)], { type: photo.contentType }), 'photo')
  const answer = await api.post(account, 'media/upload', form)
  const media = isOk(answer) ? mediaOf(answer) : null
  if (!media) return refusal(answer)
  if (photo.altText) {
    const body = { id: media.id, metadata: { alt_text: { text: photo.altText } } }
    const described = await api.post(account, 'media/metadata', body)
    if (!isOk(described)) return refusal(described)
  }
  return media
}

/** The ids of the uploaded photos, in their order. */
const mediaIdsOf = (prepared: Prepared): string[] =>
  Object.keys(prepared)
    .filter(name => name.startsWith('media_id_'))
    .sort()
    .flatMap(name => prepared[name] ?? [])

/** One recording has no `data` around it. */
const mediaOf = (answer: Reply) => read(answer, z.object({ data: uploaded }))?.data ?? read(answer, uploaded)

const refusal = (answer: Reply): Preparation =>
  preparationOf(
    outcomeOf(answer, answered => (isOk(answered) ? notSent(answered.text) : judgeTwitter(answered))),
  )

const reply = async (api: TwitterApi, account: Account, id: string, text: string): Promise<FirstComment> => {
  const answer = await api.post(account, 'tweets', { text, reply: { in_reply_to_tweet_id: id } })
  const comment = isOk(answer) ? read(answer, created)?.data.id : undefined
  return comment ? { kind: 'added', externalId: comment } : { kind: 'not_added', response: answer.text }
}
