import { z } from 'zod'
import type { PostMedia, Preparation, PublishTask } from '#server/networks/network-adapter.ts'
import { sharedClock } from '#server/platform/clock.ts'
import { isOk, parseBody, type Reply } from '#server/platform/http/outgoing-requests/client.ts'
import { processing, rejected } from '../outcomes.ts'
import { type TwitterApi, uploadFailure } from './api.ts'

/** Small enough for X's edge, where 5 MB have drawn a 413 (docs/product/twitter.md "Media upload"). */
const SEGMENT_BYTES = 1_048_576
/** X has been seen staying at 99 % forever. Even the longest videos are processed in a few minutes. */
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

type Step = (api: TwitterApi, task: PublishTask, video: PostMedia, names: Names) => Promise<Preparation>
/** The names under which the progress of one video is saved. */
type Names = Record<'upload' | 'segments' | 'finalized' | 'restarts' | 'id' | 'key', string>

/**
 * Uploads a video in segments (docs/product/twitter.md "Media upload"). Its id and the number of uploaded segments are saved at once, so
 * that a retry continues with the next segment. The id becomes `media_id_…`, which is posted, only when X has finished processing.
 */
export const prepareVideo = async (
  api: TwitterApi,
  task: PublishTask,
  video: PostMedia,
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
    const preparation = await step(api, task, video, names)
    if (preparation.kind !== 'ready') return preparation
  }
  return task.prepared[names.id] ? { kind: 'ready' } : askStatus(api, task, names)
}

const initialize: Step = async (api, { account, prepared, savePrepared }, video, names) => {
  if (prepared[names.upload]) return { kind: 'ready' }
  const answer = await api.post(account, 'media/upload/initialize', {
    media_type: video.contentType,
    media_category: 'tweet_video',
    total_bytes: video.bytes,
  })
  const upload = isOk(answer) ? parseBody(answer, started)?.data : undefined
  if (!upload) return uploadFailure(answer)
  await savePrepared({ [names.upload]: upload.id, [names.key]: upload.media_key, [names.segments]: '0' })
  return { kind: 'ready' }
}

const append: Step = async (api, task, video, names) => {
  const { account, prepared, savePrepared } = task
  const total = Math.ceil(video.bytes / SEGMENT_BYTES)
  for (let segment = Number(prepared[names.segments] || 0); segment < total; segment++) {
    const start = segment * SEGMENT_BYTES
    const bytes = await video.readRange(start, Math.min(start + SEGMENT_BYTES, video.bytes))
    const form = new FormData()
    form.set('segment_index', String(segment))
    form.set('media', new Blob([new Uint8Array(bytes)], { type: 'application/octet-stream' }), 'segment')
    const answer = await api.post(account, `media/upload/${prepared[names.upload]}/append`, form)
    if (!isOk(answer)) return isGone(answer) ? restartUpload(task, names, answer) : uploadFailure(answer)
    await savePrepared({ [names.segments]: String(segment + 1) })
  }
  return { kind: 'ready' }
}

const finalize: Step = async (api, task, _video, names) => {
  const { account, prepared, savePrepared } = task
  if (prepared[names.finalized]) return { kind: 'ready' }
  const answer = await api.post(account, `media/upload/${prepared[names.upload]}/finalize`, {})
  // An earlier call whose answer was lost may have finalized the upload; then its status can be read.
  const found = isGone(answer) ? await statusOf(api, task, names) : answer
  const data = isOk(found) ? parseBody(found, state)?.data : undefined
  if (!data) return isGone(answer) ? restartUpload(task, names, answer) : uploadFailure(answer)
  await savePrepared({ [names.finalized]: sharedClock.now().toISOString() })
  return checkProcessing(task, names, found)
}

const askStatus = async (api: TwitterApi, task: PublishTask, names: Names): Promise<Preparation> => {
  const answer = await statusOf(api, task, names)
  if (isGone(answer)) return restartUpload(task, names, answer)
  return isOk(answer) ? checkProcessing(task, names, answer) : uploadFailure(answer)
}

const statusOf = (api: TwitterApi, { account, prepared }: PublishTask, names: Names): Promise<Reply> =>
  api.get(account, 'media/upload', { command: 'STATUS', media_id: prepared[names.upload] ?? '' })

/** An error means failure whatever the state says. Without processing info there is nothing to wait for. */
const checkProcessing = async (
  { prepared, savePrepared }: PublishTask,
  names: Names,
  answer: Reply,
): Promise<Preparation> => {
  const now = parseBody(answer, state)?.data.processing_info
  if (now?.error || now?.state === 'failed') return rejected(answer.text, { reason: 'media_refused' })
  if (!now || now.state === 'succeeded') {
    await savePrepared({ [names.id]: prepared[names.upload] ?? '' })
    return { kind: 'ready' }
  }
  const since = Date.parse(prepared[names.finalized] ?? '')
  if (sharedClock.now().getTime() - since > LONGEST_PROCESSING_MS)
    return rejected(`X has not finished processing the video: ${answer.text}`, { reason: 'media_refused' })
  const waitMs = (now.check_after_secs ?? DEFAULT_WAIT_S) * 1000
  return processing(answer.text, Math.min(Math.max(waitMs, SHORTEST_WAIT_MS), LONGEST_WAIT_MS))
}

/** X does not know the upload: it has expired, or its segments do not add up. */
const isGone = (answer: Reply): boolean =>
  answer.kind === 'answered' && (answer.status === 400 || answer.status === 404)

/** Restarts the upload once; if that fails too, the file is the cause. */
const restartUpload = async (
  { prepared, savePrepared }: PublishTask,
  names: Names,
  answer: Reply,
): Promise<Preparation> => {
  if (prepared[names.restarts]) return rejected(answer.text, { reason: 'media_refused' })
  await savePrepared({
    [names.upload]: '',
    [names.segments]: '',
    [names.finalized]: '',
    [names.restarts]: '1',
  })
  return processing(answer.text, SHORTEST_WAIT_MS)
}
