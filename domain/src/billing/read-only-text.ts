/** The words of the way out, which a toast makes a link to `/billing`. */
export const BILLING_PAGE = 'billing page'

/** Why an admin's call was refused, and what helps (docs/product/billing.md "Read-only"). Nobody else is told to pay. */
export const readOnlyTextForAdmins = `Your agency is read-only because its subscription is not paid. Pay on the ${BILLING_PAGE}, and everything works again at once.`
