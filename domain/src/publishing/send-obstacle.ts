import type { PostType, SocialNetwork } from '#domain/networks/model.ts'
import { networks } from '#domain/networks/network.ts'
import type { PostSocialStatus } from '#domain/posts/status.ts'
import type { FailureReason } from './status.ts'

/**
 * What is known of the account that a version would go out through. `isOther`: it was approved for another one; `hasToken`: access to it
 * is stored. Null: none is connected.
 */
export type AccountFacts = {
  readonly isRemoved: boolean
  readonly isOther: boolean
  readonly needsReconnecting: boolean
  readonly hasToken: boolean
}

/** Why a version cannot be published through the account now; null: it can be tried. */
export const accountObstacle = (
  account: AccountFacts | null | undefined,
): Extract<FailureReason, 'network_not_connected' | 'other_account' | 'reconnect_needed'> | null => {
  if (!account || account.isRemoved) return 'network_not_connected'
  if (account.isOther) return 'other_account'
  return account.needsReconnecting || !account.hasToken ? 'reconnect_needed' : null
}

/** Whether Galley publishes posts of this type on the network at all. */
export const isPublishedType = (network: SocialNetwork, type: PostType): boolean =>
  networks[network].publishes.includes(type)

/** What is known of a version whose publication has begun, at the moment of sending. */
export type SendFacts = {
  readonly status: PostSocialStatus
  /** The post or its project has been deleted. */
  readonly isGone: boolean
  /** The content is the one with which publishing began, and the one that was cleared. */
  readonly digestMatches: boolean
  readonly network: SocialNetwork
  readonly type: PostType
  readonly account: AccountFacts | null | undefined
}

/**
 * Why a version whose publication has begun may not be sent; null where it may. The publisher asks before it uploads anything and again
 * in the transaction that commits `sending`; the board asks the same (docs/product/board.md "What it does").
 */
export const sendObstacle = (facts: SendFacts): FailureReason | null => {
  if (facts.status !== 'on_publishing' || facts.isGone || !facts.digestMatches) return 'content_changed'
  if (!isPublishedType(facts.network, facts.type)) return 'not_supported'
  return accountObstacle(facts.account)
}
