/** Somebody with an account at an identity provider. */
export type IdentityPerson = {
  /** The provider's identifier for them, which never changes. */
  readonly sub: string
  readonly givenName: string
  readonly familyName: string
  readonly email: string
  readonly isVerified: boolean
  /** The company domain, if Google hosts its mail. */
  readonly hostedDomain?: string
  /** For the consent page. */
  readonly about: string
}

export type ProviderName = 'google' | 'apple'

/**
 * Three people each: one with the email address of a demo login, one who is new, and one whose address the provider has not verified.
 * Google hosts the demo agency's mail; Apple does not.
 */
export const identityPeople: Readonly<Record<ProviderName, readonly IdentityPerson[]>> = {
  google: [
    {
      sub: '104857362918450771234',
      givenName: 'Ada',
      familyName: 'Moreau',
      email: 'ada@bluebird.example',
      isVerified: true,
      hostedDomain: 'bluebird.example',
      about: 'ada@bluebird.example · has a Galley login in the demo',
    },
    {
      sub: '117394826501734990112',
      givenName: 'Greta',
      familyName: 'Lindqvist',
      email: 'greta.lindqvist@gmail.com',
      isVerified: true,
      about: 'greta.lindqvist@gmail.com · new to Galley',
    },
    {
      sub: '112093847561203448876',
      givenName: 'Uwe',
      familyName: 'Falk',
      email: 'uwe.falk@example.com',
      isVerified: false,
      about: 'uwe.falk@example.com · address not verified',
    },
  ],
  apple: [
    {
      sub: '000412.4f0c8e7a2b9d4e51a3c6.1108',
      givenName: 'Carl',
      familyName: 'Brandt',
      email: 'carl@bluebird.example',
      isVerified: true,
      about: 'carl@bluebird.example · has a Galley login in the demo',
    },
    {
      sub: '001733.9a1d5c3e8f7b4062b4d7.0915',
      givenName: 'Hana',
      familyName: 'Sato',
      email: 'k4x9q2vz7m@privaterelay.appleid.com',
      isVerified: true,
      about: 'hides her address · new to Galley',
    },
    {
      sub: '000998.7c2e6b4a1f9d4833c5e8.1422',
      givenName: 'Otto',
      familyName: 'Weiss',
      email: 'otto.weiss@example.com',
      isVerified: false,
      about: 'otto.weiss@example.com · address not verified',
    },
  ],
}
