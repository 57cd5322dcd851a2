import { phrase } from './languages/words.ts'

/**
 * The texts of failures that the public pages show without a response of the server. Apart from the table of failures, which is
 * too big for pages with a budget of 90 kB.
 */
export const publicTexts = {
  // Fixed wording (docs/product/accounts.md "Blocked accounts").
  account_blocked: 'Account was blocked',
  invitation_ended: 'This invitation is no longer valid. Please ask for a new one.',
  provider_unavailable: '{provider} cannot be reached. Please try again in a moment.',
  // Fixed wording (docs/product/api.md "Wire format").
  internal: phrase('An error has occured Please try again!'),
} as const
