import type { AccountToken } from '#server/platform/session/seal.ts'
import type { ConnectedAccount } from './network-adapter.ts'

/** Access that a network granted. A null `expiresAt` means that it does not expire. */
export type AccessGrant = {
  readonly token: AccountToken
  readonly expiresAt: Date | null
  /** The permissions actually granted, by the network's names; empty if it does not say. */
  readonly scopes: readonly string[]
}

/** A page, professional account, organization or user that can be connected, with access to it. */
export type AccountChoice = {
  readonly externalId: string
  /** Its display name. */
  readonly name: string
  /** `account_details` of the connected account (docs/product/networks.md "Networks and their names"), and what adapters need. */
  readonly details: Readonly<Record<string, string>>
  readonly logoUrl: string | null
  readonly grant: AccessGrant
  /** Permissions that publishing needs and the person did not grant, by the network's names. */
  readonly lacks: readonly string[]
}

/**
 * Why connecting failed. `denied`: the person declined. `invalid`: a code, token or verifier is used, expired or not ours.
 * `permission`: the app or the person lacks a permission. `down`: try again later. `response` is the network's answer, shortened and without tokens.
 */
export type ConnectRefused = {
  readonly kind: 'refused'
  readonly reason: 'denied' | 'invalid' | 'permission' | 'down'
  readonly response: string
}

export type AccessGranted = { readonly kind: 'granted'; readonly grant: AccessGrant }
export type AccountChoices = { readonly kind: 'choices'; readonly choices: readonly AccountChoice[] }

/** The state of a connected account's access. */
export type AccessHealth =
  | { readonly kind: 'works'; readonly expiresAt: Date | null }
  | { readonly kind: 'reconnect_needed'; readonly response: string }
  | { readonly kind: 'cannot_tell'; readonly response: string }

type AccessUpkeep = {
  /** Asks the network whether the access still works, and until when. Changes nothing. */
  check(account: ConnectedAccount): Promise<AccessHealth>
  /** Renews the access without the person; null if the network does not offer that. */
  readonly refresh: ((account: ConnectedAccount) => Promise<AccessGranted | ConnectRefused>) | null
  /**
   * Revokes the access when the account is removed, best effort. Left out if the network has no such call, or if the call would also
   * end the access of the person's other accounts.
   */
  readonly revoke?: (account: ConnectedAccount) => Promise<void>
}

/** The network's script logs in in the browser and gives the page a short-lived token (Facebook, Instagram). */
export type BrowserConnector = AccessUpkeep & {
  readonly way: 'browser'
  /** The permissions to request (docs/product/networks.md "Connecting an account"). */
  readonly scopes: readonly string[]
  /** Exchanges a short-lived token for a long-lived one. */
  exchange(shortLived: string): Promise<AccessGranted | ConnectRefused>
  /** Lists all choices. */
  listChoices(grant: AccessGrant): Promise<AccountChoices | ConnectRefused>
}

/** OAuth 2: an authorization link, and a code that comes back (LinkedIn). */
export type CodeConnector = AccessUpkeep & {
  readonly way: 'code'
  authorizationLink(request: { readonly state: string; readonly callbackUrl: string }): string
  exchange(answer: {
    readonly code: string
    readonly callbackUrl: string
  }): Promise<AccessGranted | ConnectRefused>
  listChoices(grant: AccessGrant): Promise<AccountChoices | ConnectRefused>
}

/** OAuth 1.0a: a request token, an authorization link, and a verifier that comes back (Twitter). */
export type RequestTokenConnector = AccessUpkeep & {
  readonly way: 'request_token'
  begin(callbackUrl: string): Promise<
    | {
        readonly kind: 'begun'
        readonly token: string
        readonly secret: string
        readonly authorizationLink: string
      }
    | ConnectRefused
  >
  /** Returns the account that granted access. */
  finish(answer: {
    readonly token: string
    readonly secret: string
    readonly verifier: string
  }): Promise<AccountChoices | ConnectRefused>
}

/** The port for connecting accounts, in one of three ways. No method throws because of a network's answer. */
export type Connector = BrowserConnector | CodeConnector | RequestTokenConnector
