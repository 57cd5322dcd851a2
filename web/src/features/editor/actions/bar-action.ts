import type { Offer } from '#domain/posts/post-actions.ts'

/** A button of a post's bar, or an entry behind its three dots. */
export type BarAction = Offer & {
  readonly key: string
  readonly run: () => void
  readonly isDanger?: boolean
  /** Never the filled button, even if it comes first. */
  readonly isQuiet?: boolean
  readonly isRunning?: boolean
}
