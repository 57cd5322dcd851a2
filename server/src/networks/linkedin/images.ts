import { z } from 'zod'
import type { PostContent, Preparation, PublishTask } from '#server/networks/network-adapter.ts'
import { isOk, parseBody } from '#server/platform/http/outgoing-requests/client.ts'
import { fitPicture } from '../fit-picture.ts'
import { notSent, processing } from '../outcomes.ts'
import { type LinkedinApi, organizationUrn } from './api.ts'
import { isTimeUp, mediaMissing, preparationFailure, readOrNull, statusOf } from './uploads.ts'

const POLL_MS = 1_000
/** The pixels are LinkedIn's own limit; the bytes are what it has always taken (docs/product/linkedin.md "Images"). */
const limits = { formats: ['jpeg', 'png', 'gif'], maxBytes: 10_000_000, maxPixels: 36_152_320 }
const initialized = z.object({ value: z.object({ uploadUrl: z.string(), image: z.string() }) })

/** The pictures to upload before the post: its photos or GIF, or the picture of its link card. */
export const picturesOf = ({ media, link }: PostContent): readonly { read(): Promise<Buffer> }[] => {
  if (media.length > 0) return media
  return link?.picture ? [link.picture] : []
}

/** The name under which an image's id is saved. */
export const imageKey = (index: number): string => `image_${index}`

/** Registers and uploads each missing image, then waits until all can be posted (docs/product/linkedin.md "Images"). */
export const prepareImages = async (api: LinkedinApi, task: PublishTask): Promise<Preparation> => {
  const since = performance.now()
  let last: Preparation | null = null
  for (const [index, picture] of picturesOf(task.content).entries()) {
    if (task.prepared[imageKey(index)]) continue
    if (isTimeUp(since)) return processing('More images are to be uploaded.', 0)
    last = await uploadImage(api, task, imageKey(index), picture)
    if (last.kind !== 'processing') return last
  }
  return last ?? waitForAll(api, task)
}

/** The image's id is saved once its bytes are uploaded; an interrupted upload starts over. */
const uploadImage = async (
  api: LinkedinApi,
  { account, savePrepared }: PublishTask,
  key: string,
  picture: { read(): Promise<Buffer> },
): Promise<Preparation> => {
  const original = await readOrNull(() => picture.read())
  if (!original) return mediaMissing
  // What is no picture after all is LinkedIn's to refuse.
  const bytes = (await fitPicture(original, limits))?.bytes ?? original
  const registered = await api.post(account, 'images?action=initializeUpload', {
    initializeUploadRequest: { owner: organizationUrn(account) },
  })
  const target = isOk(registered) ? parseBody(registered, initialized)?.value : undefined
  if (!target) return preparationFailure(registered)
  const uploaded = await api.upload(account, target.uploadUrl, bytes)
  if (!isOk(uploaded)) return preparationFailure(uploaded)
  await savePrepared({ [key]: target.image })
  return processing(uploaded.text, POLL_MS)
}

const waitForAll = async (api: LinkedinApi, task: PublishTask): Promise<Preparation> => {
  for (const index of picturesOf(task.content).keys()) {
    const waited = await waitFor(api, task, imageKey(index))
    if (waited.kind !== 'ready') return waited
  }
  return { kind: 'ready' }
}

const waitFor = async (
  api: LinkedinApi,
  { account, prepared, savePrepared }: PublishTask,
  key: string,
): Promise<Preparation> => {
  const answer = await statusOf(api, account, 'images', prepared[key] ?? '')
  switch (answer.status) {
    case 'AVAILABLE':
      return { kind: 'ready' }
    case 'PROCESSING':
      return processing(answer.text, POLL_MS)
    case 'WAITING_UPLOAD':
    case 'GONE':
      // The bytes never arrived, whatever the upload's answer was, or LinkedIn dropped the image.
      await savePrepared({ [key]: '' })
      return notSent(answer.text)
    case 'NOT_READ':
      return answer.refusal
  }
}
