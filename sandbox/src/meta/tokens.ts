import { createHash } from 'node:crypto'
import type { Person, SandboxAccount, Token } from '../platform/model.ts'
import type { Sandbox } from '../platform/sandbox.ts'
import { GraphError, tokenFaults } from './errors.ts'

const HOUR_MS = 3_600_000
const shortLifeMs = 2 * HOUR_MS
const longLifeMs = 60 * 24 * HOUR_MS

/** A token as long and opaque as the network's own. The same arguments always give the same token. */
function opaque(...words: string[]): string {
  const digest = (round: number) =>
    createHash('sha512')
      .update(`${words.join('/')}/${round}`)
      .digest('base64')
      .replaceAll(/[+/=]/g, '')
  return `EAAG${[0, 1, 2].map(digest).join('').slice(0, 180)}`
}

export type Consent = { person: Person; scopes: string[]; declined: string[] }

/** A user token: an hour or two from the login script, two months once exchanged. */
export function issueUserToken(
  sandbox: Sandbox,
  { person, scopes, declined }: Consent,
  use: 'short_lived' | 'long_lived',
): Token {
  const now = sandbox.now()
  const token: Token = {
    id: opaque('user', sandbox.ids.file()),
    network: 'facebook',
    account: person.id,
    created_at: now,
    state: 'active',
    person: person.id,
    scopes,
    declined,
    use,
    expires_at: now + (use === 'short_lived' ? shortLifeMs : longLifeMs),
  }
  sandbox.store.put('token', token)
  return token
}

/** A page token as in `/me/accounts`: one for each user token and page, without expiry if the user token is long-lived. */
export function issuePageToken(sandbox: Sandbox, user: Token, page: SandboxAccount): Token {
  const id = opaque('page', user.id, page.id)
  const known = sandbox.store.get('token', id)
  if (known) return known
  const token: Token = {
    id,
    network: 'facebook',
    account: page.id,
    created_at: sandbox.now(),
    state: 'active',
    ...(user.person && { person: user.person }),
    ...(user.scopes && { scopes: user.scopes }),
    ...(user.use === 'short_lived' && user.expires_at && { expires_at: user.expires_at }),
  }
  sandbox.store.put('token', token)
  return token
}

/** The person of a user token; undefined for the token of a page or professional account. */
export function personOf({ store }: Pick<Sandbox, 'store'>, token: Token): Person | undefined {
  return token.account === token.person ? store.get('person', token.person) : undefined
}

/** Meta's error for an invalid token; undefined for a valid one. */
export function tokenFault(sandbox: Sandbox, token: Token | undefined) {
  if (!token || !['facebook', 'instagram'].includes(token.network)) return tokenFaults.unreadable
  if (token.state !== 'active') return tokenFaults[token.state]
  if (token.expires_at !== undefined && token.expires_at <= sandbox.now()) return tokenFaults.expired
  return undefined
}

/** Looks up a token. @throws GraphError as Meta would answer if it is missing or invalid */
export function validToken(sandbox: Sandbox, text: string | undefined): Token {
  if (!text) throw new GraphError(tokenFaults.missing)
  const token = sandbox.store.get('token', text)
  const fault = tokenFault(sandbox, token)
  if (fault || !token) throw new GraphError(fault ?? tokenFaults.unreadable)
  return token
}

/** Throws unless the person granted all of these permissions. The demo accounts' own tokens may do everything. */
export function requireScopes(token: Token, ...scopes: string[]): void {
  const missing = token.scopes && scopes.find(scope => !token.scopes?.includes(scope))
  if (!missing) return
  throw new GraphError({
    message: `(#200) Requires ${missing} permission to manage the object.`,
    code: 200,
    status: 403,
  })
}

/** Whether the person granted this permission. */
export function hasScope(token: Token, scope: string): boolean {
  return token.scopes?.includes(scope) ?? true
}
