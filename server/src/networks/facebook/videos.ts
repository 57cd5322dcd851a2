import { z } from 'zod'
import type {
  NotSent,
  Outcome,
  PostMedia,
  Preparation,
  PublishTask,
} from '#server/networks/network-adapter.ts'
import { isOk, parseBody, type Reply } from '#server/platform/http/outgoing-requests/client.ts'
import { StoredFileMissing } from '#server/platform/storage/storage.ts'
import { graphErrorOf, graphOutcome } from '../meta/errors.ts'
import type { Graph } from '../meta/graph.ts'
import { notSent, outcomeOf, processing, rejected, unknown } from '../outcomes.ts'
import { markMentions } from './mentions.ts'
import { safePicture } from './photos.ts'
import { brokenVideo, isBroken, readVideoState, uploadFailure } from './upload-state.ts'

const piece = z.object({ start_offset: z.coerce.number(), end_offset: z.coerce.number() })
const session = piece.extend({ upload_session_id: z.string().min(1), video_id: z.string().min(1) })

/** The names under which an upload's progress is saved; `next` is the chunk that Facebook expects. */
export const keys = {
  session: 'video_session',
  id: 'video_id',
  next: 'video_next',
  taken: 'video_taken',
} as const

/**
 * Uploads a video, which is invisible until the one call that publishes it (docs/product/facebook.md "Videos"). Its id is known from the
 * first answer.
 */
export const prepareVideo = async (api: Graph, task: PublishTask): Promise<Preparation> => {
  const [media] = task.content.media
  if (!media) return rejected('There is no video.', { reason: 'media_missing' })
  try {
    for (const step of [refuseBroken, startUpload, uploadChunks]) {
      const preparation = await step(api, task, media)
      if (preparation.kind !== 'ready') return preparation
    }
    return ready
  } catch (error) {
    if (error instanceof StoredFileMissing)
      return rejected('The video could not be read.', { reason: 'media_missing' })
    throw error
  }
}

type Step = (api: Graph, task: PublishTask, media: PostMedia) => Promise<Preparation>
const ready: Preparation = { kind: 'ready' }
const videosOf = ({ account }: PublishTask) => `${account.externalId}/videos`

/** What was published once and failed in processing is not published again. */
const refuseBroken: Step = async (api, task) => {
  const id = task.prepared[keys.id]
  if (!id || task.firstSentAt === null) return ready
  const { state } = await readVideoState(api, task.account, id)
  return state && isBroken(state) ? brokenVideo(state) : ready
}

const startUpload: Step = async (api, task, media) => {
  if (task.prepared[keys.session]) return ready
  const form = { upload_phase: 'start', file_size: String(media.bytes) }
  const reply = await api.post(task.account, videosOf(task), form)
  const started = isOk(reply) ? parseBody(reply, session) : null
  if (!started) return uploadFailure(reply)
  await task.savePrepared({
    [keys.session]: started.upload_session_id,
    [keys.id]: started.video_id,
    [keys.next]: `${started.start_offset}-${started.end_offset}`,
  })
  return ready
}

/** After this time uploading pauses and resumes in the next turn, so that a large video does not occupy a worker. */
const TURN_MS = 20_000
/** Facebook asks for a chunk and also accepts a smaller one. */
const LARGEST_PIECE_BYTES = 16 * 1024 * 1024

/** Uploads the chunks that Facebook asks for, so that the whole video is never in memory. */
const uploadChunks: Step = async (api, task, media) => {
  const { prepared, account, savePrepared } = task
  const since = performance.now()
  for (;;) {
    const [start = 0, end = 0] = (prepared[keys.next] ?? '').split('-').map(Number)
    if (start >= end) return ready
    if (performance.now() - since > TURN_MS) return processing(`${start} bytes are uploaded.`, 0)
    const form = new FormData()
    form.set('upload_phase', 'transfer')
    form.set('upload_session_id', prepared[keys.session] ?? '')
    form.set('start_offset', String(start))
    const bytes = await media.readRange(start, Math.min(end, start + LARGEST_PIECE_BYTES))
    form.set('video_file_chunk', new Blob([new Uint8Array(bytes)]), 'chunk')
    const reply = await api.post(account, videosOf(task), form)
    const next = isOk(reply) ? parseBody(reply, piece) : null
    if (!next) return restartUpload(task, reply)
    // Facebook asks for the same chunk again: earlier ones are lost.
    if (next.start_offset <= start) return resetUpload(task, reply)
    await savePrepared({ [keys.next]: `${next.start_offset}-${next.end_offset}` })
  }
}

