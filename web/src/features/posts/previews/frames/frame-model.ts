import type { ReactNode } from 'react'
import type { PreviewAccount } from '#domain/social-accounts/shown-account.ts'

/** The views of a post (docs/product/previews.md "Views"). */
export type PreviewView = 'desktop' | 'mobile'

/** What every network's frame gets. A part that is null or false is left out. */
export type FrameProps = {
  readonly account: PreviewAccount
  readonly date: string
  readonly view: PreviewView
  readonly message: ReactNode
  readonly media: ReactNode
  readonly comment: ReactNode
  /** The text is being written: it comes before the pictures on every network. */
  readonly isEdited?: boolean
}
