import type { SocialNetwork } from '#domain/networks/model.ts'
import type { PreviewView } from './frames/frame-model.ts'

/** Desktop, Mobile, and Grid for Instagram only (docs/product/previews.md "Views"). */
export type ItemView = PreviewView | 'grid'

/** In the editor also mock-ups: all versions, small and side by side. */
export type EditorView = ItemView | 'mock-up'

/** Networks whose accounts people see as a grid of images. */
export const networksWithGrid: readonly SocialNetwork[] = ['instagram']
