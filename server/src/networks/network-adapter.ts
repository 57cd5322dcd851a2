import type { MediaKind, PostType } from '#domain/networks/model.ts'
import type { Mention } from '#domain/posts/model.ts'
import type { FailureReason } from '#domain/publishing/status.ts'
import type { AccountToken } from '#server/platform/session/seal.ts'

/** A connected account with its decrypted access token: only for the duration of a call, never logged or stored. */
export type ConnectedAccount = {
  /** The network's own id of the page, professional account, organization or user. */
  readonly externalId: string
  readonly details: Readonly<Record<string, string>>
  readonly token: AccountToken
  /** Whose month its calls are counted in, where they cost money; left out while it is being connected. */
  readonly projectId?: number
}

/** An uploaded photo, GIF or video of a post. Reading throws StoredFileMissing. */
export type PostMedia = {
  readonly kind: MediaKind
  readonly contentType: string
  readonly bytes: number
  /** In pixels and seconds; null if unknown. */
  readonly width: number | null
  readonly height: number | null
  readonly seconds: number | null
  readonly altText: string
  /** A video's title; empty where none was given. */
  readonly title: string
  /** A video's keywords from the network's search (docs/product/facebook.md "Video keywords"). */
  readonly contentTags: readonly { readonly id: string; readonly name: string }[]
  /** The chosen thumbnail of a video. */
  readonly thumbnail: Picture | null
  /** The public URL of the unchanged file. */
  readonly url: string
  read(): Promise<Buffer>
  /** The bytes from `start` to before `end`. Videos are sent in parts and never held in memory as a whole. */
  readRange(start: number, end: number): Promise<Buffer>
  /** Stores a derived JPEG under an unguessable key and returns its public URL. */
  host(jpeg: Buffer): Promise<string>
}

/** A picture other than the post's media: a video's thumbnail or a link card's picture. */
export type Picture = {
  readonly contentType: string
  readonly url: string
  read(): Promise<Buffer>
}

/** A link and its card; texts are empty if not given. */
export type LinkCard = {
  readonly url: string
  readonly title: string
  readonly description: string
  readonly picture: Picture | null
}

/** The approved content to publish. */
export type PostContent = {
  readonly type: PostType
  readonly message: string
  /** The mentions in the message and the first comment; each network has its own syntax for them. */
  readonly mentions: readonly Mention[]
  readonly firstComment: string
  /** The link of a link post or the main card of a link carousel; else null. */
  readonly link: LinkCard | null
  /** The other cards of a link carousel, in order. */
  readonly cards: readonly LinkCard[]
  /** In order. */
  readonly media: readonly PostMedia[]
}

/** Ids of previous uploads, under names that the adapter chooses. An empty text counts as none. */
export type Prepared = Readonly<Record<string, string>>

/** What an adapter works with to publish one post. */
export type PublishTask = {
  readonly account: ConnectedAccount
  readonly content: PostContent
  readonly prepared: Prepared
  /** When a call with this content may first have reached the network; null: never. */
  readonly firstSentAt: Date | null
  /** `may`: an admin answers for what an earlier attempt may have left. Null: there was none. */
  readonly lookUpFirst: 'must' | 'may' | null
  /** Saves ids at once, so that a retry does not upload again. Throws if another worker has taken over. */
  savePrepared(ids: Prepared): Promise<void>
}

/** Each outcome has the network's answer (shortened, without tokens) for `last_social_api_response`. */
type Answered = { readonly response: string }

/** The post is live. A null `permalink` has to be read separately or is not available. */
export type Published = Answered & {
  readonly kind: 'published'
  readonly externalId: string
  readonly permalink: string | null
}
/** The network is still processing: call `prepare` again after `prepare`, or `lookUp` after `send`. */
export type Processing = Answered & { readonly kind: 'processing'; readonly retryAfterMs: number }
/**
 * The network refuses the post. `mayBeOurs`: because it already has the same post, which may be this one from an earlier call whose answer
 * was lost. `reason` is as exact as the answer allows, else `rejected`.
 */
export type Rejected = Answered & {
  readonly kind: 'rejected'
  readonly reason: Extract<
    FailureReason,
    | 'rejected'
    | 'not_supported'
    | 'media_missing'
    | 'media_refused'
    | 'duplicate_refused'
    | 'account_restricted'
    | 'app_misconfigured'
    | 'not_permitted'
  >
  readonly mayBeOurs: boolean
}
/** The access no longer works or lacks a permission (`permission_missing`): a person has to reconnect the account. */
export type ReconnectNeeded = Answered & {
  readonly kind: 'reconnect_needed'
  readonly reason?: 'permission_missing'
}
/**
 * Certainly not applied, so it is safe to send again, after `retryAfterMs` if the network says so. `reason` is used if it cannot be sent in
 * time; if left out, it is a limit if the network named a time, else an outage.
 */
