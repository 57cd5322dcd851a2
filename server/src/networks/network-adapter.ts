import type { MediaKind, PostType } from '#domain/networks/model.ts'
import type { Mention } from '#domain/posts/model.ts'
import type { FailureReason } from '#domain/publishing/status.ts'
import type { AccountToken } from '#server/platform/session/seal.ts'

/** A connected account with its access in clear: only for the length of a call, never logged or stored. */
export type ConnectedAccount = {
  /** The network's own id of the page, professional account, organization or user. */
  readonly externalId: string
  readonly details: Readonly<Record<string, string>>
  readonly token: AccountToken
}

/** A photo, GIF or video of a post, as it was uploaded. Reading throws StoredFileMissing. */
export type PostMedia = {
  readonly kind: MediaKind
  readonly contentType: string
  readonly bytes: number
  /** In pixels and seconds; null where the file does not tell. */
  readonly width: number | null
  readonly height: number | null
  readonly seconds: number | null
  readonly altText: string
  /** A video's title; empty where none was given. */
  readonly title: string
  /** A video's keywords, as the network's search named them (document 2 section 7, "Video keyword tag search"). */
  readonly contentTags: readonly { readonly id: string; readonly name: string }[]
  /** The picture that stands for a video before it plays, where one was chosen. */
  readonly thumbnail: Picture | null
  /** Where anybody may read the file as it was uploaded. */
  readonly url: string
  read(): Promise<Buffer>
  /** The bytes from `start` up to and without `end`: videos are sent in pieces, never held whole. */
  readRange(start: number, end: number): Promise<Buffer>
  /** Stores a derived JPEG under an unguessable key of its own and says where a network may fetch it. */
  host(jpeg: Buffer): Promise<string>
}

/** A picture beside the post's own media: a video's thumbnail, a link card's. */
export type Picture = {
  readonly contentType: string
  readonly url: string
  read(): Promise<Buffer>
}

/** A link with what its card says; empty texts where nobody wrote one. */
export type LinkCard = {
  readonly url: string
  readonly title: string
  readonly description: string
  readonly picture: Picture | null
}

/** What is to be published, as approved. */
export type PostContent = {
  readonly type: PostType
  readonly message: string
  /** Those that stand in the message or the first comment: each network writes them in its own syntax. */
  readonly mentions: readonly Mention[]
  readonly firstComment: string
  /** The link of a link post, the main card of a link carousel; else null. */
  readonly link: LinkCard | null
  /** The further cards of a link carousel, in order. */
  readonly cards: readonly LinkCard[]
  /** In order. */
  readonly media: readonly PostMedia[]
}

/** Ids of what was uploaded already, by names of the adapter's own. An empty text is as good as none. */
export type Prepared = Readonly<Record<string, string>>

/** One publication on its way, as an adapter sees it. */
export type PublishTask = {
  readonly account: ConnectedAccount
  readonly content: PostContent
  readonly prepared: Prepared
  /** Stores ids as they come, so that a retry does not upload again. Throws when another worker has taken over. */
  savePrepared(ids: Prepared): Promise<void>
}

/** Each outcome carries the network's answer (cut, without tokens) for `last_social_api_response`. */
type Answered = { readonly response: string }

/** It is on the network. `permalink` null: to be asked for, or not to be had. */
export type Published = Answered & {
  readonly kind: 'published'
  readonly externalId: string
  readonly permalink: string | null
}
/** The network has it and still works on it: ask again. From `prepare` that is `prepare`, from `send` it is `lookUp`. */
export type Processing = Answered & { readonly kind: 'processing'; readonly retryAfterMs: number }
/**
 * The network will not take it. `mayBeOurs`: it refuses because it has the same post already, which may be this very one by an earlier
 * call whose answer was lost. `reason`: as exact as the answer tells, `rejected` where it does not.
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
  >
  readonly mayBeOurs: boolean
}
/** The access no longer works, or (`permission_missing`) is not enough: a person has to connect the account again. */
export type ReconnectNeeded = Answered & {
  readonly kind: 'reconnect_needed'
  readonly reason?: 'permission_missing'
}
/**
 * Certainly not applied: safe to send again, not before `retryAfterMs` where the network says so. `reason`: what it fails as when it
 * has not gone out in time; left out: a limit where the network named a time, else the network was down.
 */
