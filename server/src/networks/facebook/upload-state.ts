import { z } from 'zod'
import { graphOutcome } from '#server/networks/meta/errors.ts'
import type { Graph } from '#server/networks/meta/graph.ts'
import type { ConnectedAccount, Preparation } from '#server/networks/network-adapter.ts'
import { notSent, outcomeOf, preparationOf, processing, rejected } from '#server/networks/outcomes.ts'
import { isOk, parseBody, type Reply } from '#server/platform/http/outgoing-requests/client.ts'

/** The result of a failed upload. Nothing is public yet, so it is repeated if that may help. */
export const uploadFailure = (reply: Reply): Preparation =>
  preparationOf(outcomeOf(reply, answer => (isOk(answer) ? notSent(answer.text) : graphOutcome(answer))))

const phase = z.object({ status: z.string(), error: z.object({ message: z.string() }).optional() })
const video = z.object({
  status: z.object({
    video_status: z.string(),
    uploading_phase: phase.extend({ bytes_transfered: z.number().optional() }).optional(),
    processing_phase: phase.optional(),
  }),
})
export type VideoState = z.output<typeof video>['status']

/** The processing state of a video (docs/product/facebook.md "Videos"); null, with the reply, if it could not be read. */
export const readVideoState = async (
  api: Graph,
  account: ConnectedAccount,
  id: string,
): Promise<{ state: VideoState | null; reply: Reply }> => {
  const reply = await api.get(account, id, { fields: 'status' })
  return { state: isOk(reply) ? (parseBody(reply, video)?.status ?? null) : null, reply }
}

/** Whether Facebook has rejected the video for good. */
export const isBroken = ({ video_status, processing_phase }: VideoState): boolean =>
  ['error', 'expired', 'upload_failed'].includes(video_status) || processing_phase?.status === 'error'

export const brokenVideo = ({ video_status, processing_phase }: VideoState): Preparation =>
  rejected(processing_phase?.error?.message ?? `Facebook reports the video’s status as: ${video_status}`, {
    reason: 'media_refused',
  })

const LOOK_SOON_MS = 2_000
export const stillProcessing = (reply: Reply): Preparation => processing(reply.text, LOOK_SOON_MS)
