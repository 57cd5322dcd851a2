import type { SocialNetwork } from './model.ts'

/** The networks whose link posts have a name and description of their own; the others show those of the linked page. */
const withWords: readonly SocialNetwork[] = ['facebook', 'linkedin']

/** Whether the texts of a link card can be edited on the network. */
export function takesLinkWords(network: SocialNetwork): boolean {
  return withWords.includes(network)
}
