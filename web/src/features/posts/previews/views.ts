import type { SocialNetwork } from '#domain/networks/model.ts'
import type { PreviewView } from './frames/frame-model.ts'

/** Document 2 section 2: Desktop, Mobile, and Grid for Instagram only. */
export type ItemView = PreviewView | 'grid'

/** Whose accounts are looked at as a grid of pictures. */
export const networksWithGrid: readonly SocialNetwork[] = ['instagram']
