import { dayOf, type LocalDate } from '#domain/kernel/time.ts'

/** The time zone in which the networks count days and hours, whatever the account's own (docs/product/analytics.md "Days"). */
export const NETWORK_ZONE = 'America/Los_Angeles'

/** The date in Pacific time. */
export const pacificDay = (instant: Date): LocalDate => dayOf(instant, NETWORK_ZONE)
