import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { SignJWT } from 'jose'
import type { HttpReply } from '../platform/sandbox.ts'
import type { Identity } from './authorization.ts'
import type { Grant } from './codes.ts'
import { challengeOf } from './provider.ts'

const tokenLifeS = 3600

const refused = (error: string, error_description: string, status = 400): HttpReply => ({
  status,
  body: { error, error_description },
})

/** RFC 7636 and RFC 9700 2.1.1: a verifier for a code that was requested without a challenge is a downgrade attack. */
function isVerified(grant: Grant, verifier: string | null): boolean {
  if (grant.challenge === undefined) return verifier === null
  return verifier !== null && challengeOf(verifier) === grant.challenge
}

/** The token endpoint: checks client credentials, code and PKCE, and issues an ID token. */
export async function issueTokens(identity: Identity, request: FastifyRequest): Promise<HttpReply> {
  const { sandbox, provider, memory } = identity
  const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
  const issuer = issuerOf(identity)
  const isClient =
    form.get('client_id') === provider.clientId &&
    (await provider.isClient(form.get('client_secret') ?? '', issuer, sandbox.now()))
  if (!isClient) return refused('invalid_client', 'Unauthorized', provider.refusedClientStatus)
  if (form.get('grant_type') !== 'authorization_code')
    return refused('unsupported_grant_type', 'Invalid grant_type')
  const grant = memory.take(form.get('code') ?? '', sandbox.now())
  if (!grant) return refused('invalid_grant', 'Malformed auth code, expired, or used already.')
  if (grant.redirectUri !== form.get('redirect_uri')) return refused('redirect_uri_mismatch', 'Bad Request')
  if (!isVerified(grant, form.get('code_verifier'))) return refused('invalid_grant', 'Invalid code verifier.')
  const id_token = await sign(identity, grant)
  const body = {
    access_token: randomBytes(60).toString('base64url'),
    expires_in: tokenLifeS,
    token_type: 'Bearer',
    scope: grant.scope,
    id_token,
  }
  return { status: 200, headers: { 'cache-control': 'no-store' }, body }
}

export const issuerOf = ({ sandbox, provider }: Identity): string =>
  `${sandbox.url()}/identity/${provider.name}`

async function sign(identity: Identity, { person, nonce }: Grant): Promise<string> {
  const { sandbox, provider, memory } = identity
  const { kid, privateKey } = await memory.key()
  const now = Math.floor(sandbox.now() / 1000)
  return new SignJWT({ ...provider.claims(person), ...(nonce !== undefined && { nonce }) })
    .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' })
    .setIssuer(issuerOf(identity))
    .setAudience(provider.clientId)
    .setSubject(person.sub)
    .setIssuedAt(now)
    .setExpirationTime(now + tokenLifeS)
    .sign(privateKey)
}
