/** The four networks the sandbox stands in for. */
export const networks = ['facebook', 'instagram', 'linkedin', 'twitter'] as const
export type Network = (typeof networks)[number]

export function isNetwork(value: unknown): value is Network {
  return networks.some(network => network === value)
}

/** What every stored object carries. `created_at` is epoch milliseconds; `parent` groups comments under a post. */
export type Stored = {
  id: string
  network: Network
  account: string
  created_at: number
  parent?: string
}

/** A page, professional account, organization or user that posts are published to. */
export type Account = Stored & {
  brand: string
  name: string
  handle: string
  about: string
  logo: string
  account_details: Record<string, string>
  /** How often a day the account may publish, where it is not the network's usual number. */
  publishing_quota?: number
}

/**
 * Somebody who logs in at a network and has a say in accounts there. Facebook's people serve Instagram too; on Twitter the account
 * itself is who logs in, so there are none. `account` repeats the id.
 */
export type Person = Stored & {
  name: string
  email: string
  /** Ids of the pages or organizations that the person administers. */
  administers: string[]
  /** Facebook's: businesses that the person belongs to. */
  businesses?: Business[]
}

/** A business with ids of pages: its own, and those it looks after for others. Only where the person is assigned a token is given. */
export type Business = { id: string; name: string; owned: string[]; client: string[]; assigned: string[] }

/**
 * An access token; `secret` only where requests are signed with it. `account` is who it speaks for: a page, an organization, a user, or
 * the person of a user token.
 */
export type Token = Stored & {
  secret?: string
  state: 'active' | 'expired' | 'revoked'
  /** Who gave the access, where a person did. */
  person?: string
  /** The permissions given; absent for the demo accounts' own tokens, which may do everything. */
  scopes?: string[]
  /** Permissions asked for and not given. */
  declined?: string[]
  /** Epoch milliseconds; absent where the token has no end of its own. */
  expires_at?: number
  /** What it is besides: a short-lived user token, a refresh token. */
  use?: 'short_lived' | 'long_lived' | 'refresh'
}

/** A step of a login under way: an authorization code, a request token. Used once. */
export type LoginStep = Stored & {
  secret?: string
  redirect_uri: string
  state?: string
  scopes: string[]
  person?: string
  verifier?: string
  expires_at: number
  used_at?: number
}

/**
 * An uploaded or fetched photo, GIF or video. Its bytes lie in the media folder once `ready_at` is set; sizes are 0 where the file does
 * not tell.
 */
export type Media = Stored & {
  kind: 'image' | 'gif' | 'video'
  mime: string
  size: number
  width: number
  height: number
  sha256: string
  alt_text?: string
  duration_ms?: number
  title?: string
  /** What is written beside a video; the text of its post. */
  description?: string
  /** File of the still that stands for a video. */
  thumbnail?: string
  /** Keywords, as their ids. */
  content_tags?: string[]
  /** When the network has finished processing it; absent while its bytes are awaited. */
  ready_at?: number
  /** Why processing failed, in the network's words. */
  failure?: string
  /** The post that shows it. Networks accept an upload once. */
  used_by?: string
  /** When publishing it was first tried, whatever came of it. */
  attempted_at?: number
  /** Publicly reachable under a name that does not reveal the upload's id. */
  file: string
}

/** A file that comes in pieces. The pieces lie in the media folder until it is whole. */
export type Upload = Stored & {
  media: string
  mime: string
  size: number
  parts: { index: number; first: number; size: number; etag: string; file: string }[]
  finished_at?: number
}

/** Instagram's step between media and a post. */
export type Container = Stored & {
  becomes: 'photo' | 'reel' | 'story' | 'item' | 'carousel'
  /** In order; several only in a carousel. */
  shown: PostMedia[]
  caption: string
  ready_at: number
  /** Why the media cannot be processed, in the network's words. */
  failure?: string
  published_as?: string
  attempted_at?: number
}

/** A hashtag that an Instagram account has asked for: 30 different ones a week. */
export type SearchedHashtag = Stored & { word: string }

/** A photo, GIF or video as a post shows it. */
export type PostMedia = { media: string; alt_text?: string; title?: string }
/** A card of a link carousel. */
export type Card = { url: string; title?: string; description?: string; picture?: string }
export type Article = { url: string; title?: string; description?: string; thumbnail?: string }

