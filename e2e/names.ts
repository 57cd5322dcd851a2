import { randomUUID } from 'node:crypto'
import type { SocialNetwork } from '#domain/networks/model.ts'

/** The networks' names, as the product and the sandbox write them. */
export const networkNames = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  linkedin: 'LinkedIn',
  twitter: 'Twitter',
} as const satisfies Record<SocialNetwork, string>

/**
 * A word that appears in no other text of this run, another run, or an earlier attempt at the same journey. Without digits, because a name
 * must not have many (decision 105).
 */
export const uniqueWord = (): string =>
  randomUUID()
    .slice(0, 8)
    .replace(/\d/g, digit => 'ghijklmnop'.charAt(Number(digit)))
