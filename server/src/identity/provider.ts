/** The secrets of one sign-in attempt. `state`, `nonce` and `verifier` are random and used once. */
export type SignInAttempt = { readonly state: string; readonly nonce: string; readonly verifier: string }

/** A person as described by a signed ID token. `issuer` and `subject` together identify one person for ever. */
export type VerifiedPerson = {
  readonly issuer: string
  readonly subject: string
  /** Null when the provider does not share it. */
  readonly email: string | null
  readonly isEmailVerified: boolean
  /** The company domain whose mail the provider hosts (Google's `hd`). */
  readonly hostedDomain: string | null
  readonly givenName: string | null
  readonly familyName: string | null
}

/**
 * The result of redeeming a code. `refused`: the code or the ID token is not valid. `unavailable`: the provider gave no usable answer.
 * `reason` is for the log and contains no secret.
 */
export type SignInResult =
  | { readonly kind: 'verified'; readonly person: VerifiedPerson }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unavailable'; readonly reason: string }

/** An identity provider (OpenID Connect code flow with PKCE): the port that Google and Apple implement. */
export type IdentityProvider = {
  /** Where to send the browser. @throws ProviderUnavailable when discovery fails */
  authorizationUrl(attempt: SignInAttempt): Promise<string>
  /** Exchanges a code for a verified person. Token expiry is checked against `now`. */
  redeemCode(code: string, attempt: SignInAttempt, now: Date): Promise<SignInResult>
}

export class ProviderUnavailable extends Error {}
