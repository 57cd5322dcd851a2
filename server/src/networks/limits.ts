import { z } from 'zod'
import { parseJson } from '#domain/kernel/json.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import {
  type AnsweredReply,
  answeredAt,
  type HttpCall,
  parseBody,
  retryAfterOf,
} from '#server/platform/http/outgoing-requests/client.ts'

/**
 * What an answer says about a limit. `percent`: how much of it is used. `waitMs`: how long to wait, if the network says so.
 * `isRefused`: this call itself was refused because of the limit.
 */
export type LimitReport = {
  readonly scope: 'account' | 'app'
  readonly percent: number
  readonly waitMs: number | null
  readonly isRefused: boolean
}

/** Our app by network. Meta's two networks share one app and its limits. */
export const appOf: Readonly<Record<SocialNetwork, string>> = {
  facebook: 'meta',
  instagram: 'meta',
  linkedin: 'linkedin',
  twitter: 'twitter',
}

/** Everything that an answer of any network says about limits (docs/product/networks.md "Limits of calls"). */
export const readLimits = (call: Pick<HttpCall, 'method'>, answer: AnsweredReply): LimitReport[] => [
  ...appUsage(answer),
  ...businessUsage(answer),
  // X counts by endpoint, so a read says nothing about the limit for publishing.
  ...(call.method === 'GET' ? [] : remaining(answer, 'x-rate-limit', 'account')),
  ...remaining(answer, 'x-user-limit-24hour', 'account'),
  ...remaining(answer, 'x-app-limit-24hour', 'app'),
  ...refusal(answer),
]

const percentages = z.object({
  call_count: z.number().default(0),
  total_time: z.number().default(0),
  total_cputime: z.number().default(0),
})
const highest = (usage: z.output<typeof percentages>) =>
  Math.max(usage.call_count, usage.total_time, usage.total_cputime)

const appUsage = ({ headers }: AnsweredReply): LimitReport[] => {
  const usage = percentages.safeParse(parseJson(headers.get('x-app-usage') ?? ''))
  return usage.success ? [{ scope: 'app', percent: highest(usage.data), waitMs: null, isRefused: false }] : []
}

const businessUses = z.record(
  z.string(),
  z.array(percentages.extend({ estimated_time_to_regain_access: z.number().default(0) })),
)

const businessUsage = ({ headers }: AnsweredReply): LimitReport[] => {
  const parsed = businessUses.safeParse(parseJson(headers.get('x-business-use-case-usage') ?? ''))
  const uses = parsed.success ? Object.values(parsed.data).flat() : []
  if (uses.length === 0) return []
  const minutes = Math.max(...uses.map(use => use.estimated_time_to_regain_access))
  const percent = Math.max(...uses.map(highest))
  return [{ scope: 'account', percent, waitMs: minutes > 0 ? minutes * 60_000 : null, isRefused: false }]
}

const remaining = (answer: AnsweredReply, name: string, scope: LimitReport['scope']): LimitReport[] => {
  const [limit, left, reset] = ['limit', 'remaining', 'reset'].map(part =>
    Number(answer.headers.get(`${name}-${part}`) ?? Number.NaN),
  )
  if (!limit || left === undefined || Number.isNaN(left)) return []
  const percent = Math.round(((limit - left) / limit) * 100)
  const untilReset = reset ? Math.max(reset * 1000 - answeredAt(answer), 0) : null
  return [{ scope, percent, waitMs: left > 0 ? null : untilReset, isRefused: false }]
}

const metaError = z.object({ error: z.object({ code: z.number(), error_subcode: z.number().optional() }) })
/** The limit of the whole app; the other codes are for a page, user or business (docs/product/facebook.md "Usage headers"). */
const META_APP_LIMIT = 4
/** Instagram's own subcodes tell of one account, such as its containers of a day, whatever code they come with. */
const isOfInstagramAccount = (subcode = 0) => Math.floor(subcode / 1_000) === 2_207
const isMetaLimit = (code: number) =>
  [META_APP_LIMIT, 17, 32, 613].includes(code) || (code >= 80_000 && code <= 80_014)

const refusal = (answer: AnsweredReply): LimitReport[] => {
  const { code = 0, error_subcode: subcode } = parseBody(answer, metaError)?.error ?? {}
  if (answer.ok || (answer.status !== 429 && !isMetaLimit(code))) return []
  const isOfApp =
    (code === META_APP_LIMIT && !isOfInstagramAccount(subcode)) ||
    answer.headers.get('x-app-limit-24hour-remaining') === '0'
  return [{ scope: isOfApp ? 'app' : 'account', percent: 100, waitMs: retryAfterOf(answer), isRefused: true }]
}
