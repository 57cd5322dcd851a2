import type * as contract from '#domain/accounts/contract.ts'
import { type Provider, providerNames } from '#domain/accounts/providers.ts'
import type { Answer } from '#domain/kernel/endpoint.ts'
import { type Failure, fail, isFailure } from '#domain/kernel/failure.ts'
import { identityProviders } from '#server/identity/configured.ts'
import type { VerifiedPerson } from '#server/identity/provider.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { PoolCall } from '#server/platform/http/route.ts'
import { inTransaction } from '#server/platform/http/transaction.ts'
import { findBrowserHash } from '#server/platform/session/browser-cookie.ts'
import { hashSecret } from '#server/platform/session/links.ts'
import { beginOrAsk } from '../ask-second-factor.ts'
import { signInByIdentity } from './identity-sign-in.ts'

type OauthCallback = {
  readonly code: string
  readonly state: string
  readonly invitation?: string | undefined
}
type Outcome = Answer<typeof contract.signInWithGoogle>

/** Consumes the attempt: of two callbacks at once one gets it, and another browser gets nothing and uses nothing up. */
const consumeAttempt = async (
  { db, now, services, cookies }: PoolCall,
  provider: Provider,
  state: string,
) => {
  const browserHash = findBrowserHash(services.config.publicUrl, cookies)
  if (!browserHash) return null
  const row = await db
    .deleteFrom('sign_in_attempts')
    .where('state_hash', '=', hashSecret(state))
    .where('browser_hash', '=', browserHash)
    .where('provider', '=', provider)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
  return row ? { ...row, browserHash } : null
}

type Refusal = Failure<'not_found' | 'provider_refused' | 'provider_unavailable'>

/** Asks the provider who has signed in. The attempt is used up before, whatever the answer. */
export const askProvider = async (
  provider: Provider,
  { code, state }: OauthCallback,
  { nonce, verifier }: { readonly nonce: string; readonly verifier: string },
  { services, now, log }: Pick<PoolCall, 'services' | 'now' | 'log'>,
): Promise<VerifiedPerson | Refusal> => {
  const identityProvider = identityProviders(services.config)[provider]
  if (!identityProvider) return fail('not_found')
  const proof = await identityProvider.redeemCode(code, { state, nonce, verifier }, now)
  if (proof.kind === 'verified') return proof.person
  log.warn({ provider, reason: proof.reason }, 'a sign-in at a provider failed')
  const values = { provider: providerNames[provider] }
  return fail(proof.kind === 'refused' ? 'provider_refused' : 'provider_unavailable', { values })
}

/** Exchanges the provider's callback for a session; account and session are created in one transaction. */
const handleOauthCallback = async (
  provider: Provider,
  returned: OauthCallback,
  call: PoolCall,
): Promise<Outcome> => {
  const { services, now } = call
  if (!identityProviders(services.config)[provider]) return fail('not_found')
  const attempt = await consumeAttempt(call, provider, returned.state)
  if (!attempt) return fail('sign_in_ended')
  const proven = await askProvider(provider, returned, attempt, call)
  if (isFailure(proven)) return proven
  const { given_name, family_name, browserHash } = attempt
  const person = {
    ...proven,
    givenName: proven.givenName ?? given_name,
    familyName: proven.familyName ?? family_name,
  }
  const work = async (tx: Tx): Promise<Outcome> => {
    const entered = await signInByIdentity(tx, {
      provider,
      person,
      services,
      browserHash,
      now,
      invitation: returned.invitation,
      address: call.address,
    })
    return isFailure(entered) ? entered : beginOrAsk(tx, entered.userId, now, call)
  }
  // The identity that waits for a password must stay; this failure has written nothing else.
  return inTransaction(services.db, work, ({ code }) => code === 'password_first')
}

const signInWithBody =
  (provider: Provider) =>
  ({ body }: { readonly body: OauthCallback }, call: PoolCall): Promise<Outcome> =>
    handleOauthCallback(provider, body, call)

export const signInWithGoogle = signInWithBody('google')
export const signInWithApple = signInWithBody('apple')
