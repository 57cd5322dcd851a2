import { z } from 'zod'
import type { Outcome, PostMedia, Preparation, PublishTask } from '#server/networks/network-adapter.ts'
import { isOk, parseBody, type Reply } from '#server/platform/http/outgoing-requests/client.ts'
import { StoredFileMissing } from '#server/platform/storage/storage.ts'
import { graphErrorOf, graphOutcome } from '../meta/errors.ts'
import type { Graph } from '../meta/graph.ts'
import { notSent, outcomeOf, processing, rejected, unknown } from '../outcomes.ts'
import { markMentions } from './mentions.ts'
import { safePicture } from './photos.ts'
import { brokenVideo, isBroken, readVideoState, stillProcessing, uploadFailure } from './upload-state.ts'

const piece = z.object({ start_offset: z.coerce.number(), end_offset: z.coerce.number() })
const session = piece.extend({ upload_session_id: z.string().min(1), video_id: z.string().min(1) })

/** The names under which an upload's progress is saved; `next` is the chunk that Facebook expects. */
const keys = { session: 'video_session', id: 'video_id', next: 'video_next', done: 'video_done' } as const

/**
 * Uploads a video unpublished and waits until it is processed. All of this can be repeated, and the video's id is known from the first
 * answer. The last call makes it public and has no effect on a video that is already public (docs/product/facebook.md "Videos").
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

/** The post of a video is named by the page's and the video's id. */
export const videoPostId = ({ account, prepared }: PublishTask): string =>
  `${account.externalId}_${prepared[keys.id]}`

/** Makes the video public. The answer contains no id; it is known before. */
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
