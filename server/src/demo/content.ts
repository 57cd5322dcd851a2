import type { PostType, SocialNetwork } from '#domain/networks/model.ts'
import type { StoredStatus } from '#domain/posts/status.ts'

/** A demo post: `day` counts from today; `photo` is drawn in its hue (none: text only). */
export type DemoPost = {
  readonly day: number
  readonly time: string
  readonly status: StoredStatus
  readonly networks: readonly SocialNetwork[]
  readonly type: PostType
  /** Names no weekday and no season, so that it is right on every date. */
  readonly message: string
  readonly photo?: { readonly hue: number; readonly motif: 'cup' | 'hills' | 'loaf' | 'sun' | 'waves' }
  readonly isAutoposting?: boolean
  /** Who wrote it, if not the content creator. */
  readonly by?: 'agency-admin'
  /** What the client wants changed, and what the writer asks about it. */
  readonly revision?: {
    readonly message: string
    readonly checklist: readonly string[]
    readonly question?: string
  }
}

/** `from` and `to` are days counted from today. */
type DemoLabel = {
  readonly text: string
  readonly color: string
  readonly from: number
  readonly to: number
}

/** A client of the demo agency; its name is that of its accounts on the sandbox. */
export type DemoClient = {
  readonly name: string
  readonly posts: readonly DemoPost[]
  readonly labels: readonly DemoLabel[]
  readonly pools: readonly { readonly pool_name: string; readonly hashtags: string }[]
}

export const allFour = ['facebook', 'instagram', 'linkedin', 'twitter'] as const
export const three = ['facebook', 'instagram', 'linkedin'] as const
