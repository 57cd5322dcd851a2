import type { AccountToken } from '#server/platform/session/seal.ts'
import type { ConnectedAccount } from './network-adapter.ts'

/** Access that a network granted. `expiresAt` null: it has no end of its own. */
export type AccessGrant = {
  readonly token: AccountToken
  readonly expiresAt: Date | null
  /** The permissions really granted, in the network's words; empty where it does not tell. */
  readonly scopes: readonly string[]
}

/** A page, professional account, organization or user that may be connected, with the access to speak for it. */
export type AccountChoice = {
  readonly externalId: string
  /** What it is called. */
  readonly name: string
  /** `account_details` of the connected account: the field that document 1 section 3 names, and what adapters need. */
  readonly details: Readonly<Record<string, string>>
  readonly logoUrl: string | null
  readonly grant: AccessGrant
  /** Permissions that publishing needs and the person did not give, in the network's words; empty when all is well. */
  readonly lacks: readonly string[]
}

/**
 * Why connecting came to nothing. `denied`: the person said no. `invalid`: a code, token or verifier that is used, old or not ours.
 * `permission`: the app or the person lacks a right. `down`: try later. `response` is the network's answer, cut and without tokens.
 */
export type ConnectRefused = {
  readonly kind: 'refused'
  readonly reason: 'denied' | 'invalid' | 'permission' | 'down'
  readonly response: string
}

export type AccessGranted = { readonly kind: 'granted'; readonly grant: AccessGrant }
export type AccountChoices = { readonly kind: 'choices'; readonly choices: readonly AccountChoice[] }

/** What a look at a connected account's access says. */
export type AccessHealth =
  | { readonly kind: 'works'; readonly expiresAt: Date | null }
  | { readonly kind: 'reconnect_needed'; readonly response: string }
  | { readonly kind: 'cannot_tell'; readonly response: string }

type AccessUpkeep = {
  /** Asks the network whether the access still works, and until when. Never changes it. */
  check(account: ConnectedAccount): Promise<AccessHealth>
  /** New access for old, where the network gives one without the person; null where only the person can. */
  readonly refresh: ((account: ConnectedAccount) => Promise<AccessGranted | ConnectRefused>) | null
  /**
   * Gives the access back when the account was removed; best effort, and left out where the network has no such call, or where it would
   * end the access of the person's other accounts as well.
   */
  readonly revoke?: (account: ConnectedAccount) => Promise<void>
}

/** The network's own script asks in the browser and hands a short-lived token to the page (Facebook, Instagram). */
export type BrowserConnector = AccessUpkeep & {
  readonly way: 'browser'
  /** The permissions to ask for (document 1 section 2, "Connection flows"). */
  readonly scopes: readonly string[]
  /** A long-lived token for the short-lived one. */
  exchange(shortLived: string): Promise<AccessGranted | ConnectRefused>
  /** All of them, page by page. */
  listChoices(grant: AccessGrant): Promise<AccountChoices | ConnectRefused>
}

/** OAuth 2: an address to go to, and a code to come back with (LinkedIn). */
export type CodeConnector = AccessUpkeep & {
  readonly way: 'code'
  authorizationLink(request: { readonly state: string; readonly callbackUrl: string }): string
  exchange(answer: {
    readonly code: string
    readonly callbackUrl: string
  }): Promise<AccessGranted | ConnectRefused>
  listChoices(grant: AccessGrant): Promise<AccountChoices | ConnectRefused>
}

/** OAuth 1.0a: a request token, an address to go to, a verifier to come back with (Twitter). */
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
  /** The one account that said yes. */
  finish(answer: {
    readonly token: string
    readonly secret: string
    readonly verifier: string
  }): Promise<AccountChoices | ConnectRefused>
}

/** The port of connecting: one of three ways, a network's own. No method throws for what a network answers. */
export type Connector = BrowserConnector | CodeConnector | RequestTokenConnector
