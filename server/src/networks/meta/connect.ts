import { z } from 'zod'
import type { Choices, Grant, Granted, Health, Refused } from '../connecting.ts'
import { isOk, type Reply, read } from '../http.ts'
import type { Account } from '../network.ts'
import type { NetworkSettings } from '../settings.ts'
import { graphErrorOf, isAccess, isDown, isLimit } from './errors.ts'
import { type Graph, graph } from './graph.ts'

/** A page that the person administers, with its own token and the professional Instagram account linked to it. */
export type MetaPage = {
  readonly id: string
  readonly name: string
  readonly token: string
  /** What the person may do there, in the network's words (`CREATE_CONTENT`). */
  readonly tasks: readonly string[]
  readonly logoUrl: string | null
  readonly instagram: {
    readonly id: string
    readonly username: string
    readonly name: string
    readonly logoUrl: string | null
  } | null
}

export type Pages = { readonly kind: 'pages'; readonly pages: readonly MetaPage[] }

/** What Facebook's and Instagram's connectors share: one login, one exchange, one list of pages (networks.md 2.2 to 2.5). */
export const metaConnect = (settings: NetworkSettings) => {
  const api = graph(settings)
  return {
    /** A token of about two months for the one or two hours of the login script. */
    exchange: (shortLived: string) => exchangeToken(api, settings, shortLived),
    listPages: (grant: Grant, pageSize = 100) => listPages(api, grant, pageSize),
    /** `publishing`: the permission without which nothing can be published. */
    check: (account: Account, publishing: string) => check(api, settings, account, publishing),
  }
}

/** Page tokens taken with a long-lived user token have no end of their own (networks.md 2.4). */
export const pageGrant = (page: MetaPage, { scopes }: Grant): Grant => ({
  token: { token: page.token },
  expiresAt: null,
  scopes,
})

/** The permissions that the person did not give; the task of publishing where it is missing on the page. */
export const lacking = (needed: readonly string[], page: MetaPage, { scopes }: Grant): string[] => [
  ...(scopes.length === 0 ? [] : needed.filter(scope => !scopes.includes(scope))),
  ...(page.tasks.includes('CREATE_CONTENT') ? [] : ['CREATE_CONTENT']),
]

/** The pages as choices, each as `toChoice` makes one of it; null leaves a page out. */
export const choicesOf = (
  found: Pages | Refused,
  toChoice: (page: MetaPage) => Choices['choices'][number] | null,
): Choices | Refused =>
  found.kind === 'refused'
    ? found
    : { kind: 'choices', choices: found.pages.flatMap(page => toChoice(page) ?? []) }

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number().optional() })
const permissions = z.object({ data: z.array(z.object({ permission: z.string(), status: z.string() })) })

const exchangeToken = async (
  api: Graph,
  { facebookAppId, facebookAppSecret }: NetworkSettings,
  shortLived: string,
): Promise<Granted | Refused> => {
  const reply = await api.getAsApp('oauth/access_token', {
    grant_type: 'fb_exchange_token',
    client_id: facebookAppId,
    client_secret: facebookAppSecret,
    fb_exchange_token: shortLived,
  })
  const answer = isOk(reply) ? read(reply, tokenAnswer) : null
  if (!answer) return refusedBy(reply)
  const token = { token: answer.access_token }
  const given = await api.get({ token }, 'me/permissions', {})
  const scopes = (isOk(given) ? read(given, permissions) : null)?.data
    .filter(({ status }) => status === 'granted')
    .map(({ permission }) => permission)
  const { expires_in: seconds } = answer
  const expiresAt = seconds === undefined ? null : new Date(Date.now() + seconds * 1000)
  return { kind: 'granted', grant: { token, expiresAt, scopes: scopes ?? [] } }
}

