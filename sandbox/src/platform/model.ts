import type {
  Charge,
  Customer,
  GatewayMessage,
  Invoice,
  PaymentCard,
  Price,
  SetupIntent,
  Subscription,
  TaxRate,
} from './gateway-model.ts'
import type { PushMessage, PushSubscriber } from './push-model.ts'
/** The four networks the sandbox stands in for. */
export const networks = ['facebook', 'instagram', 'linkedin', 'twitter'] as const
export type SocialNetwork = (typeof networks)[number]

export function isSocialNetwork(value: unknown): value is SocialNetwork {
  return networks.some(network => network === value)
}

/** What every stored object carries. `created_at` is epoch milliseconds; `parent` groups comments under a post. */
export type Stored = {
  id: string
  network: SocialNetwork
  account: string
  created_at: number
  parent?: string
}

/** A page, professional account, organization or user that posts are published to. */
export type SandboxAccount = Stored & {
  brand: string
  name: string
  handle: string
  about: string
  logo: string
  account_details: Record<string, string>
  /** How many posts a day the account may publish, if not the network's usual number. */
  publishing_quota?: number
}

/**
 * Somebody who logs in at a network and administers accounts there. Facebook's people are also Instagram's; on Twitter the account
 * itself logs in, so it has no people. `account` repeats the id.
 */
export type Person = Stored & {
  name: string
  email: string
  /** Ids of the pages or organizations that the person administers. */
  administers: string[]
  /** Facebook's: businesses that the person belongs to. */
  businesses?: Business[]
}

/** A business with the ids of its own pages and its clients' pages. The person gets tokens only for the assigned ones. */
export type Business = { id: string; name: string; owned: string[]; client: string[]; assigned: string[] }

/**
 * An access token. `secret` is set only if requests are signed with it. `account` is whom it acts for: a page, an organization, a user, or
 * the person of a user token.
 */
export type Token = Stored & {
  secret?: string
  state: 'active' | 'expired' | 'revoked'
  /** The person who granted the access, if there was one. */
  person?: string
  /** The permissions granted; absent for the demo accounts' own tokens, which may do everything. */
  scopes?: string[]
  /** Permissions requested and not granted. */
  declined?: string[]
  /** Epoch milliseconds; absent if the token does not expire. */
  expires_at?: number
  /** Set for user tokens and refresh tokens. */
  use?: 'short_lived' | 'long_lived' | 'refresh'
}

/** A step of a login in progress: an authorization code or a request token. Works once. */
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
 * An uploaded or fetched photo, GIF or video. Its bytes are in the media folder once `ready_at` is set. Width and height are 0 if the
 * file does not say.
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
  /** A video's description, which becomes the text of its post. */
  description?: string
  /** File of the still that stands for a video. */
  thumbnail?: string
  /** The ids of its keywords. */
  content_tags?: string[]
  /** When the network has finished processing it; absent while its bytes are awaited. */
  ready_at?: number
  /** When a published video begins to say so, if that is late. */
  public_at?: number
  /** Why processing failed, in the network's words. */
  failure?: string
  /** How its colours look to people, if not as they are: networks take such files without a word. */
  shown_as?: 'washed out' | 'other colours' | 'sideways'
  /** The edge by which a Facebook page got its video. */
  edge?: 'videos' | 'video_reels' | 'video_stories'
  /** The post that shows it. Networks accept an upload once. */
  used_by?: string
  /** When publishing it was first tried, whatever the outcome. */
  attempted_at?: number
  /** Publicly reachable under a name that does not reveal the upload's id. */
  file: string
}

