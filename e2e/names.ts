import { randomUUID } from 'node:crypto'

/** The networks as the product and the sandbox call them. */
export const networkNames = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  linkedin: 'LinkedIn',
  twitter: 'Twitter',
} as const

/** A word that no other text holds, of this run, of another, or of the first try of the same journey. */
export const newMark = (): string => randomUUID().slice(0, 8)
