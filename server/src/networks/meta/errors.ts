import { z } from 'zod'
import { parseJson } from '#domain/kernel/json.ts'
import type { NotSent, Outcome, Rejected } from '#server/networks/network-adapter.ts'
import {
  type AnsweredReply,
  parseBody,
  retryAfterOf,
} from '#server/platform/http/outgoing-requests/client.ts'
import { notSent, reconnectNeeded, rejected, unknown } from '../outcomes.ts'

const errorBody = z.object({
  error: z.object({
    message: z.string().default(''),
    code: z.number(),
    error_subcode: z.number().optional(),
    is_transient: z.boolean().optional(),
  }),
})
export type GraphError = z.output<typeof errorBody>['error']

/** Meta's error object, or null. */
export const graphErrorOf = (answer: AnsweredReply): GraphError | null =>
  parseBody(answer, errorBody)?.error ?? null

/** Limits of app, user, page, business use case, or custom ones (docs/product/facebook.md "Errors"). */
export const isLimit = (code: number) => [4, 17, 32, 613].includes(code) || (code >= 80_000 && code <= 80_014)
/** Missing permissions and invalid tokens. */
export const isAccess = (code: number) =>
  code === 10 || code === 102 || code === 190 || (code >= 200 && code <= 299)
/** An error on Meta's side, returned even for posts that went live (docs/product/facebook.md "Lost answers"). */
export const isDown = ({ code, is_transient }: GraphError) =>
  [-1, -2, 1, 2].includes(code) || is_transient === true
/** A user token instead of a page token: our mistake, which reconnecting would not fix. */
const isWrongToken = ({ message }: GraphError) => message.includes('must be called with a Page Access Token')
/** 506 and "already posted" mean that the same post exists; 1366051 means that the upload was used before. */
const isDuplicate = ({ code, error_subcode, message }: GraphError) =>
  code === 506 || error_subcode === 1366051 || (code === 368 && message.includes('already posted'))
/** "Blocked as spam", seen on Instagram for media that went live (docs/product/instagram.md "Lost answers"). */
const SPAM_BUT_MAYBE_LIVE = 2207051

/** Problems of the file: too large, too long, wrong format, or not fetchable (docs/product/instagram.md "Errors"). */
const fileSubcodes = [
  1366046, 2069019, 1363022, 1363023, 1363024, 1363025, 1363026, 1363031, 1363032, 2207003, 2207004, 2207005,
  2207009, 2207020, 2207026, 2207052, 2207077, 2207082,
]
const fileCodes = [324, 352, 353, 9004, 36000, 36001, 36003]
/** The network has restricted the account; also returned for abusive content. */
const restrictedSubcodes = [1346003, 1404102, 1404078, 1404006, 1404112, 4854002, 2207050]
/** The app is misconfigured: id, secret, proof, or the wrong kind of token. */
const isAppFault = (error: GraphError) =>
  error.code === 101 || isWrongToken(error) || error.message.includes('appsecret_proof')

const reasonOf = (error: GraphError): Rejected['reason'] => {
  const { code, error_subcode: subcode = 0 } = error
  if (fileSubcodes.includes(subcode) || fileCodes.includes(code)) return 'media_refused'
  if (restrictedSubcodes.includes(subcode) || code === 368) return 'account_restricted'
  return isAppFault(error) ? 'app_misconfigured' : 'rejected'
}

/** What a refused Graph call means (docs/product/facebook.md "Errors"). An answer without an error object proves nothing, so it is unknown. */
export const graphOutcome = (answer: AnsweredReply): Outcome => {
  const { text, status } = answer
  const error = graphErrorOf(answer)
  if (!error) return status === 429 ? limited(answer) : unknown(text)
  if (error.error_subcode === SPAM_BUT_MAYBE_LIVE) return unknown(text)
  if (isLimit(error.code) || status === 429) return limited(answer)
  if (isDuplicate(error)) return rejected(text, { reason: 'duplicate_refused', mayBeOurs: true })
  // Also reported as a missing permission, but reconnecting would not fix it.
  const isRestricted = restrictedSubcodes.includes(error.error_subcode ?? 0)
  if (isAccess(error.code) && !isAppFault(error) && !isRestricted) {
    const isPermission = error.code === 10 || error.code >= 200
    return { ...reconnectNeeded(text), ...(isPermission ? { reason: 'permission_missing' } : {}) }
  }
  if (status >= 500 || status === 408 || isDown(error)) return unknown(text)
  return rejected(text, { reason: reasonOf(error) })
}

const limited = (answer: AnsweredReply): NotSent => ({
  ...notSent(answer.text, retryAfterOf(answer) ?? regainMs(answer)),
  reason: 'limit_reached',
})

const usage = z.record(z.string(), z.array(z.object({ estimated_time_to_regain_access: z.number() })))

/** How long a limit lasts according to Meta's usage header, in milliseconds; null if it does not say. */
const regainMs = ({ headers }: AnsweredReply): number | null => {
  const header = headers.get('x-business-use-case-usage')
  if (header === null) return null
  const parsed = usage.safeParse(parseJson(header))
  if (!parsed.success) return null
  const minutes = Object.values(parsed.data).flatMap(uses =>
    uses.map(use => use.estimated_time_to_regain_access),
  )
  return Math.max(0, ...minutes) * 60_000 || null
}
