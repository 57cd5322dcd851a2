import { z } from 'zod'
import type {
  ConnectedAccount,
  FirstComment,
  LookUpResult,
  Outcome,
} from '#server/networks/network-adapter.ts'
import { isOk, parseBody } from '#server/platform/http/outgoing-requests/client.ts'
import { cannotTell, notSent, outcomeOf } from '../outcomes.ts'
import { encodeUrn, type LinkedinApi, linkedinOutcome, organizationUrn } from './api.ts'

/** A new post is not known everywhere at once. */
const SPREADING_MS = 5_000

const commentsOf = (urn: string): string => `socialActions/${encodeUrn(urn)}/comments`
const created = z.object({ id: z.string() })

/** Comments are plain text, so nothing is escaped (docs/product/linkedin.md "Text format"). */
export const addComment = async (
  api: LinkedinApi,
  account: ConnectedAccount,
  urn: string,
  text: string,
): Promise<FirstComment> => {
  const body = { actor: organizationUrn(account), object: urn, message: { text } }
  const reply = await api.post(account, commentsOf(urn), body)
  if (isOk(reply))
    return {
      kind: 'added',
      externalId: reply.headers.get('x-restli-id') ?? parseBody(reply, created)?.id ?? '',
    }
  const outcome: Outcome = outcomeOf(reply, answer =>
    answer.status === 404 || /Unable to obtain activity/.test(answer.text)
      ? notSent(answer.text, SPREADING_MS)
      : linkedinOutcome(answer),
  )
  return outcome.kind === 'not_sent' || outcome.kind === 'unknown'
    ? outcome
    : { kind: 'not_added', response: reply.text }
}

const listed = z.object({
  elements: z.array(z.object({ id: z.string(), actor: z.string(), message: z.object({ text: z.string() }) })),
})

/** Looks for our comment under the post, by author and text. */
export const findComment = async (
  api: LinkedinApi,
  account: ConnectedAccount,
  urn: string,
  text: string,
): Promise<LookUpResult> => {
  const reply = await api.get(account, `${commentsOf(urn)}?start=0&count=100`)
  const found = isOk(reply) ? parseBody(reply, listed) : null
  if (!found) return cannotTell(reply)
  const ours = found.elements.find(
    ({ actor, message }) => actor === organizationUrn(account) && message.text.trim() === text.trim(),
  )
  return ours ? { kind: 'present', externalId: ours.id, permalink: null } : { kind: 'absent' }
}
