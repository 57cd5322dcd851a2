import { facebook } from './facebook.ts'
import { instagram } from './instagram.ts'
import { linkedin } from './linkedin.ts'
import { chosenMediaLimits, type MediaLimits, videoLimits } from './media-limits.ts'
import type { Network, PostType, SocialNetwork } from './model.ts'
import { isStory, postTypes } from './model.ts'
import { twitter } from './twitter.ts'

const withLimits = (limits: MediaLimits): Readonly<Record<SocialNetwork, Network>> => ({
  facebook: facebook(videoLimits.facebook[limits]),
  instagram: instagram(videoLimits.instagram[limits]),
  linkedin: linkedin(videoLimits.linkedin[limits]),
  twitter: twitter(videoLimits.twitter[limits]),
})

const byLimits = { document: withLimits('document'), current: withLimits('current') }

/** The four networks by name, with the limits of this installation. Adding one is a name in model.ts, a file of data, and a row here. */
export const networks: Readonly<Record<SocialNetwork, Network>> = {
  get facebook() {
    return byLimits[chosenMediaLimits()].facebook
  },
  get instagram() {
    return byLimits[chosenMediaLimits()].instagram
  },
  get linkedin() {
    return byLimits[chosenMediaLimits()].linkedin
  },
  get twitter() {
    return byLimits[chosenMediaLimits()].twitter
  },
}

/** The post types the network accepts, in the order of `postTypes`. */
export function typesTakenBy(network: SocialNetwork): PostType[] {
  return postTypes.filter(type => networks[network].types[type] !== undefined)
}

/**
 * Whether a post of this type is published with a text and a first comment. Stories have neither. If the network does not accept the type,
 * the text stays visible, as the post needs another type.
 */
export function takesMessage(network: SocialNetwork, type: PostType): boolean {
  const rules = networks[network].types[type]
  return rules ? rules.text !== 'none' : !isStory(type)
}

/**
 * The chosen networks that can neither be sent for approval nor skip it, given the project's settings.
 * Empty: the buttons are enabled. (docs/product/networks.md "Approval")
 */
export function barredFromApproval(
  chosen: readonly SocialNetwork[],
  settings: Readonly<Record<string, string | undefined>>,
): SocialNetwork[] {
  return chosen.filter(name => {
    const { canBeSentToApproval, approvalSetting } = networks[name]
    return !canBeSentToApproval && (approvalSetting === null || settings[approvalSetting] !== 'true')
  })
}
