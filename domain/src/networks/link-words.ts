import type { SocialNetwork } from './model.ts'

/** Whose link posts carry a name and a description of their own; the others show what the page itself says. */
const withWords: readonly SocialNetwork[] = ['facebook', 'linkedin']

/** Whether somebody may write the words of a link's card on the network. */
export function takesLinkWords(network: SocialNetwork): boolean {
  return withWords.includes(network)
}
