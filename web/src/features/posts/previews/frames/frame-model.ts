import type { ReactNode } from 'react'
import type { PreviewAccount } from '../preview-content.ts'

/** Document 2 section 2: the views of manage-post. */
export type PreviewView = 'desktop' | 'mobile'

/** What every network's frame is given. A part that is null or false is left out. */
export type FrameProps = {
  readonly account: PreviewAccount
  readonly date: string
  readonly view: PreviewView
  readonly message: ReactNode
  readonly media: ReactNode
  readonly comment: ReactNode
}
