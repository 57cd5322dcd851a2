type Waiting = {
  /** The publish time. */
  readonly scheduledAt: Date
  /** The deadline that was chosen in Send to approval. */
  readonly chosenAt: Date | null
  /** When the round began that is to be decided. */
  readonly openedAt: Date
  /** `deadlineHoursOf` the project. */
  readonly hours: number
}

/**
 * Until when a round should be decided (decision 70): the time that was chosen, or the project's hours before the publish time. Never after
 * the publish time; and nobody is late from the start, so a deadline that had passed when the round began is the publish time itself.
 */
export const deadlineOf = ({ scheduledAt, chosenAt, openedAt, hours }: Waiting): Date => {
  const wanted = chosenAt ?? new Date(scheduledAt.getTime() - hours * 3_600_000)
  return wanted > openedAt && wanted < scheduledAt ? wanted : scheduledAt
}
