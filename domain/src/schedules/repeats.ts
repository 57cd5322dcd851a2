import { formatInstant, formats } from '#domain/kernel/time-format.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { networks } from '#domain/networks/network.ts'

/** A text that goes out on a network, or went out. `post_id`: null for one that is not written yet. */
export type PlannedText = {
  readonly post_id: number | null
  readonly social_network: SocialNetwork
  readonly message: string
  readonly at: Date
}

const HOUR_MS = 3_600_000

/** The networks that refuse a text which they had shortly before. */
export const repeatRefusers = Object.values(networks)
  .filter(({ repeatsRefusedHours }) => repeatsRefusedHours !== null)
  .map(({ name }) => name)

/** How far around a text another one with the same words matters, in milliseconds. */
export const REPEAT_WINDOW_MS =
  HOUR_MS * Math.max(0, ...Object.values(networks).map(({ repeatsRefusedHours }) => repeatsRefusedHours ?? 0))

/** A text without what nobody sees of it: spaces around it, and how many are between its words. */
export const seenText = (message: string): string => message.normalize().replaceAll(/\s+/g, ' ').trim()

/** Of the others, those by which the network may refuse this one, the nearest first (docs/product/schedules.md "The same text twice"). */
export const repeatsOf = (one: PlannedText, others: readonly PlannedText[]): readonly PlannedText[] => {
  const hours = networks[one.social_network].repeatsRefusedHours
  const text = seenText(one.message)
  if (hours === null || text === '') return []
  const apart = ({ at }: PlannedText) => Math.abs(at.getTime() - one.at.getTime())
  return others
    .filter(
      other =>
        other !== one &&
        (other.post_id === null || other.post_id !== one.post_id) &&
        other.social_network === one.social_network &&
        apart(other) < hours * HOUR_MS &&
        seenText(other.message) === text,
    )
    .toSorted((a, b) => apart(a) - apart(b))
}

/** What people are told of a text that a post of that time has too. */
export const repeatText = (network: SocialNetwork, at: Date, timezone: string): string => {
  const { label, repeatsRefusedHours } = networks[network]
  const when = formatInstant(at, timezone, formats.dayTime)
  return `${label} may refuse this text: a post of ${when} has the same, within ${repeatsRefusedHours} hours.`
}