/** A live post. `text` is as a reader sees it, `source` as the client sent it and the network keeps it. */
export type Post = Stored & {
  text: string
  source: string
  article?: Article
  /** In the order shown. */
  media: PostMedia[]
  /** A link carousel's, in order. */
  cards?: Card[]
  /** A story: gone from the public page after this time (epoch milliseconds). */
  story_until?: number
  /** Equal for two posts that the network would call duplicates. */
  content_digest: string
  shortcode?: string
  in_reply_to?: string
}

export type Comment = Stored & { parent: string; text: string; author: string }

/** One arrival of the irreversible call, whatever it was answered: lets a test count attempts. */
export type PublishCall = Stored & { outcome: string; fault?: string; object?: string }

/** A request signature's nonce, remembered so that a replay is refused. */
export type Nonce = Stored

/** The calls that a fault may strike. `publish` is the irreversible one. */
export type FaultTarget =
  | 'publish'
  | 'read_back'
  | 'prepare'
  | 'processing'
  | 'comment'
  | 'permalink'
  | 'insights'
  | 'login'

type FaultKind = { readonly target: FaultTarget; readonly description: string }

/** What can be made to go wrong, and where. */
export const faultKinds = {
  error_before: { target: 'publish', description: 'Publishing answers 500, nothing stored' },
  error_after: { target: 'publish', description: 'Publishing stores the post, then answers 500' },
  lost_answer: { target: 'publish', description: 'Publishing stores the post, then cuts the connection' },
  slow: { target: 'publish', description: 'Publishing answers late (delay_ms)' },
  rate_limited: { target: 'publish', description: 'Publishing answers with the rate limit, nothing stored' },
  expired: { target: 'publish', description: 'Publishing says the token has expired' },
  revoked: { target: 'publish', description: 'Publishing says the token was revoked' },
  malformed: {
    target: 'publish',
    description: 'Publishing stores the post, then answers something unreadable',
  },
  readback_down: { target: 'read_back', description: 'Reading posts back answers 500' },
  prepare_error: { target: 'prepare', description: 'An upload or a container answers 500, nothing kept' },
  prepare_limited: { target: 'prepare', description: 'An upload or a container answers with the rate limit' },
  processing_failed: { target: 'processing', description: 'The network cannot process the next upload' },
  processing_forever: { target: 'processing', description: 'The network never finishes the next upload' },
  comment_refused: { target: 'comment', description: 'The first comment is refused' },
  permalink_down: { target: 'permalink', description: 'Reading a post’s address answers 500' },
  metric_dead: { target: 'insights', description: 'The network no longer knows one of the metrics' },
  login_refused: { target: 'login', description: 'Exchanging a login for access is refused' },
} as const satisfies Record<string, FaultKind>
export type FaultName = keyof typeof faultKinds

/** `account` is empty when every account of the network is struck; `remaining` is null until it is removed. */
export type Fault = Stored & {
  fault: FaultName
  times: number | null
  remaining: number | null
  hits: number
  delay_ms?: number
  retry_after?: number
}

/** A mail that came in, once for each address it was sent to. `account` is that address, lower-cased; `network` is none of the four. */
export type Mail = {
  id: string
  network: 'mail'
  account: string
  created_at: number
  parent?: string
  from: string
  to: string
  subject: string
  text: string
  html: string
  /** Every header line as it came, in its order. */
  headers: { name: string; value: string }[]
}

/**
 * A card that the gateway keeps, as far as it may be known: the number and the CVC are looked at when it comes, and stored nowhere. `account` is
 * the customer; `network` is none of the four.
 */
export type PaymentCard = {
  id: string
  network: 'cards'
  account: string
  created_at: number
  parent?: string
  brand: string
  last_four: string
  expiry_month: number
  expiry_year: number
  name: string
  country?: string
  /** How its bank behaves; see `testCards`. */
  behaviour: Behaviour
  /** How often its bank was asked for leave to charge it later. */
  confirmed: number
  detached?: boolean
}

export type Customer = {
  id: string
  network: 'cards'
  account: string
  created_at: number
  parent?: string
  name: string
}

/** How a card's bank behaves. */
export type Behaviour =
  | 'good'
  | 'declined'
  | 'no_funds'
  | 'expired'
  | 'wrong_cvc'
  | 'declined_later'
  | 'confirmation'

export type Kinds = {
  account: Account
  person: Person
  token: Token
  login_step: LoginStep
  upload: Upload
  media: Media
  container: Container
  asked_hashtag: SearchedHashtag
  post: Post
  comment: Comment
  publish_call: PublishCall
  nonce: Nonce
  fault: Fault
  mail: Mail
  card: PaymentCard
  customer: Customer
}
export type Kind = keyof Kinds
