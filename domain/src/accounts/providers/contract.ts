import { z } from 'zod'
import { linkToken, sessionToken } from '#domain/accounts/model.ts'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { providers } from '../providers.ts'

/** Whose buttons are shown: those that this installation is registered with. */
export const listProviders = endpoint({
  method: 'GET',
  path: '/auth/providers',
  summary: 'The sign-in providers of this installation',
  permission: 'public',
  output: z.strictObject({ providers: z.array(z.enum(providers)) }),
})

const sent = (name: string, most: number) =>
  z
    .string({ error: `${name} is required` })
    .min(1, `${name} is required`)
    .max(most, `${name} is not valid`)

/** What every return from a provider carries. The bounds only keep out what cannot be one. */
export const returnedCode = {
  code: sent('Code', 4000),
  state: sent('State', 300),
}

/** What a provider sends back with the browser. Providers add fields of their own, so the query is not strict. */
const returned = z.object({
  ...returnedCode,
  /** The token of an invitation's link, where the person came by one. */
  invitation: linkToken.optional(),
})

/** What the web app hands on of it: no more than is needed. */
const handedOn = z.strictObject(returned.shape)

const failures = [
  'sign_in_ended',
  'provider_refused',
  'provider_mail_unverified',
  'provider_unavailable',
  'password_first',
  'account_blocked',
  'invitation_ended',
  'too_many_requests',
] as const

/**
 * Works only in the browser that began: it holds the cookie of `/auth/google`. The documents' call (document 1 section 7); the web app's is
 * the one below, with the code in the body, where no log and no history keeps it (document 3 "Wire format").
 */
export const returnFromGoogle = endpoint({
  method: 'GET',
  path: '/auth/google/callback',
  summary: 'Exchange what Google sent back for a session',
  permission: 'public',
  query: returned,
  output: sessionToken,
  failures,
})

export const finishGoogle = endpoint({
  method: 'POST',
  path: '/auth/google/callback',
  summary: 'Exchange what Google sent back for a session',
  permission: 'public',
  body: handedOn,
  output: sessionToken,
  failures,
})

/** As `returnFromGoogle`. */
export const returnFromApple = endpoint({
  method: 'GET',
  path: '/auth/apple/callback',
  summary: 'Exchange what Apple sent back for a session',
  permission: 'public',
  query: returned,
  output: sessionToken,
  failures,
})

export const finishApple = endpoint({
  method: 'POST',
  path: '/auth/apple/callback',
  summary: 'Exchange what Apple sent back for a session',
  permission: 'public',
  body: handedOn,
  output: sessionToken,
  failures,
})
