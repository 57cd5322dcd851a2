import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { instant, nothing } from '#domain/kernel/shapes.ts'
import { linkToken, presentPassword, sessionToken } from './model.ts'

/** What the person types: the six digits of the app, or a recovery code. */
const code = z.string({ error: 'Code is required' }).trim().min(1, 'Code is required').max(50)

const codeFailures = ['wrong_second_factor', 'code_used', 'clock_off', 'too_many_requests'] as const

/** After the password or the provider: `token` is that of its answer. It works until a code was right, for ten minutes. */
export const enterSecondFactor = endpoint({
  method: 'POST',
  path: '/auth/signin/second-factor',
  summary: 'Finish signing in with a code of the second factor',
  permission: 'public',
  body: z.strictObject({ token: z.string().max(200), code, invitation: linkToken.optional() }),
  output: sessionToken,
  failures: [...codeFailures, 'sign_in_ended', 'account_blocked', 'invitation_ended', 'account_exists'],
})

/** The person's second factor: since when it is on, null: it is off. */
export const getSecondFactor = endpoint({
  method: 'GET',
  path: '/auth/second-factor',
  summary: 'Get whether your second factor is on',
  permission: 'signed-in',
  output: z.strictObject({
    turned_on_at: instant.nullable(),
    recovery_codes_left: z.number(),
    has_password: z.boolean(),
  }),
})

/** A new secret, which nothing asks for until `turnOnSecondFactor`. `url`: what the app reads from the QR code. */
export const setUpSecondFactor = endpoint({
  method: 'POST',
  path: '/auth/second-factor/setup',
  summary: 'Get a secret for your authenticator app',
  permission: 'signed-in',
  asksAnew: true,
  output: z.strictObject({ secret: z.string(), url: z.string() }),
  failures: ['second_factor_on'],
})

/** They are shown this once. */
const recoveryCodes = z.strictObject({ recovery_codes: z.array(z.string()) })

export const turnOnSecondFactor = endpoint({
  method: 'POST',
  path: '/auth/second-factor',
  summary: 'Turn your second factor on with a code of the app',
  permission: 'signed-in',
  asksAnew: true,
  body: z.strictObject({ code }),
  output: recoveryCodes,
  failures: [...codeFailures, 'second_factor_on', 'second_factor_off'],
})

export const turnOffSecondFactor = endpoint({
  method: 'DELETE',
  path: '/auth/second-factor',
  summary: 'Turn your second factor off',
  permission: 'signed-in',
  asksAnew: true,
  output: nothing,
  failures: ['second_factor_off'],
})

/** The former codes end. */
export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/auth/second-factor/recovery-codes',
  summary: 'Get new recovery codes',
  permission: 'signed-in',
  asksAnew: true,
  output: recoveryCodes,
  failures: ['second_factor_off'],
})

/** For ten minutes this session may make the calls that ask anew (`asksAnew`). Takes the password, or a code where the second factor is on. */
export const confirmItIsYou = endpoint({
  method: 'POST',
  path: '/auth/sessions/confirm',
  summary: 'Confirm that it is you, with your password or a code',
  permission: 'signed-in',
  body: z.union([z.strictObject({ password: presentPassword }), z.strictObject({ code })]),
  output: nothing,
  failures: [...codeFailures, 'second_factor_off', 'sign_in_again'],
})
