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
}

/** An access token; `secret` only where requests are signed with it. */
export type Token = Stored & {
  secret?: string
  state: 'active' | 'expired' | 'revoked'
}

/** An uploaded or fetched photo. Its bytes lie in the media folder under the same id once `ready_at` is set. */
export type Media = Stored & {
  mime: string
  size: number
  width: number
  height: number
  sha256: string
  alt_text?: string
  /** When the network has finished processing it; absent while its bytes are awaited. */
  ready_at?: number
  /** The post that shows it. Networks accept an upload once. */
  used_by?: string
  /** Publicly reachable under a name that does not reveal the upload's id. */
  file: string
}

/** Instagram's step between a photo and a post. */
export type Container = Stored & {
  media: string
  caption: string
  alt_text?: string
  ready_at: number
  published_as?: string
  attempted_at?: number
}

export type Photo = { media: string; alt_text?: string }
export type Article = { url: string; title?: string; description?: string; thumbnail?: string }

/** A live post. `text` is as a reader sees it, `source` as the client sent it and the network keeps it. */
export type Post = Stored & {
  text: string
  source: string
  article?: Article
  photos: Photo[]
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

/** What can be made to go wrong. All but `readback_down` strike the irreversible publish call. */
export const faultNames = {
  error_before: 'Answers 500, nothing stored',
  error_after: 'Stores the post, then answers 500',
  lost_answer: 'Stores the post, then cuts the connection',
  slow: 'Answers late (delay_ms)',
  rate_limited: 'Answers with the rate limit, nothing stored',
  expired: 'Says the token has expired',
  revoked: 'Says the token was revoked',
  malformed: 'Stores the post, then answers something unreadable',
  readback_down: 'Answers 500 when posts are read',
} as const
export type FaultName = keyof typeof faultNames

/** `account` is empty when every account of the network is struck; `remaining` is null until it is removed. */
export type Fault = Stored & {
  fault: FaultName
  times: number | null
  remaining: number | null
  hits: number
  delay_ms?: number
  retry_after?: number
}

export type Kinds = {
  account: Account
  token: Token
  media: Media
  container: Container
  post: Post
  comment: Comment
  publish_call: PublishCall
  nonce: Nonce
  fault: Fault
}
export type Kind = keyof Kinds
