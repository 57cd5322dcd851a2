import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { appCredentials } from '../platform/app-credentials.ts'
import type { SandboxAccount, Token } from '../platform/model.ts'
import type { Sandbox } from '../platform/sandbox.ts'
import { bearerToken } from '../platform/tokens.ts'
import { GraphError, unreachableObject } from './errors.ts'
import { personOf, validToken } from './tokens.ts'

/** The proof is optional, but a wrong one is refused, as for an app that does not require it. */
function verifyAppSecretProof(token: string, proof: string | undefined): void {
  if (proof === undefined) return
  const expected = createHmac('sha256', appCredentials.facebook.app_secret).update(token).digest('hex')
  if (proof === expected) return
  throw new GraphError({
    message: 'Invalid appsecret_proof provided in the API argument',
    type: 'GraphMethodException',
    code: 100,
  })
}

/** A call about the owner of the token rather than about a page. */
export type UserCall = Omit<GraphCall, 'account' | 'node'>

/** A Graph call once its parameters are gathered and its token is known. */
export type GraphCall = {
  sandbox: Sandbox
  request: FastifyRequest
  /** Query, form, multipart and JSON parameters alike; JSON values other than strings are kept as JSON text. */
  params: Record<string, string>
  /** The multipart files by their part's name. */
  files: Record<string, Buffer>
  token: Token
  /** The page or professional account that the call acts as: the node's owner, if the token may act for it. */
  account: SandboxAccount
  node: string
}

/** A call's parameters, before the caller is known. */
export type Parameters = Pick<GraphCall, 'params' | 'files'>

/** Gathers the parameters, checks the token and resolves `me`. @throws GraphError as Meta would answer */
export async function readCall(sandbox: Sandbox, request: FastifyRequest): Promise<GraphCall> {
  const parameters = await gatherParameters(request)
  const token = readToken(sandbox, request, parameters)
  const { node: named = 'me' } = request.params as { node?: string }
  const node = named === 'me' ? token.account : named
  const account = actingAccount(sandbox, token, node)
  if (!account) throw unreachableObject(node, request.method)
  return { sandbox, request, ...parameters, token, account, node }
}

/** Reads the token from the header or the parameters and verifies its proof. */
export function readToken(sandbox: Sandbox, request: FastifyRequest, { params }: Parameters): Token {
  const text = params.access_token ?? bearerToken(request.headers.authorization)
  const token = validToken(sandbox, text)
  verifyAppSecretProof(token.id, params.appsecret_proof)
  return token
}

/**
 * The account that the call acts as. It is the owner of the node if the token may act for it (page and user tokens also serve the linked
 * Instagram account, user tokens all administered pages); otherwise it is the token's own account.
 */
function actingAccount({ store }: Sandbox, token: Token, node: string): SandboxAccount | undefined {
  const own = store.get('account', token.account)
  const owner =
    store.get('account', node) ??
    store.get(
      'account',
      (
        store.get('post', node) ??
        store.get('container', node) ??
        store.get('media', node) ??
        store.get('comment', node)
      )?.account ?? '',
    )
  if (owner && mayActFor(owner, { store }, token)) return owner
  return own
}

function mayActFor(owner: SandboxAccount, { store }: Pick<Sandbox, 'store'>, token: Token): boolean {
  const person = personOf({ store }, token)
  const ofBusinesses = person?.businesses?.flatMap(({ assigned }) => assigned) ?? []
  const pages = person ? [...person.administers, ...ofBusinesses] : [token.account]
  if (owner.network === 'facebook') return pages.includes(owner.id)
  return pages.some(id => store.get('account', id)?.brand === owner.brand && owner.network === 'instagram')
}

export async function gatherParameters(request: FastifyRequest): Promise<Parameters> {
  const params: Record<string, string> = { ...(request.query as Record<string, string>) }
  const files: Record<string, Buffer> = {}
  if (request.isMultipart()) {
    for await (const part of request.parts()) {
      if (part.type === 'file') files[part.fieldname] = await part.toBuffer()
      else params[part.fieldname] = String(part.value)
    }
  } else if (request.body instanceof URLSearchParams) {
    for (const [name, value] of request.body) params[name] = value
  } else if (isRecord(request.body)) {
    for (const [name, value] of Object.entries(request.body)) {
      params[name] = typeof value === 'string' ? value : JSON.stringify(value)
    }
  }
  return { params, files }
}

function isRecord(body: unknown): body is Record<string, unknown> {
  return typeof body === 'object' && body !== null && Object.getPrototypeOf(body) === Object.prototype
}
