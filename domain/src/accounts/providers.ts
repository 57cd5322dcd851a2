/** The providers that people can sign in with (docs/product/accounts.md "Google and Apple"). */
export const providers = ['google', 'apple'] as const
export type Provider = (typeof providers)[number]

/** As named on the buttons and in messages. */
export const providerNames: Readonly<Record<Provider, string>> = { google: 'Google', apple: 'Apple' }

/** How long somebody may take at the provider before they have to start again. */
export const PROVIDER_MINUTES = 10
/** How long the person has to enter the password before a provider's account is linked. */
export const WAITING_MINUTES = 10

/** Domains whose mailboxes the provider itself runs. */
const ownDomains: Readonly<Record<Provider, readonly string[]>> = {
  google: ['gmail.com', 'googlemail.com'],
  apple: ['icloud.com', 'me.com', 'mac.com', 'privaterelay.appleid.com'],
}

/**
 * Whether the provider runs the mailbox today, or only saw once, perhaps years ago, that the person could read it. `hostedDomain` is
 * Google's `hd`: the company domain that it runs mail for (decision 16).
 */
export const runsMailbox = (provider: Provider, email: string, hostedDomain: string | null): boolean => {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return ownDomains[provider].includes(domain) || domain === hostedDomain?.toLowerCase()
}

/**
 * Whether the person could still sign in without this identity: with a password, or with another identity of a provider that the
 * installation is registered with (`providers`).
 */
export const mayUnlink = (
  id: number,
  {
    hasPassword,
    identities,
    providers: usable,
  }: {
    readonly hasPassword: boolean
    readonly identities: readonly { readonly id: number; readonly provider: Provider }[]
    readonly providers: readonly Provider[]
  },
): boolean => hasPassword || identities.some(other => other.id !== id && usable.includes(other.provider))