/** A file that is uploaded in parts, which are in the media folder until it is complete. */
export type Upload = Stored & {
  media: string
  mime: string
  size: number
  edge?: Media['edge']
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

/** A hashtag that an Instagram account has searched for; 30 different ones a week are allowed. */
export type SearchedHashtag = Stored & { word: string }

/** A photo, GIF or video as a post shows it. */
export type PostMedia = { media: string; alt_text?: string; title?: string }
/** A card of a link carousel. */
export type Card = { url: string; title?: string; description?: string; picture?: string }
export type Article = { url: string; title?: string; description?: string; thumbnail?: string }

/** A live post. `text` is what readers see, `source` what the client sent and the network stores. */
export type Post = Stored & {
  text: string
  source: string
  /** The names of mentioned pages in the text, which are links there. */
  mentions?: string[]
  article?: Article
  /** In the order shown. */
  media: PostMedia[]
  /** A link carousel's, in order. */
  cards?: Card[]
  /** When a story disappears from the public page (epoch milliseconds). */
  story_until?: number
  /** Equal for two posts that the network considers duplicates. */
  content_digest: string
  shortcode?: string
  in_reply_to?: string
}

export type Comment = Stored & { parent: string; text: string; author: string; mentions?: string[] }

/** One publish call, whatever its outcome, so that tests can count attempts. */
export type PublishCall = Stored & { outcome: string; fault?: string; object?: string }

/** A request signature's nonce, remembered so that a replay is refused. */
export type Nonce = Stored

/** The kinds of calls that a fault can affect. `publish` is the irreversible one. */
export type FaultTarget =
  | 'publish'
  | 'read_back'
  | 'prepare'
  | 'processing'
  | 'publication'
  | 'comment'
  | 'permalink'
  | 'insights'
  | 'figures'
  | 'login'

type FaultKind = { readonly target: FaultTarget; readonly description: string }

/** The faults that can be switched on, and which calls they affect. */
export const faultKinds = {
  error_before: { target: 'publish', description: 'Publishing answers 500 and stores nothing' },
  error_after: { target: 'publish', description: 'Publishing stores the post, then answers 500' },
  lost_answer: { target: 'publish', description: 'Publishing stores the post, then cuts the connection' },
  slow: { target: 'publish', description: 'Publishing answers after a delay (delay_ms)' },
  rate_limited: {
    target: 'publish',
    description: 'Publishing answers that the rate limit is reached and stores nothing',
  },
  out_of_credits: {
    target: 'publish',
    description: 'Publishing answers that what was paid for is used up and stores nothing',
  },
  expired: { target: 'publish', description: 'Publishing answers that the token has expired' },
  revoked: { target: 'publish', description: 'Publishing answers that the token was revoked' },
  malformed: {
    target: 'publish',
    description: 'Publishing stores the post, then answers with an unreadable body',
  },
  readback_down: { target: 'read_back', description: 'Reading posts back answers 500' },
  prepare_error: {
    target: 'prepare',
    description: 'An upload or a container answers 500 and stores nothing',
  },
  prepare_limited: {
    target: 'prepare',
    description: 'An upload or a container answers that the rate limit is reached',
  },
  processing_failed: { target: 'processing', description: 'The network cannot process the next upload' },
  processing_forever: { target: 'processing', description: 'The network never finishes the next upload' },
  publishing_slow: {
    target: 'publication',
    description: 'A video of a page was taken, and says for a while that nobody published it (delay_ms)',
  },
  comment_refused: { target: 'comment', description: 'The first comment is refused' },
  comment_lost: { target: 'comment', description: 'The first comment is stored, then the connection is cut' },
  permalink_down: { target: 'permalink', description: 'Reading a post’s permalink answers 500' },
  metric_dead: { target: 'insights', description: 'The network no longer knows one of the metrics' },
  figures_half: { target: 'figures', description: 'Half of the metrics answer 500' },
  figures_limited: { target: 'figures', description: 'Figures answer that the rate limit is reached' },
  figures_empty: { target: 'figures', description: 'The newest day has no figures' },
  figures_slow: { target: 'figures', description: 'Figures are answered after a delay (delay_ms)' },
  login_refused: { target: 'login', description: 'Exchanging a login for access is refused' },
} as const satisfies Record<string, FaultKind>
export type FaultName = keyof typeof faultKinds

/** An empty `account` means every account of the network; a null `remaining` means until it is removed. */
export type Fault = Stored & {
  fault: FaultName
  times: number | null
  remaining: number | null
  hits: number
  delay_ms?: number
  retry_after?: number
}

/** A received email, stored once for each recipient. `account` is the recipient's address in lower case; `network` is none of the four. */
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
  /** All header lines, unchanged and in order. */
  headers: { name: string; value: string }[]
}

export type ChatServiceName = 'slack' | 'teams'

/** An incoming webhook of a channel. `archived`: of Slack the channel, of Teams the workflow that is switched off. */
export type ChatHook = {
  id: string
  network: 'chat'
  account: string
  created_at: number
  parent?: string
  service: ChatServiceName
  name: string
  secret: string
  state: 'active' | 'removed' | 'archived' | 'forbidden'
}

/** A message that a service took; `account` is its webhook. */
export type ChatMessage = {
  id: string
  network: 'chat'
  account: string
  created_at: number
  parent?: string
  /** As people read it; null: it never got into the channel. */
  shown: string | null
  mentions: string[]
  problem?: string
  payload: unknown
}

/** A design at the design tool. `account` is its owner; `network` is none of the four. Colours are `#rrggbb`. */
export type Design = {
  id: string
  network: 'canva'
  account: string
  created_at: number
  parent?: string
  updated_at: number
  title: string
  width: number
  height: number
  template: string
  text: string
  small_text: string
  background: string
  colour: string
  /** Where its app takes people back. */
  return_url: string
}

/** An export of a design. A null `done_at` never ends. */
export type DesignExport = {
  id: string
  network: 'canva'
  account: string
  created_at: number
  parent?: string
  design: string
  done_at: number | null
  failure?: string
  file?: string
}

/** Access to somebody's designs, or a refresh token, which works once. Tokens of one login share their `login`. */
export type DesignToken = {
  id: string
  network: 'canva'
  account: string
  created_at: number
  parent?: string
  use: 'access' | 'refresh'
  login: string
  state: 'active' | 'used' | 'revoked'
  scope: string
  return_url: string
  expires_at: number
}

export type Kinds = {
  account: SandboxAccount
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
  price: Price
  tax_rate: TaxRate
  subscription: Subscription
  invoice: Invoice
  charge: Charge
  setup_intent: SetupIntent
  gateway_message: GatewayMessage
  design: Design
  design_export: DesignExport
  design_token: DesignToken
  chat_hook: ChatHook
  chat_message: ChatMessage
  push_subscriber: PushSubscriber
  push_message: PushMessage
}
export type Kind = keyof Kinds
