import { z } from 'zod'
import { returnedCode } from '#domain/accounts/providers/contract.ts'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { id, instant, pathId } from '#domain/kernel/shapes.ts'
import { providers } from '../../providers.ts'

/** Somebody at Google or Apple whom the person signs in as. */
export const ownIdentity = z.strictObject({
  id,
  provider: z.enum(providers),
  /** The address that they had there when it was linked; empty when it was not told. */
  email: z.string(),
  created_at: instant,
  last_used_at: instant,
  /** False: it is the only way in. */
  can_unlink: z.boolean(),
})
export type OwnIdentity = z.output<typeof ownIdentity>

/** How the person signs in. */
export const waysIn = z.strictObject({
  has_password: z.boolean(),
  /** The oldest first. */
  identities: z.array(ownIdentity),
  /** The providers of this installation. */
  providers: z.array(z.enum(providers)),
})
export type WaysIn = z.output<typeof waysIn>

/** For Edit Profile. Other people's ways in are nobody's to see: the call takes no id. */
export const listWaysIn = endpoint({
  method: 'GET',
  path: '/auth/identities',
  summary: 'How the person signs in: a password, and accounts at Google and Apple',
  permission: 'signed-in',
  output: waysIn,
})

/** Answers where to send the browser. What comes back means something in this session alone, once and for ten minutes. */
export const beginLinking = endpoint({
  method: 'POST',
  path: '/auth/identities/begin',
  summary: 'Begin to link a Google or Apple account',
  permission: 'signed-in',
  body: z.strictObject({ provider: z.enum(providers) }),
  output: z.strictObject({ url: z.string() }),
  failures: ['provider_unavailable', 'too_many_requests'],
})

/** Takes what the provider sent back. The owner of the account is told by mail. */
export const finishLinking = endpoint({
  method: 'POST',
  path: '/auth/identities',
  summary: 'Link a Google or Apple account',
  permission: 'signed-in',
  body: z.strictObject({ provider: z.enum(providers), ...returnedCode }),
  output: waysIn,
  failures: [
    'sign_in_ended',
    'provider_refused',
    'provider_unavailable',
    'identity_taken',
    'too_many_requests',
  ],
})

/** Refused when the person could not come in without it. Told by mail. */
export const unlinkIdentity = endpoint({
  method: 'DELETE',
  path: '/auth/identities/{identityId}',
  summary: 'Unlink a Google or Apple account',
  permission: 'signed-in',
  params: z.strictObject({ identityId: pathId }),
  output: waysIn,
  failures: ['last_way_in'],
})
