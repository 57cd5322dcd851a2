/** What belongs to one attempt. `state`, `nonce` and `verifier` are random, and never the same twice. */
export type SignInAttempt = { readonly state: string; readonly nonce: string; readonly verifier: string }

/** Somebody, as a provider has signed it. `issuer` and `subject` together never mean anybody else. */
export type VerifiedPerson = {
  readonly issuer: string
  readonly subject: string
  /** Null when it is not told. */
  readonly email: string | null
  readonly isEmailVerified: boolean
  /** The company domain that the provider runs the person's mail for (Google's `hd`). */
  readonly hostedDomain: string | null
  readonly givenName: string | null
  readonly familyName: string | null
}

/**
 * What came of a return. `refused`: the code, the token or what it says is not right. `unavailable`: no answer, or one that says nothing
 * about the person. `reason` is for the log and holds no secret.
 */
export type SignInResult =
  | { readonly kind: 'verified'; readonly person: VerifiedPerson }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unavailable'; readonly reason: string }

/** A provider of identities (OpenID Connect code flow with PKCE). The port behind which Google and Apple stand. */
export type IdentityProvider = {
  /** Where the browser goes. @throws ProviderUnavailable when the provider does not say where that is */
  authorizationUrl(attempt: SignInAttempt): Promise<string>
  /** Exchanges a code for who the person is. `now` is what a token's expiry is held against. */
  redeemCode(code: string, attempt: SignInAttempt, now: Date): Promise<SignInResult>
}

export class ProviderUnavailable extends Error {}
