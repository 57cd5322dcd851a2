import type { AccountToken } from '#server/platform/session/seal.ts'
import type { Account } from './network-adapter.ts'

/** Access that a network granted. `expiresAt` null: it has no end of its own. */
export type Grant = {
  readonly token: AccountToken
  readonly expiresAt: Date | null
  /** The permissions really granted, in the network's words; empty where it does not tell. */
  readonly scopes: readonly string[]
}

/** A page, professional account, organization or user that may be connected, with the access to speak for it. */
export type Choice = {
  readonly externalId: string
  /** What it is called. */
  readonly name: string
  /** `account_details` of the connected account: the field that document 1 section 3 names, and what adapters need. */
  readonly details: Readonly<Record<string, string>>
  readonly logoUrl: string | null
  readonly grant: Grant
  /** Permissions that publishing needs and the person did not give, in the network's words; empty when all is well. */
  readonly lacks: readonly string[]
}

/**
 * Why connecting came to nothing. `denied`: the person said no. `invalid`: a code, token or verifier that is used, old or not ours.
 * `permission`: the app or the person lacks a right. `down`: try later. `response` is the network's answer, cut and without tokens.
 */
export type Refused = {
  readonly kind: 'refused'
  readonly reason: 'denied' | 'invalid' | 'permission' | 'down'
  readonly response: string
}

export type Granted = { readonly kind: 'granted'; readonly grant: Grant }
export type Choices = { readonly kind: 'choices'; readonly choices: readonly Choice[] }

/** What a look at a connected account's access says. */
export type Health =
  | { readonly kind: 'works'; readonly expiresAt: Date | null }
  | { readonly kind: 'reconnect_needed'; readonly response: string }
  | { readonly kind: 'cannot_tell'; readonly response: string }

type Keeping = {
  /** Asks the network whether the access still works, and until when. Never changes it. */
  check(account: Account): Promise<Health>
  /** New access for old, where the network gives one without the person; null where only the person can. */
  readonly refresh: ((account: Account) => Promise<Granted | Refused>) | null
  /**
   * Gives the access back when the account was removed; best effort, and left out where the network has no such call, or where it would
   * end the access of the person's other accounts as well.
   */
  readonly revoke?: (account: Account) => Promise<void>
}

/** The network's own script asks in the browser and hands a short-lived token to the page (Facebook, Instagram). */
export type BrowserConnector = Keeping & {
  readonly way: 'browser'
  /** The permissions to ask for (document 1 section 2, "Connection flows"). */
  readonly scopes: readonly string[]
  /** A long-lived token for the short-lived one. */
  exchange(shortLived: string): Promise<Granted | Refused>
  /** All of them, page by page. */
  listChoices(grant: Grant): Promise<Choices | Refused>
}

/** OAuth 2: an address to go to, and a code to come back with (LinkedIn). */
export type CodeConnector = Keeping & {
  readonly way: 'code'
  authorizationLink(request: { readonly state: string; readonly callbackUrl: string }): string
  exchange(answer: { readonly code: string; readonly callbackUrl: string }): Promise<Granted | Refused>
  listChoices(grant: Grant): Promise<Choices | Refused>
}

/** OAuth 1.0a: a request token, an address to go to, a verifier to come back with (Twitter). */
export type RequestTokenConnector = Keeping & {
  readonly way: 'request_token'
  begin(callbackUrl: string): Promise<
    | {
        readonly kind: 'begun'
        readonly token: string
        readonly secret: string
        readonly authorizationLink: string
      }
    | Refused
  >
  /** The one account that said yes. */
  finish(answer: {
    readonly token: string
    readonly secret: string
    readonly verifier: string
  }): Promise<Choices | Refused>
}

/** The port of connecting: one of three ways, a network's own. No method throws for what a network answers. */
export type Connector = BrowserConnector | CodeConnector | RequestTokenConnector