export type NotSent = Answered & {
  readonly kind: 'not_sent'
  readonly retryAfterMs: number | null
  readonly reason?: 'limit_reached' | 'network_down'
}
/** Nobody knows. Never send again before looking. */
export type Unknown = Answered & { readonly kind: 'unknown' }

/**
 * What the one irreversible call led to: a closed union (house "Outcomes are closed unions"). Whoever takes it apart switches over
 * `kind` and ends in `neverOutcome`, so that a new outcome does not compile until each place has decided.
 */
export type Outcome = Published | Processing | Rejected | ReconnectNeeded | NotSent | Unknown

/** What the repeatable preparation led to. Nothing is public by then, so it is never `unknown`. */
export type Preparation = { readonly kind: 'ready' } | Exclude<Outcome, Published | Unknown>

/**
 * What reading the account back says of a call whose answer was lost. `externalId` null: live, but its id is not known. `matchedByContent`: it was
 * known by what it says and when, not by an id of its own upload, so that another post that says the same may be meant.
 */
export type LookUpResult =
  | {
      readonly kind: 'present'
      readonly externalId: string | null
      readonly permalink: string | null
      readonly matchedByContent?: true
    }
  | { readonly kind: 'absent' }
  | (Answered & { readonly kind: 'cannot_tell' })

/**
 * What to look for: posts since the (first) call, without those known to be another publication's. `askedAt`: the present by the same clock
 * as `sentAt`, so that the network's own time of the call can be told from its answer; left out: the clocks are taken to agree.
 */
export type LookUpQuery = {
  readonly sentAt: Date
  readonly askedAt?: Date
  readonly excludedIds: ReadonlySet<string>
}

/**
 * What became of the first comment; the post is live either way. `not_added`: refused, trying again changes nothing. `not_sent`:
 * certainly not applied, safe to try again. `unknown`: the answer was lost; looked for before anything else.
 */
export type FirstComment =
  | { readonly kind: 'added'; readonly externalId: string }
  | (Answered & { readonly kind: 'not_added' })
  | NotSent
  | Unknown

/** The port: what publishing needs of a network (networks.md part 7). No method throws for what a network answers. */
export type NetworkAdapter = {
  /** Uploads and containers. May run any number of times; nothing of it is public. */
  prepare(task: PublishTask): Promise<Preparation>
  /** THE one irreversible call: exactly one request, never repeated in here. */
  send(task: PublishTask): Promise<Outcome>
  lookUp(task: PublishTask, search: LookUpQuery): Promise<LookUpResult>
  /**
   * What a post has in common with all for which a look could take it; null, or left out: it is told apart from any other by ids of its
   * own. Of those that have it in common never two of one account are on their way at once (decision 23).
   */
  duplicateKey?(content: PostContent): string | null
  /** The public address of a live post; null when it is not to be had. */
  findPermalink(account: ConnectedAccount, externalId: string): Promise<string | null>
  /** Exactly one request. `mentions`: the content's, for a network that writes them in a syntax of its own. */
  addFirstComment(
    account: ConnectedAccount,
    externalId: string,
    text: string,
    mentions?: readonly Mention[],
  ): Promise<FirstComment>
  /** Whether the account's own comment with this text stands under the post. Left out: nobody can tell. */
  findFirstComment?(
    account: ConnectedAccount,
    externalId: string,
    text: string,
    mentions?: readonly Mention[],
  ): Promise<LookUpResult>
}

/** The end of a switch over all outcomes: does not compile while one is left. */
export const unhandledOutcome = (outcome: never): never => {
  throw new Error(`an outcome nobody decided about: ${JSON.stringify(outcome)}`)
}
