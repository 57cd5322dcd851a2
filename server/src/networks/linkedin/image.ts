import { z } from 'zod'
import { StoredFileMissing } from '#server/platform/storage/storage.ts'
import { isOk, type Reply, read } from '../http.ts'
import type { Delivery, DraftMedia, Preparation } from '../network.ts'
import { notSent, outcomeOf, preparationOf, processing, rejected } from '../outcomes.ts'
import { judgeLinkedin, type LinkedinApi, organizationUrn } from './api.ts'

const POLL_MS = 1_000
const upload = z.object({ value: z.object({ uploadUrl: z.string(), image: z.string() }) })
const image = z.object({ status: z.string() })

/** Registers the image, uploads it, and waits until it may be posted (networks.md 5.7). */
export const prepareImage = async (api: LinkedinApi, delivery: Delivery): Promise<Preparation> => {
  const [photo] = delivery.draft.media
  if (!photo) return { kind: 'ready' }
  return delivery.prepared.image
    ? await waitFor(api, delivery, delivery.prepared.image)
    : await uploadImage(api, delivery, photo)
}

/** The image's name is kept once its bytes are there; an upload that broke off begins anew. */
const uploadImage = async (
  api: LinkedinApi,
  { account, keep }: Delivery,
  photo: DraftMedia,
): Promise<Preparation> => {
  const bytes = await photo.read().catch((error: unknown) => {
    if (error instanceof StoredFileMissing) return null
    throw error
  })
  if (!bytes) return rejected('The photo could not be read.', { reason: 'media_missing' })
  const registered = await api.post(account, 'images?action=initializeUpload', {
    initializeUploadRequest: { owner: organizationUrn(account) },
  })
  const target = isOk(registered) ? read(registered, upload)?.value : undefined
  if (!target) return refusal(registered)
  const uploaded = await api.upload(account, target.uploadUrl, bytes)
  if (!isOk(uploaded)) return refusal(uploaded)
  await keep({ image: target.image })
  return processing(uploaded.text, POLL_MS)
}

const waitFor = async (api: LinkedinApi, { account, keep }: Delivery, urn: string): Promise<Preparation> => {
  const reply = await api.get(account, `images/${encodeURIComponent(urn)}`)
  const status = isOk(reply) ? read(reply, image)?.status : undefined
  if (status === undefined) return refusal(reply)
  if (status === 'AVAILABLE') return { kind: 'ready' }
  if (status === 'PROCESSING_FAILED') return rejected(reply.text)
  if (status === 'PROCESSING') return processing(reply.text, POLL_MS)
  // WAITING_UPLOAD: the bytes never arrived, whatever the upload's answer said.
  await keep({ image: '' })
  return notSent(reply.text)
}

const refusal = (reply: Reply): Preparation =>
  preparationOf(outcomeOf(reply, answer => (isOk(answer) ? notSent(answer.text) : judgeLinkedin(answer))))
