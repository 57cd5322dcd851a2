import { z } from 'zod'
import { linkToken, sessionToken } from '#domain/accounts/model.ts'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { type Provider, providers } from './rules.ts'

/** Whose buttons are shown: those that this installation is registered with. */
export const listProviders = endpoint({
  method: 'GET',
  path: '/auth/providers',
  summary: 'The sign-in providers of this installation',
  permission: 'public',
  output: z.strictObject({ providers: z.array(z.enum(providers)) }),
})

/** What a provider sends back with the browser. Providers add fields of their own, so the query is not strict. */
const returned = z.object({
  code: z.string().min(1).max(4000),
  state: z.string().min(1).max(300),
  /** The token of an invitation's link, where the person came by one. */
  invitation: linkToken.optional(),
})

const outcome = {
  permission: 'public',
  output: sessionToken,
  failures: [
    'sign_in_ended',
    'provider_refused',
    'provider_mail_unverified',
    'provider_unavailable',
    'password_first',
    'account_blocked',
    'invitation_ended',
    'too_many_requests',
  ],
} as const

const returnFrom = <P extends Provider>(provider: P, name: string) => ({
  /** The documents' call (document 1 section 7). */
  byQuery: endpoint({
    ...outcome,
    method: 'GET',
    path: `/auth/${provider}/callback`,
    summary: `Exchange what ${name} sent back for a session`,
    query: returned,
  }),
  /** The same with the code in the body, where no log and no history keeps it (document 3 "Wire format"). The web app's. */
  byBody: endpoint({
    ...outcome,
    method: 'POST',
    path: `/auth/${provider}/callback`,
    summary: `Exchange what ${name} sent back for a session`,
    body: returned,
  }),
})

/** Works only in the browser that began: it holds the cookie of `/auth/google` or `/auth/apple`. */
export const returns = {
  google: returnFrom('google', 'Google'),
  apple: returnFrom('apple', 'Apple'),
} as const
