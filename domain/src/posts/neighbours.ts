import type { SocialNetwork } from '#domain/networks/model.ts'
import { seenText } from '#domain/schedules/repeats.ts'

/** Another post with the same text on the same network counts within this many days before or after. */
export const SAME_TEXT_DAYS = 7

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** A version with the time at which it goes out or went out. */
export type Planned = { readonly social_network: SocialNetwork; readonly message: string; readonly at: Date }

const distance = (one: Planned, other: Planned): number => Math.abs(one.at.getTime() - other.at.getTime())

const nearest = <Other extends Planned>(own: Planned, others: readonly Other[]): Other | null =>
  others.toSorted((a, b) => distance(own, a) - distance(own, b))[0] ?? null

/** The nearest of the other versions that has the same text on the same network within a week; null: none, or there is no text. */
export const findTwin = <Other extends Planned>(own: Planned, others: readonly Other[]): Other | null => {
  const text = seenText(own.message)
  if (text === '') return null
  return nearest(
    own,
    others.filter(
      other =>
        other.social_network === own.social_network &&
        distance(own, other) <= SAME_TEXT_DAYS * DAY &&
        seenText(other.message) === text,
    ),
  )
}

/** The nearest of the other versions that goes out on the same network with less than the gap between; null: none, or no gap is wanted. */
export const findTooClose = <Other extends Planned>(
  own: Planned,
  others: readonly Other[],
  gapMinutes: number,
): Other | null =>
  nearest(
    own,
    others.filter(
      other => other.social_network === own.social_network && distance(own, other) < gapMinutes * MINUTE,
    ),
  )
