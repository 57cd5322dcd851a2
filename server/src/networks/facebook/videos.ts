import { z } from 'zod'
import type { Delivery, DraftMedia, Outcome, Preparation } from '#server/networks/network-adapter.ts'
import { StoredFileMissing } from '#server/platform/storage/storage.ts'
import { isOk, type Reply, read } from '../http.ts'
import { graphErrorOf, judgeGraph } from '../meta/errors.ts'
import type { Graph } from '../meta/graph.ts'
import { notSent, outcomeOf, processing, rejected, unknown } from '../outcomes.ts'
import { withMentions } from './mentions.ts'
import { safePicture } from './photos.ts'
import { brokenVideo, isBroken, notUploaded, readVideoState, stillProcessing } from './upload-state.ts'

const piece = z.object({ start_offset: z.coerce.number(), end_offset: z.coerce.number() })
const session = piece.extend({ upload_session_id: z.string().min(1), video_id: z.string().min(1) })

/** What is kept of an upload; `next` is the piece that Facebook waits for. */
const keys = { session: 'video_session', id: 'video_id', next: 'video_next', done: 'video_done' } as const

/**
 * Brings a video to Facebook unpublished and waits until it is processed; all of it repeatable, and the video's id known from the first
 * answer. What remains is one call that makes it public, which does nothing to a video that is public already. (networks.md 3.4)
 */
export const prepareVideo = async (api: Graph, delivery: Delivery): Promise<Preparation> => {
  const [media] = delivery.draft.media
  if (!media) return rejected('There is no video.', { reason: 'media_missing' })
  try {
    const steps = [startUpload, sendPieces, finishUpload, waitForProcessing]
    for (const step of steps) {
      const preparation = await step(api, delivery, media)
      if (preparation.kind !== 'ready') return preparation
    }
    return { kind: 'ready' }
  } catch (error) {
    if (error instanceof StoredFileMissing)
      return rejected('The video could not be read.', { reason: 'media_missing' })
    throw error
  }
}

type Step = (api: Graph, delivery: Delivery, media: DraftMedia) => Promise<Preparation>
const ready: Preparation = { kind: 'ready' }
const videosOf = ({ account }: Delivery) => `${account.externalId}/videos`

const startUpload: Step = async (api, delivery, media) => {
  if (delivery.prepared[keys.session]) return ready
  const form = { upload_phase: 'start', file_size: String(media.bytes) }
  const reply = await api.post(delivery.account, videosOf(delivery), form)
  const started = isOk(reply) ? read(reply, session) : null
  if (!started) return notUploaded(reply)
  await delivery.keep({
    [keys.session]: started.upload_session_id,
    [keys.id]: started.video_id,
    [keys.next]: `${started.start_offset}-${started.end_offset}`,
  })
  return ready
}

/** After this a turn of uploading ends and the next begins, so that one large video does not hold a worker. */
const TURN_MS = 20_000
/** Facebook says how much it waits for, and takes less. */
const LARGEST_PIECE_BYTES = 16 * 1024 * 1024

/** Piece by piece, as Facebook asks for them: the video is never held whole. */
const sendPieces: Step = async (api, delivery, media) => {
  const { prepared, account, keep } = delivery
  const since = performance.now()
  for (;;) {
    const [start = 0, end = 0] = (prepared[keys.next] ?? '').split('-').map(Number)
    if (prepared[keys.done] || start >= end) return ready
    if (performance.now() - since > TURN_MS) return processing(`${start} bytes are uploaded.`, 0)
    const form = new FormData()
    form.set('upload_phase', 'transfer')
    form.set('upload_session_id', prepared[keys.session] ?? '')
    form.set('start_offset', String(start))
    const bytes = await media.readRange(start, Math.min(end, start + LARGEST_PIECE_BYTES))
    form.set('video_file_chunk', new Blob([new Uint8Array(bytes)]), 'chunk')
    const reply = await api.post(account, videosOf(delivery), form)
    const next = isOk(reply) ? read(reply, piece) : null
    if (!next) return startOver(delivery, reply)
    // The same piece for ever: what came before it is lost.
    if (next.start_offset <= start) return forget(delivery, reply)
    await keep({ [keys.next]: `${next.start_offset}-${next.end_offset}` })
  }
}

/** The session is used up, gone, or expects another piece (networks.md 2.6 "Video upload codes"). */
const lostSession = [1363019, 1363021, 1363030, 1363033, 1363037, 1363041, 1363045]

/**
 * An answer that was lost leaves open how far the upload came, and a session may be gone: a fresh upload is the sure way, and a half one
 * that nobody finishes is never seen. Any other refusal is about the video, or a limit.
 */
const startOver = async (delivery: Delivery, reply: Reply): Promise<Preparation> => {
  const error = reply.kind === 'answered' ? graphErrorOf(reply) : null
  if (lostSession.includes(error?.error_subcode ?? 0)) return forget(delivery, reply)
  if (reply.kind === 'lost') await forget(delivery, reply)
  return notUploaded(reply)
}

const forget = async ({ keep }: Delivery, reply: Reply): Promise<Preparation> => {
  await keep({ [keys.session]: '', [keys.id]: '', [keys.next]: '', [keys.done]: '' })
  return notSent(reply.text)
}

const finishUpload: Step = async (api, delivery, media) => {
  if (delivery.prepared[keys.done]) return ready
  const { draft, prepared, account, keep } = delivery
  const form = new FormData()
  form.set('upload_phase', 'finish')
  form.set('upload_session_id', prepared[keys.session] ?? '')
  form.set('published', 'false')
  form.set('description', withMentions(draft.message, draft.mentions))
  if (media.title) form.set('title', media.title)
  const tags = media.contentTags.map(({ id }) => id)
  if (tags.length > 0) form.set('content_tags', JSON.stringify(tags))
  const thumb = media.thumbnail && (await safePicture(media.thumbnail))
  if (thumb) form.set('thumb', thumb, 'thumb')
  const reply = await api.post(account, videosOf(delivery), form)
  if (!isOk(reply)) return startOver(delivery, reply)
  await keep({ [keys.done]: 'yes' })
  return ready
}

const waitForProcessing: Step = async (api, { account, prepared }) => {
  const { state, reply } = await readVideoState(api, account, prepared[keys.id] ?? '')
  if (!state) return notUploaded(reply)
  if (isBroken(state)) return brokenVideo(state)
  return state.video_status === 'ready' ? ready : stillProcessing(reply)
}

/** A page's video post goes by both ids. */
export const videoPostId = ({ account, prepared }: Delivery): string =>
  `${account.externalId}_${prepared[keys.id]}`

/** Makes the video public. The answer says only that it worked; which post it is was known before. */
export const publishVideo = async (api: Graph, delivery: Delivery, timeoutMs: number): Promise<Outcome> => {
  const { account, draft, prepared } = delivery
  const description = withMentions(draft.message, draft.mentions)
  const form = { published: 'true', description }
  const reply = await api.post(account, prepared[keys.id] ?? '', form, timeoutMs)
  return outcomeOf(reply, answer => {
    if (!isOk(answer)) return judgeGraph(answer)
    return read(answer, success)
      ? { kind: 'published', externalId: videoPostId(delivery), permalink: null, response: answer.text }
      : unknown(answer.text)
  })
}

const success = z.object({ success: z.literal(true) })
