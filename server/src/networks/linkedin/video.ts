import { z } from 'zod'
import type { PostMedia, Preparation, Prepared, PublishTask } from '#server/networks/network-adapter.ts'
import { isOk, parseBody, type Reply } from '#server/platform/http/outgoing-requests/client.ts'
import { notSent, processing } from '../outcomes.ts'
import { type LinkedinApi, organizationUrn } from './api.ts'
import { isTimeUp, mediaMissing, preparationFailure, readOrNull, statusOf } from './uploads.ts'

const part = z.object({ uploadUrl: z.string(), firstByte: z.number(), lastByte: z.number() })
const target = z.object({
  video: z.string(),
  uploadToken: z.string().default(''),
  uploadInstructions: z.array(part),
  thumbnailUploadUrl: z.string().optional(),
})
type Target = z.output<typeof target>
const initialized = z.object({ value: target })
const partIds = z.array(z.string())

/** Resets an upload that LinkedIn dropped or whose URLs have expired. */
const noUpload: Prepared = { video: '', video_upload: '', video_parts: '', video_still: '', video_whole: '' }

/** Polls long videos more slowly, so that they do not use up the daily calls (docs/product/linkedin.md "Permissions"). */
const pollMs = ({ bytes }: PostMedia): number => Math.min(1_000 + bytes / 20_000, 15_000)

/**
 * Registers the video, uploads its parts, finalizes it and waits until it can be posted (docs/product/linkedin.md "Videos"). Each part's
 * id is saved at once, so that a retry continues where it stopped.
 */
export const prepareVideo = async (
  api: LinkedinApi,
  task: PublishTask,
  video: PostMedia,
): Promise<Preparation> => {
  const { prepared, savePrepared } = task
  const upload = readSaved(prepared.video_upload, target) ?? (await initialize(api, task, video))
  if ('kind' in upload) return upload
  const unfinished =
    (await uploadParts(api, task, video, upload)) ?? (await uploadThumbnail(api, task, video, upload))
  if (unfinished) return unfinished
  const answer = await statusOf(api, task.account, 'videos', upload.video)
  switch (answer.status) {
    case 'AVAILABLE':
      return { kind: 'ready' }
    case 'PROCESSING':
      return processing(answer.text, pollMs(video))
    case 'WAITING_UPLOAD':
      return prepared.video_whole
        ? processing(answer.text, pollMs(video))
        : finalize(api, task, video, upload)
    case 'GONE':
      await savePrepared(noUpload)
      return notSent(answer.text)
    case 'NOT_READ':
      return answer.refusal
  }
}

const initialize = async (
  api: LinkedinApi,
  { account, savePrepared }: PublishTask,
  { bytes, thumbnail }: PostMedia,
): Promise<Target | Preparation> => {
  const reply = await api.post(account, 'videos?action=initializeUpload', {
    initializeUploadRequest: {
      owner: organizationUrn(account),
      fileSizeBytes: bytes,
      uploadCaptions: false,
      uploadThumbnail: thumbnail !== null,
    },
  })
  const upload = isOk(reply) ? parseBody(reply, initialized)?.value : undefined
  if (!upload) return preparationFailure(reply)
  await savePrepared({ ...noUpload, video: upload.video, video_upload: JSON.stringify(upload) })
  return upload
}

/** @returns null if all parts are uploaded */
const uploadParts = async (
  api: LinkedinApi,
  { account, prepared, savePrepared }: PublishTask,
  video: PostMedia,
  { uploadInstructions: parts }: Target,
): Promise<Preparation | null> => {
  const since = performance.now()
  const ids = readSaved(prepared.video_parts, partIds) ?? []
  for (const { uploadUrl, firstByte, lastByte } of parts.slice(ids.length)) {
    if (isTimeUp(since)) return processing(`${ids.length} of ${parts.length} parts are uploaded.`, 0)
    const bytes = await readOrNull(() => video.readRange(firstByte, lastByte + 1))
    if (!bytes) return mediaMissing
    const reply = await api.upload(account, uploadUrl, bytes)
    const id = isOk(reply) ? reply.headers.get('etag')?.replaceAll('"', '') : undefined
    if (!id) return partRefused(reply, savePrepared)
    ids.push(id)
    await savePrepared({ video_parts: JSON.stringify(ids) })
  }
  return null
}

/** Upload URLs are signed and expire; if one refuses for good, the upload is restarted with new ones. */
const partRefused = async (reply: Reply, savePrepared: PublishTask['savePrepared']): Promise<Preparation> => {
  const isForGood =
    reply.kind === 'answered' &&
    reply.status >= 400 &&
    reply.status < 500 &&
    ![401, 408, 429].includes(reply.status)
  if (!isForGood) return preparationFailure(reply)
  await savePrepared(noUpload)
  return notSent(reply.text)
}

/** Uploads the thumbnail, if one was chosen and LinkedIn accepts it. @returns null if nothing remains to be done */
const uploadThumbnail = async (
  api: LinkedinApi,
  { account, prepared, savePrepared }: PublishTask,
  { thumbnail }: PostMedia,
  { thumbnailUploadUrl: url }: Target,
): Promise<Preparation | null> => {
  if (!thumbnail || !url || prepared.video_still) return null
  const bytes = await readOrNull(() => thumbnail.read())
  if (!bytes) return mediaMissing
  const reply = await api.upload(account, url, bytes, 'STILLIMAGE')
  if (!isOk(reply)) return partRefused(reply, savePrepared)
  await savePrepared({ video_still: 'uploaded' })
  return null
}

const finalize = async (
  api: LinkedinApi,
  { account, prepared, savePrepared }: PublishTask,
  video: PostMedia,
  upload: Target,
): Promise<Preparation> => {
  const reply = await api.post(account, 'videos?action=finalizeUpload', {
    finalizeUploadRequest: {
      video: upload.video,
      uploadToken: upload.uploadToken,
      uploadedPartIds: readSaved(prepared.video_parts, partIds) ?? [],
    },
  })
  if (!isOk(reply)) return preparationFailure(reply)
  await savePrepared({ video_whole: 'finalized' })
  return processing(reply.text, pollMs(video))
}

/** Reads a saved JSON value; null if there is none or it has another shape. */
const readSaved = <T extends z.ZodType>(kept: string | undefined, shape: T): z.output<T> | null => {
  if (!kept) return null
  const parsed = shape.safeParse(JSON.parse(kept))
  return parsed.success ? parsed.data : null
}