/** The session is finished, gone, or expects another offset (docs/product/facebook.md "Video upload errors"). */
const lostSession = [1363019, 1363021, 1363030, 1363033, 1363037, 1363041, 1363045]

/**
 * After a lost answer the state of the upload is unclear, and a session may be gone; then a fresh upload is safest, and an unfinished
 * one is never visible. Any other refusal is about the video or a limit.
 */
const restartUpload = async (task: PublishTask, reply: Reply): Promise<Preparation> => {
  const error = reply.kind === 'answered' ? graphErrorOf(reply) : null
  if (lostSession.includes(error?.error_subcode ?? 0)) return resetUpload(task, reply)
  if (reply.kind === 'lost') await resetUpload(task, reply)
  return uploadFailure(reply)
}

const resetUpload = async ({ savePrepared }: PublishTask, reply: Reply): Promise<NotSent> => {
  await savePrepared({ [keys.session]: '', [keys.id]: '', [keys.next]: '' })
  return notSent(reply.text)
}

/**
 * Finishes the upload, which publishes the video, once: the session belongs to one video. Facebook processes it afterwards, so whether it is
 * live is looked up by its id.
 */
export const publishVideo = async (api: Graph, task: PublishTask, timeoutMs: number): Promise<Outcome> => {
  const form = await lastForm(task)
  if (!form) return rejected('The thumbnail could not be read.', { reason: 'media_missing' })
  const reply = await api.post(task.account, videosOf(task), form, timeoutMs)
  const isLost = reply.kind === 'answered' && lostSession.includes(graphErrorOf(reply)?.error_subcode ?? 0)
  // Before the first call nothing can be public, so the video is uploaded anew. Afterwards only a look-up tells.
  return isLost && task.firstSentAt === null ? resetUpload(task, reply) : afterPublishing(task, reply)
}

/** Null if the chosen thumbnail is gone. */
const lastForm = async ({ content, prepared }: PublishTask): Promise<FormData | null> => {
  const [media] = content.media
  const form = new FormData()
  form.set('upload_phase', 'finish')
  form.set('upload_session_id', prepared[keys.session] ?? '')
  form.set('description', markMentions(content.message, content.mentions))
  if (media?.title) form.set('title', media.title)
  const tags = media?.contentTags.map(({ id }) => id) ?? []
  if (tags.length > 0) form.set('content_tags', JSON.stringify(tags))
  if (!media?.thumbnail) return form
  try {
    const thumb = await safePicture(media.thumbnail)
    if (thumb) form.set('thumb', thumb, 'thumb')
    return form
  } catch (error) {
    if (error instanceof StoredFileMissing) return null
    throw error
  }
}

const success = z.object({ success: z.literal(true) })
const LOOK_SOON_MS = 2_000

/** What publishing a video or reel was answered. That it was taken is remembered: from then on "not there" means "not there yet". */
export const afterPublishing = async (task: PublishTask, reply: Reply): Promise<Outcome> => {
  const outcome = outcomeOf(reply, answer => {
    if (!isOk(answer)) return graphOutcome(answer)
    return parseBody(answer, success) ? processing(answer.text, LOOK_SOON_MS) : unknown(answer.text)
  })
  if (outcome.kind === 'processing') await task.savePrepared({ [keys.taken]: 'yes' })
  return outcome
}

/** The post of a video is named by the page's and the video's id, unless Facebook names another. */
export const videoPostId = ({ account, prepared }: PublishTask): string =>
  `${account.externalId}_${prepared[keys.id]}`
