import { z } from 'zod'
import type { Preparation, PublishTask } from '#server/networks/network-adapter.ts'
import { isOk, parseBody } from '#server/platform/http/outgoing-requests/client.ts'
import { StoredFileMissing } from '#server/platform/storage/storage.ts'
import type { Graph } from '../meta/graph.ts'
import { rejected } from '../outcomes.ts'
import {
  brokenVideo,
  isBroken,
  readVideoState,
  receivedBytes,
  stillProcessing,
  uploadFailure,
} from './upload-state.ts'

const started = z.object({ video_id: z.string().min(1), upload_url: z.url() })

/** The edge of a story's or reel's video, and the names under which its id and upload URL are saved. */
type Route = {
  readonly edge: 'video_stories' | 'video_reels'
  readonly keys: { readonly id: string; readonly url: string }
}

/** Starts the upload, sends the bytes that Facebook does not have yet, and waits while they are processed. */
export const uploadVideo = async (
  api: Graph,
  task: PublishTask,
  { edge, keys }: Route,
): Promise<Preparation> => {
  const { account, prepared, savePrepared } = task
  if (!prepared[keys.id]) {
    const reply = await api.post(account, `${account.externalId}/${edge}`, { upload_phase: 'start' })
    const upload = isOk(reply) ? parseBody(reply, started) : null
    if (!upload) return uploadFailure(reply)
    await savePrepared({ [keys.id]: upload.video_id, [keys.url]: upload.upload_url })
  }
  const { state, reply } = await readVideoState(api, account, prepared[keys.id] ?? '')
  if (!state) return uploadFailure(reply)
  if (isBroken(state)) return brokenVideo(state)
  if (state.uploading_phase?.status !== 'complete')
    return sendBytes(api, task, prepared[keys.url] ?? '', receivedBytes(state))
  return state.processing_phase?.status === 'in_progress' ? stillProcessing(reply) : { kind: 'ready' }
}

const READ_BYTES = 4 * 1024 * 1024

/** Streams the rest of the file. An interrupted upload resumes from what Facebook has received. */
const sendBytes = async (api: Graph, task: PublishTask, url: string, from: number): Promise<Preparation> => {
  const { account, content } = task
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
  const reply = await api.upload(account, url, headers, bytes)
  if (isMissing) return rejected('The video could not be read.', { reason: 'media_missing' })
  return isOk(reply) ? stillProcessing(reply) : uploadFailure(reply)
}
