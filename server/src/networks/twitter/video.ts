import { z } from 'zod'
import type { Delivery, DraftMedia, Preparation } from '#server/networks/network-adapter.ts'
import { isOk, type Reply, read } from '../http.ts'
import { processing, rejected } from '../outcomes.ts'
import { type TwitterApi, uploadRefused } from './api.ts'

/** Safe at X's edge; 5 MB have drawn a 413 (networks.md 6.5). */
const SEGMENT_BYTES = 1_048_576
/** X has been seen "99 % in progress" for ever. Videos of the longest it takes are done in a few minutes. */
const LONGEST_PROCESSING_MS = 20 * 60_000
const SHORTEST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000
const DEFAULT_WAIT_S = 5

const started = z.object({ data: z.object({ id: z.string().min(1), media_key: z.string().default('') }) })
const info = z.object({
  state: z.string().optional(),
  check_after_secs: z.number().optional(),
  error: z.object({}).loose().optional(),
})
const state = z.object({ data: z.object({ processing_info: info.optional() }) })

type Step = (api: TwitterApi, delivery: Delivery, video: DraftMedia, names: Names) => Promise<Preparation>
/** What is kept of one video on its way, by name. */
type Names = Record<'upload' | 'segments' | 'finalized' | 'restarts' | 'id' | 'key', string>

/**
 * A video in pieces (networks.md 6.5): its id and how many segments are there are kept as they come, so a retry goes on with the next
 * one; what is kept shows in `prepared` at once. The id becomes `media_id_…`, which is what is posted, only once X has finished processing.
 */
export const prepareVideo = async (
  api: TwitterApi,
  delivery: Delivery,
  video: DraftMedia,
  index: number,
): Promise<Preparation> => {
  const names: Names = {
    upload: `upload_id_${index}`,
    segments: `segments_${index}`,
    finalized: `finalized_${index}`,
    restarts: `restarts_${index}`,
    id: `media_id_${index}`,
    key: `media_key_${index}`,
  }
  for (const step of [initialize, append, finalize]) {
    const preparation = await step(api, delivery, video, names)
    if (preparation.kind !== 'ready') return preparation
  }
  return delivery.prepared[names.id] ? { kind: 'ready' } : askStatus(api, delivery, names)
}

const initialize: Step = async (api, { account, prepared, keep }, video, names) => {
  if (prepared[names.upload]) return { kind: 'ready' }
  const answer = await api.post(account, 'media/upload/initialize', {
    media_type: video.contentType,
    media_category: 'tweet_video',
    total_bytes: video.bytes,
  })
  const upload = isOk(answer) ? read(answer, started)?.data : undefined
  if (!upload) return uploadRefused(answer)
  await keep({ [names.upload]: upload.id, [names.key]: upload.media_key, [names.segments]: '0' })
  return { kind: 'ready' }
}

const append: Step = async (api, delivery, video, names) => {
  const { account, prepared, keep } = delivery
  const total = Math.ceil(video.bytes / SEGMENT_BYTES)
  for (let segment = Number(prepared[names.segments] || 0); segment < total; segment++) {
    const start = segment * SEGMENT_BYTES
    const bytes = await video.readRange(start, Math.min(start + SEGMENT_BYTES, video.bytes))
    const form = new FormData()
    form.set('segment_index', String(segment))
    form.set('media', new Blob([new Uint8Array(bytes)], { type: 'application/octet-stream' }), 'segment')
    const answer = await api.post(account, `media/upload/${prepared[names.upload]}/append`, form)
    if (!isOk(answer)) return isGone(answer) ? startAgain(delivery, names, answer) : uploadRefused(answer)
    await keep({ [names.segments]: String(segment + 1) })
  }
  return { kind: 'ready' }
}

const finalize: Step = async (api, delivery, _video, names) => {
  const { account, prepared, keep } = delivery
  if (prepared[names.finalized]) return { kind: 'ready' }
  const answer = await api.post(account, `media/upload/${prepared[names.upload]}/finalize`, {})
  // An earlier call whose answer was lost may have finished it: then its state can be asked for.
  const found = isGone(answer) ? await statusOf(api, delivery, names) : answer
  const data = isOk(found) ? read(found, state)?.data : undefined
  if (!data) return isGone(answer) ? startAgain(delivery, names, answer) : uploadRefused(answer)
  await keep({ [names.finalized]: new Date().toISOString() })
  return judgeProcessing(delivery, names, found)
}

const askStatus = async (api: TwitterApi, delivery: Delivery, names: Names): Promise<Preparation> => {
  const answer = await statusOf(api, delivery, names)
  if (isGone(answer)) return startAgain(delivery, names, answer)
  return isOk(answer) ? judgeProcessing(delivery, names, answer) : uploadRefused(answer)
}

const statusOf = (api: TwitterApi, { account, prepared }: Delivery, names: Names): Promise<Reply> =>
  api.get(account, 'media/upload', { command: 'STATUS', media_id: prepared[names.upload] ?? '' })

/** A present error is a failure whatever the state says; without any processing info there is nothing to wait for. */
const judgeProcessing = async (
  { prepared, keep }: Delivery,
  names: Names,
  answer: Reply,
): Promise<Preparation> => {
  const now = read(answer, state)?.data.processing_info
  if (now?.error || now?.state === 'failed') return rejected(answer.text, { reason: 'media_refused' })
  if (!now || now.state === 'succeeded') {
    await keep({ [names.id]: prepared[names.upload] ?? '' })
    return { kind: 'ready' }
  }
  const since = Date.parse(prepared[names.finalized] ?? '')
  if (Date.now() - since > LONGEST_PROCESSING_MS)
    return rejected(`X has not finished processing the video: ${answer.text}`, { reason: 'media_refused' })
  const waitMs = (now.check_after_secs ?? DEFAULT_WAIT_S) * 1000
  return processing(answer.text, Math.min(Math.max(waitMs, SHORTEST_WAIT_MS), LONGEST_WAIT_MS))
}

/** X knows nothing of the upload: it has expired, or its segments do not add up. */
const isGone = (answer: Reply): boolean =>
  answer.kind === 'answered' && (answer.status === 400 || answer.status === 404)

/** Once more from the first segment; a second time it is the file. */
const startAgain = async (
  { prepared, keep }: Delivery,
  names: Names,
  answer: Reply,
): Promise<Preparation> => {
  if (prepared[names.restarts]) return rejected(answer.text, { reason: 'media_refused' })
  await keep({ [names.upload]: '', [names.segments]: '', [names.finalized]: '', [names.restarts]: '1' })
  return processing(answer.text, SHORTEST_WAIT_MS)
}
