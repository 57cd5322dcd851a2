import { z } from 'zod'
import type { Outcome, PostMedia, Preparation, PublishTask } from '#server/networks/network-adapter.ts'
import { StoredFileMissing } from '#server/platform/storage/storage.ts'
import { isOk, parseBody, type Reply } from '../http.ts'
import { graphErrorOf, graphOutcome } from '../meta/errors.ts'
import type { Graph } from '../meta/graph.ts'
import { notSent, outcomeOf, processing, rejected, unknown } from '../outcomes.ts'
import { markMentions } from './mentions.ts'
import { safePicture } from './photos.ts'
import { brokenVideo, isBroken, readVideoState, stillProcessing, uploadFailure } from './upload-state.ts'

const piece = z.object({ start_offset: z.coerce.number(), end_offset: z.coerce.number() })
const session = piece.extend({ upload_session_id: z.string().min(1), video_id: z.string().min(1) })

/** What is kept of an upload; `next` is the piece that Facebook waits for. */
const keys = { session: 'video_session', id: 'video_id', next: 'video_next', done: 'video_done' } as const

/**
 * Brings a video to Facebook unpublished and waits until it is processed; all of it repeatable, and the video's id known from the first
 * answer. What remains is one call that makes it public, which does nothing to a video that is public already. (networks.md 3.4)
 */
export const prepareVideo = async (api: Graph, task: PublishTask): Promise<Preparation> => {
  const [media] = task.content.media
  if (!media) return rejected('There is no video.', { reason: 'media_missing' })
  try {
    const steps = [startUpload, uploadChunks, finishUpload, waitForProcessing]
    for (const step of steps) {
      const preparation = await step(api, task, media)
      if (preparation.kind !== 'ready') return preparation
    }
    return { kind: 'ready' }
  } catch (error) {
    if (error instanceof StoredFileMissing)
      return rejected('The video could not be read.', { reason: 'media_missing' })
    throw error
  }
}

type Step = (api: Graph, task: PublishTask, media: PostMedia) => Promise<Preparation>
const ready: Preparation = { kind: 'ready' }
const videosOf = ({ account }: PublishTask) => `${account.externalId}/videos`

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

/** After this a turn of uploading ends and the next begins, so that one large video does not hold a worker. */
const TURN_MS = 20_000
/** Facebook says how much it waits for, and takes less. */
const LARGEST_PIECE_BYTES = 16 * 1024 * 1024

/** Piece by piece, as Facebook asks for them: the video is never held whole. */
const uploadChunks: Step = async (api, task, media) => {
  const { prepared, account, savePrepared } = task
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
    const reply = await api.post(account, videosOf(task), form)
    const next = isOk(reply) ? parseBody(reply, piece) : null
    if (!next) return restartUpload(task, reply)
    // The same piece for ever: what came before it is lost.
    if (next.start_offset <= start) return resetUpload(task, reply)
    await savePrepared({ [keys.next]: `${next.start_offset}-${next.end_offset}` })
  }
}

/** The session is used up, gone, or expects another piece (networks.md 2.6 "Video upload codes"). */
const lostSession = [1363019, 1363021, 1363030, 1363033, 1363037, 1363041, 1363045]

/**
 * An answer that was lost leaves open how far the upload came, and a session may be gone: a fresh upload is the sure way, and a half one
 * that nobody finishes is never seen. Any other refusal is about the video, or a limit.
 */
const restartUpload = async (task: PublishTask, reply: Reply): Promise<Preparation> => {
  const error = reply.kind === 'answered' ? graphErrorOf(reply) : null
  if (lostSession.includes(error?.error_subcode ?? 0)) return resetUpload(task, reply)
  if (reply.kind === 'lost') await resetUpload(task, reply)
  return uploadFailure(reply)
}

const resetUpload = async ({ savePrepared }: PublishTask, reply: Reply): Promise<Preparation> => {
  await savePrepared({ [keys.session]: '', [keys.id]: '', [keys.next]: '', [keys.done]: '' })
  return notSent(reply.text)
}

const finishUpload: Step = async (api, task, media) => {
  if (task.prepared[keys.done]) return ready
  const { content, prepared, account, savePrepared } = task
  const form = new FormData()
  form.set('upload_phase', 'finish')
  form.set('upload_session_id', prepared[keys.session] ?? '')
  form.set('published', 'false')
  form.set('description', markMentions(content.message, content.mentions))
  if (media.title) form.set('title', media.title)
  const tags = media.contentTags.map(({ id }) => id)
  if (tags.length > 0) form.set('content_tags', JSON.stringify(tags))
  const thumb = media.thumbnail && (await safePicture(media.thumbnail))
  if (thumb) form.set('thumb', thumb, 'thumb')
  const reply = await api.post(account, videosOf(task), form)
  if (!isOk(reply)) return restartUpload(task, reply)
  await savePrepared({ [keys.done]: 'yes' })
  return ready
}

const waitForProcessing: Step = async (api, { account, prepared }) => {
  const { state, reply } = await readVideoState(api, account, prepared[keys.id] ?? '')
  if (!state) return uploadFailure(reply)
  if (isBroken(state)) return brokenVideo(state)
  return state.video_status === 'ready' ? ready : stillProcessing(reply)
}

/** A page's video post goes by both ids. */
export const videoPostId = ({ account, prepared }: PublishTask): string =>
  `${account.externalId}_${prepared[keys.id]}`

/** Makes the video public. The answer says only that it worked; which post it is was known before. */
export const publishVideo = async (api: Graph, task: PublishTask, timeoutMs: number): Promise<Outcome> => {
  const { account, content, prepared } = task
  const description = markMentions(content.message, content.mentions)
  const form = { published: 'true', description }
  const reply = await api.post(account, prepared[keys.id] ?? '', form, timeoutMs)
  return outcomeOf(reply, answer => {
    if (!isOk(answer)) return graphOutcome(answer)
    return parseBody(answer, success)
      ? { kind: 'published', externalId: videoPostId(task), permalink: null, response: answer.text }
      : unknown(answer.text)
  })
}

const success = z.object({ success: z.literal(true) })
