import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { nothing } from '#domain/kernel/shapes.ts'
import { email, linkToken, me, presentPassword, sessionToken } from './model.ts'

export const signIn = endpoint({
  method: 'POST',
  path: '/auth/signin',
  summary: 'Sign in with email and password',
  permission: 'public',
  body: z.strictObject({
    email,
    password: presentPassword,
    /** The token of an invitation's link: the person has an account already and signs in to accept it. */
    invitation: linkToken.optional(),
  }),
  output: sessionToken,
  failures: ['invalid_credentials', 'account_blocked', 'invitation_ended', 'too_many_requests'],
})

export const signOut = endpoint({
  method: 'POST',
  path: '/auth/logout',
  summary: 'End this session',
  permission: 'signed-in',
  output: nothing,
})

/** Takes the present token, expired or not, as the bearer; it works for 30 days after the last use. */
export const refreshSession = endpoint({
  method: 'POST',
  path: '/auth/refresh',
  summary: 'Exchange the token for a new one',
  permission: 'public',
  output: sessionToken,
  failures: ['unauthenticated', 'account_blocked'],
})

export const getMe = endpoint({
  method: 'GET',
  path: '/auth/me',
  summary: 'The signed-in person with their projects and agency',
  permission: 'signed-in',
  output: me,
})