export type NotSent = Answered & {
  readonly kind: 'not_sent'
  readonly retryAfterMs: number | null
  readonly reason?: 'limit_reached' | 'network_down'
}
/** Unknown whether it was applied. Never send again before a look-up. */
export type Unknown = Answered & { readonly kind: 'unknown' }

/**
 * The outcome of the irreversible call (docs/product/networks.md "Publishing"). Code that handles it switches over `kind` and ends with
 * `unhandledOutcome`, so that a new outcome does not compile until every place handles it.
 */
export type Outcome = Published | Processing | Rejected | ReconnectNeeded | NotSent | Unknown

/** The outcome of the repeatable preparation. Nothing is public yet, so it is never `unknown`. */
export type Preparation = { readonly kind: 'ready' } | Exclude<Outcome, Published | Unknown>

/** A post of lost time that a look-up met on the account, other than those of `excludedIds`. */
export type SeenPost = { readonly externalId: string; readonly permalink: string | null }

/**
 * What reading the account shows about a call whose answer was lost. `externalId` null: live, but its id is not known.
 * `matchedByContent`: it was recognised by its text and time, not by an id of its own upload, so another post with the same content
 * may have been found. `publishedAt`: when, by the network's clock; left out where the network does not tell it. `others`: what appeared
 * on the account in lost time, as far as the look-up has read it; left out where there was nothing.
 */
export type LookUpResult =
  | {
      readonly kind: 'present'
      readonly externalId: string | null
      readonly permalink: string | null
      readonly matchedByContent?: true
      readonly publishedAt?: Date
    }
  | { readonly kind: 'absent'; readonly others?: readonly SeenPost[] }
  | (Answered & {
      readonly kind: 'cannot_tell'
      /** The account was read, and reading it again says no more: a person has to look. */
      readonly isFinal?: true
    })

/**
 * What to look for: posts since the (first) call, except those of other publications. `askedAt` is the current time by the same clock as
 * `sentAt`, to compare it with the network's clock; if left out, the clocks are assumed to agree. `lostUntil`: until then an attempt may
 * have been made that the database knows nothing of (decision 107), so a post is also recognised by its content, and one that nothing but
 * the number of its files speaks for is uncertain. `lostFrom`: since when; all that appeared in between is of interest (decision 157).
 */
export type LookUpQuery = {
  readonly sentAt: Date
  readonly askedAt?: Date
  readonly lostFrom?: Date | undefined
  readonly lostUntil?: Date | undefined
  readonly excludedIds: ReadonlySet<string>
}

/**
 * The outcome of the first comment; the post is live in any case. `not_added`: refused, retrying does not help. `not_sent`: certainly not
 * applied, safe to retry. `unknown`: the answer was lost, so look for it first.
 */
export type FirstComment =
  | { readonly kind: 'added'; readonly externalId: string }
  | (Answered & { readonly kind: 'not_added' })
  | NotSent
  | Unknown

/** The port for publishing to a network (docs/product/networks.md "Publishing"). No method throws because of a network's answer. */
export type NetworkAdapter = {
  /** Uploads and containers. Can run any number of times; nothing is public afterwards. */
  prepare(task: PublishTask): Promise<Preparation>
  /** THE irreversible call: exactly one request, never repeated here. */
  send(task: PublishTask): Promise<Outcome>
  lookUp(task: PublishTask, search: LookUpQuery): Promise<LookUpResult>
  /**
   * A key shared by all posts that a look-up could mistake for one another; null or undefined if ids of its own upload distinguish it
   * from all others. Of the posts with one key, an account never has two in flight at once (decision 23).
   */
  duplicateKey?(content: PostContent): string | null
  /** The public URL of a live post; null if it is not available. */
  findPermalink(account: ConnectedAccount, externalId: string): Promise<string | null>
  /** Exactly one request. `mentions`: the content's, for a network that writes them in a syntax of its own. */
  addFirstComment(
    account: ConnectedAccount,
    externalId: string,
    text: string,
    mentions?: readonly Mention[],
  ): Promise<FirstComment>
  /** Looks for the account's own comment with this text. Left out if the network offers no way. */
  findFirstComment?(
    account: ConnectedAccount,
    externalId: string,
    text: string,
    mentions?: readonly Mention[],
  ): Promise<LookUpResult>
}

/** Ends a switch over all outcomes; does not compile while one is unhandled. */
export const unhandledOutcome = (outcome: never): never => {
  throw new Error(`unhandled outcome: ${JSON.stringify(outcome)}`)
}
