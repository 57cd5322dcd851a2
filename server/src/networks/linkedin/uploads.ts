import { z } from 'zod'
import type { ConnectedAccount, Preparation } from '#server/networks/network-adapter.ts'
import { isOk, parseBody, type Reply } from '#server/platform/http/outgoing-requests/client.ts'
import { StoredFileMissing } from '#server/platform/storage/storage.ts'
import { notSent, outcomeOf, preparationOf, rejected } from '../outcomes.ts'
import { encodeUrn, type LinkedinApi, linkedinOutcome } from './api.ts'

/** After this time uploading pauses and resumes in the next turn, so that a large post does not occupy a worker. */
const TURN_MS = 20_000

export const isTimeUp = (since: number): boolean => performance.now() - since > TURN_MS

export const mediaMissing: Preparation = rejected('A file of the post could not be read.', {
  reason: 'media_missing',
})

/** The bytes, or null if the stored file is missing. */
export const readOrNull = (reading: () => Promise<Buffer>): Promise<Buffer | null> =>
  reading().catch((error: unknown) => {
    if (error instanceof StoredFileMissing) return null
    throw error
  })

/** What a failed preparing call means. */
export const preparationFailure = (reply: Reply): Preparation =>
  preparationOf(outcomeOf(reply, answer => (isOk(answer) ? notSent(answer.text) : linkedinOutcome(answer))))

const asset = z.object({ status: z.enum(['WAITING_UPLOAD', 'PROCESSING', 'AVAILABLE', 'PROCESSING_FAILED']) })

/** The state of an upload. `GONE`: LinkedIn no longer knows it. */
export type AssetStatus =
  | { readonly status: 'WAITING_UPLOAD' | 'PROCESSING' | 'AVAILABLE' | 'GONE'; readonly text: string }
  | { readonly status: 'NOT_READ'; readonly refusal: Preparation }

export const statusOf = async (
  api: LinkedinApi,
  account: ConnectedAccount,
  kind: 'images' | 'videos',
  urn: string,
): Promise<AssetStatus> => {
  const reply = await api.get(account, `${kind}/${encodeUrn(urn)}`)
  const { text } = reply
  if (reply.kind === 'answered' && reply.status === 404) return { status: 'GONE', text }
  const status = isOk(reply) ? parseBody(reply, asset)?.status : undefined
  if (status === undefined) return { status: 'NOT_READ', refusal: preparationFailure(reply) }
  return status === 'PROCESSING_FAILED'
    ? { status: 'NOT_READ', refusal: rejected(text, { reason: 'media_refused' }) }
    : { status, text }
}