const picture = z.object({ data: z.object({ url: z.string().optional() }) }).optional()
const pageList = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** Absent where the person may see the page and not speak for it. */
      access_token: z.string().optional(),
      tasks: z.array(z.string()).default([]),
      picture,
      instagram_business_account: z
        .object({
          id: z.string(),
          username: z.string().default(''),
          name: z.string().default(''),
          profile_picture_url: z.string().optional(),
        })
        .optional(),
    }),
  ),
  paging: z
    .object({ next: z.string().optional(), cursors: z.object({ after: z.string() }).optional() })
    .optional(),
})
type PageRow = z.output<typeof pageList>['data'][number]

const pageFields =
  'id,name,access_token,tasks,picture.type(large),instagram_business_account{id,username,name,profile_picture_url}'
/** A cursor that leads in circles must not hold a person's login for ever. */
const MOST_PAGES = 50

const listPages = async (api: Graph, { token }: Grant, pageSize: number): Promise<Pages | Refused> => {
  const pages: MetaPage[] = []
  let after: string | undefined
  for (let turn = 0; turn < MOST_PAGES; turn++) {
    const query = { fields: pageFields, limit: String(pageSize), ...(after ? { after } : {}) }
    const reply = await api.get({ token }, 'me/accounts', query)
    const list = isOk(reply) ? read(reply, pageList) : null
    if (!list) return refusedBy(reply)
    pages.push(...list.data.flatMap(toPage))
    after = list.paging?.next ? list.paging.cursors?.after : undefined
    if (!after) break
  }
  return { kind: 'pages', pages }
}

const toPage = (row: PageRow): MetaPage[] => {
  const { id, name, access_token: token, tasks, instagram_business_account: linked } = row
  if (!token) return []
  const logoUrl = row.picture?.data.url ?? null
  const instagram = linked && {
    ...{ id: linked.id, username: linked.username, name: linked.name },
    logoUrl: linked.profile_picture_url ?? null,
  }
  return [{ id, name, token, tasks, logoUrl, instagram: instagram ?? null }]
}

const debugged = z.object({
  data: z.object({
    is_valid: z.boolean(),
    expires_at: z.number().optional(),
    scopes: z.array(z.string()).default([]),
    error: z.object({ message: z.string() }).optional(),
  }),
})

const check = async (
  api: Graph,
  { facebookAppSecret }: NetworkSettings,
  account: Account,
  publishing: string,
): Promise<Health> => {
  // Only the app itself may ask about a token; without its secret a call with the token tells at least whether it works.
  const reply =
    facebookAppSecret === ''
      ? await api.get(account, 'me', { fields: 'id' })
      : await api.getAsApp('debug_token', { input_token: account.token.token })
  if (!isOk(reply)) {
    const reason = refusedBy(reply)
    const isGone = facebookAppSecret === '' && reason.reason !== 'down'
    return { kind: isGone ? 'reconnect_needed' : 'cannot_tell', response: reply.text }
  }
  if (facebookAppSecret === '') return { kind: 'works', expiresAt: null }
  const token = read(reply, debugged)?.data
  if (!token) return { kind: 'cannot_tell', response: reply.text }
  const response = token.error?.message ?? reply.text
  const mayPublish = token.scopes.length === 0 || token.scopes.includes(publishing)
  if (!token.is_valid || !mayPublish) return { kind: 'reconnect_needed', response }
  return { kind: 'works', expiresAt: token.expires_at ? new Date(token.expires_at * 1000) : null }
}

/** Why Meta refuses to connect. What cannot be read is its own trouble: the person may try again. */
export const refusedBy = (reply: Reply): Refused => {
  const refused = (reason: Refused['reason']): Refused => ({
    kind: 'refused',
    reason,
    response: reply.text,
  })
  const error = reply.kind === 'answered' ? graphErrorOf(reply) : null
  if (!error || isLimit(error.code) || isDown(error)) return refused('down')
  if (error.code === 190 || error.code === 102 || error.code === 100) return refused('invalid')
  return refused(isAccess(error.code) || error.code === 101 ? 'permission' : 'invalid')
}
