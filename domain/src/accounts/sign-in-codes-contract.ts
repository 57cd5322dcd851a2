import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { nothing } from '#domain/kernel/shapes.ts'
import { email } from './model.ts'

/** Answers the same, and as fast, for every address. The code goes with email and password into `signIn`. */
export const sendSignInCode = endpoint({
  method: 'POST',
  path: '/auth/signin/code',
  summary: 'Request a code by mail to sign in on a new device',
  permission: 'public',
  body: z.strictObject({ email }),
  output: nothing,
  failures: ['too_many_requests'],
})
