import { z } from 'zod'
import type { Outcome, Preparation, PublishTask } from '#server/networks/network-adapter.ts'
import { isOk, parseBody } from '#server/platform/http/outgoing-requests/client.ts'
import { StoredFileMissing } from '#server/platform/storage/storage.ts'
import { graphOutcome } from '../meta/errors.ts'
import type { Graph } from '../meta/graph.ts'
import { outcomeOf, rejected, unknown } from '../outcomes.ts'
import { photoKey } from './photos.ts'
import { brokenVideo, isBroken, readVideoState, stillProcessing, uploadFailure } from './upload-state.ts'

const keys = { id: 'story_video_id', url: 'story_upload_url' } as const
const started = z.object({ video_id: z.string().min(1), upload_url: z.url() })

/** Starts the upload, sends the bytes that Facebook does not have yet, and waits for processing (docs/product/facebook.md "Stories"). */
export const prepareVideoStory = async (api: Graph, task: PublishTask): Promise<Preparation> => {
  const { account, prepared, savePrepared } = task
  if (!prepared[keys.id]) {
    const reply = await api.post(account, `${account.externalId}/video_stories`, { upload_phase: 'start' })
    const upload = isOk(reply) ? parseBody(reply, started) : null
    if (!upload) return uploadFailure(reply)
    await savePrepared({ [keys.id]: upload.video_id, [keys.url]: upload.upload_url })
  }
  const { state, reply } = await readVideoState(api, account, prepared[keys.id] ?? '')
  if (!state) return uploadFailure(reply)
  if (isBroken(state)) return brokenVideo(state)
  if (state.uploading_phase?.status !== 'complete')
    return sendVideo(api, task, state.uploading_phase?.bytes_transfered ?? 0)
  return state.processing_phase?.status === 'in_progress' ? stillProcessing(reply) : { kind: 'ready' }
}

const READ_BYTES = 4 * 1024 * 1024

/** Streams the rest of the file. An interrupted upload resumes from what Facebook has received. */
const sendVideo = async (api: Graph, task: PublishTask, from: number): Promise<Preparation> => {
  const { account, content, prepared } = task
  const [media] = content.media
  if (!media) return rejected('There is no video.', { reason: 'media_missing' })
  let isMissing = false
  let next = from
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const end = Math.min(next + READ_BYTES, media.bytes)
      try {
        if (next < end) controller.enqueue(new Uint8Array(await media.readRange(next, end)))
        next = end
        if (end >= media.bytes) controller.close()
      } catch (error) {
        isMissing = error instanceof StoredFileMissing
        controller.error(error)
      }
    },
  })
  const headers = { offset: String(from), file_size: String(media.bytes) }
  const bytes = { stream: body, length: media.bytes - from }
  const reply = await api.upload(account, prepared[keys.url] ?? '', headers, bytes)
  if (isMissing) return rejected('The video could not be read.', { reason: 'media_missing' })
  return isOk(reply) ? stillProcessing(reply) : uploadFailure(reply)
}

const published = z.object({ success: z.literal(true), post_id: z.string().min(1) })

/** The irreversible call that makes a story public. */
export const publishStory = async (
  api: Graph,
  { account, content, prepared }: PublishTask,
  timeoutMs: number,
): Promise<Outcome> => {
  const [edge, form] =
    content.type === 'photo_story'
      ? ['photo_stories', { photo_id: prepared[photoKey(0)] ?? '' }]
      : ['video_stories', { upload_phase: 'finish', video_id: prepared[keys.id] ?? '' }]
  const reply = await api.post(account, `${account.externalId}/${edge}`, form, timeoutMs)
  return outcomeOf(reply, answer => {
    if (!isOk(answer)) return graphOutcome(answer)
    const story = parseBody(answer, published)
    return story
      ? { kind: 'published', externalId: story.post_id, permalink: null, response: answer.text }
      : unknown(answer.text)
  })
}

/** The uploaded photo or video of a story, by which a look-up finds it. */
export const storyMediaId = ({ content, prepared }: PublishTask): string | undefined =>
  content.type === 'photo_story' ? prepared[photoKey(0)] : prepared[keys.id]
