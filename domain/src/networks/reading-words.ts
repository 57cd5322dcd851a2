import type { SocialNetwork } from './model.ts'
import { networks } from './network.ts'

/** Why a network could not be read, and so who can do something about it. */
export type UnreadReason =
  | 'not_connected'
  | 'not_found'
  | 'permission'
  | 'reconnect_needed'
  | 'limited'
  | 'down'
  | 'not_supported'
  | 'over_budget'

const words: Readonly<Record<UnreadReason, (label: string, wait: string) => string>> = {
  not_connected: label => `No ${label} account is connected to this project.`,
  not_found: () => 'Nothing found.',
  permission: label => `${label} does not let Galley search with this account.`,
  reconnect_needed: label => `The ${label} account needs to be reconnected in the project's settings.`,
  limited: (label, wait) => `${label} accepts no more searches for now. Please try again ${wait}.`,
  down: label => `${label} does not answer at the moment. Please try again.`,
  not_supported: label => `${label} has no such search.`,
  over_budget: label => `Galley reads nothing more of ${label} this month: its budget for that is used up.`,
}

/** The reason in words for a person; `retryAfterMs`: the wait that the network asks for, null if it does not say. */
export function unreadText(
  network: SocialNetwork,
  reason: UnreadReason,
  retryAfterMs: number | null = null,
): string {
  return words[reason](networks[network].label, waitInWords(retryAfterMs))
}

function waitInWords(ms: number | null): string {
  if (ms === null) return 'in a few minutes'
  const minutes = Math.ceil(ms / 60_000)
  return minutes <= 1 ? 'in a minute' : `in ${minutes} minutes`
}
