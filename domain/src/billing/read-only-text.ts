/** The words of the way out, which a toast makes a link to `/billing`. */
export const BILLING_PAGE = 'billing page'

/**
 * Why an admin's call was refused, and what helps (docs/product/billing.md "Read-only"): paying helps only a subscription that still runs.
 * Nobody else is told to pay.
 */
export const readOnlyTextsForAdmins = {
  unpaid: `Your agency is read-only because its subscription is not paid. Pay on the ${BILLING_PAGE}, and everything works again at once.`,
  ended: `Your agency is read-only because its subscription has ended. Start it again on the ${BILLING_PAGE}, and everything works again at once.`,
} as const

/** Why an agency cannot be written to. */
export type ReadOnlyReason = keyof typeof readOnlyTextsForAdmins
