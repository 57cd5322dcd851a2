import { z } from 'zod'
import { graphOutcome } from '#server/networks/meta/errors.ts'
import type { Graph } from '#server/networks/meta/graph.ts'
import type { ConnectedAccount, Preparation } from '#server/networks/network-adapter.ts'
import { notSent, outcomeOf, preparationOf, processing, rejected } from '#server/networks/outcomes.ts'
import { isOk, parseBody, type Reply } from '#server/platform/http/outgoing-requests/client.ts'

/** The result of a failed upload. Nothing is public yet, so it is repeated if that may help. */
export const uploadFailure = (reply: Reply): Preparation =>
  preparationOf(outcomeOf(reply, answer => (isOk(answer) ? notSent(answer.text) : graphOutcome(answer))))

const phase = z.object({
  status: z.string(),
  error: z.object({ message: z.string() }).optional(),
  publish_status: z.string().optional(),
})
/** Meta's documentation says `bytes_transfered`; a recorded answer says `bytes_transferred`. */
const uploading = phase.extend({
  bytes_transfered: z.number().optional(),
  bytes_transferred: z.number().optional(),
})
const status = z.object({
  video_status: z.string(),
  uploading_phase: uploading.optional(),
  processing_phase: phase.optional(),
  publishing_phase: phase.optional(),
})
const video = z.object({
  status,
  published: z.boolean().optional(),
  post_id: z.string().optional(),
  permalink_url: z.string().nullish(),
})
export type VideoState = z.output<typeof status>
export type Video = z.output<typeof video>

/** A video's state and, once it is public, its post (docs/product/facebook.md "Videos"); null, with the reply, if it could not be read. */
export const readVideo = async (
  api: Graph,
  account: ConnectedAccount,
  id: string,
): Promise<{ video: Video | null; reply: Reply }> => {
  const reply = await api.get(account, id, { fields: 'status,published,post_id,permalink_url' })
  return { video: isOk(reply) ? parseBody(reply, video) : null, reply }
}

/** Only the state, of a video that is not public yet. */
export const readVideoState = async (
  api: Graph,
  account: ConnectedAccount,
  id: string,
): Promise<{ state: VideoState | null; reply: Reply }> => {
  const { video: found, reply } = await readVideo(api, account, id)
  return { state: found?.status ?? null, reply }
}

export const receivedBytes = ({ uploading_phase: phase }: VideoState): number =>
  phase?.bytes_transfered ?? phase?.bytes_transferred ?? 0

/** `ready` alone means that it is processed, not that anybody can see it. */
export const isLive = ({ status: { publishing_phase: phase }, published, post_id }: Video): boolean =>
  (phase?.status === 'complete' && phase.publish_status === 'published') ||
  (published === true && post_id !== undefined)

const phasesOf = (state: VideoState) => [
  state.uploading_phase,
  state.processing_phase,
  state.publishing_phase,
]

/** Whether Facebook has rejected the video for good: a phase may have failed while the whole is still called `processing`. */
export const isBroken = (state: VideoState): boolean =>
  ['error', 'expired', 'upload_failed'].includes(state.video_status) ||
  phasesOf(state).some(each => each?.status === 'error' || each?.error !== undefined)

export const brokenVideo = (state: VideoState): Preparation =>
  rejected(
    phasesOf(state).find(each => each?.error)?.error?.message ??
      `Facebook reports the video’s status as: ${state.video_status}`,
    { reason: 'media_refused' },
  )

const LOOK_SOON_MS = 2_000
export const stillProcessing = (reply: Reply) => processing(reply.text, LOOK_SOON_MS)
