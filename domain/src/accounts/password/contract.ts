import { z } from 'zod'
import {
  email,
  mailedToken,
  newPassword,
  passwordConfirmation,
  presentPassword,
  sameConfirmation,
} from '#domain/accounts/model.ts'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { nothing, pathId } from '#domain/kernel/shapes.ts'

/** Answers the same, and as fast, for every address. The link is `/change-password?token=…&email=…`. */
export const forgotPassword = endpoint({
  method: 'POST',
  path: '/password/forgot',
  summary: 'Ask for a mail with a link to set a new password',
  permission: 'public',
  body: z.strictObject({ email }),
  output: nothing,
  failures: ['too_many_requests'],
})

const resetLink = { email, token: mailedToken }

/** Asked when the link is opened; on failure the user goes to the login (document 1 section 2 "Reset password"). */
export const checkResetToken = endpoint({
  method: 'POST',
  path: '/password/checktoken',
  summary: 'Whether a reset link still works',
  permission: 'public',
  body: z.strictObject(resetLink),
  output: nothing,
  failures: ['link_ended', 'too_many_requests'],
})

/** Ends every session of the person. Wrong, used, old and other people's tokens answer alike. */
export const resetPassword = endpoint({
  method: 'POST',
  path: '/password/new',
  summary: 'Set a new password with a reset link',
  permission: 'public',
  body: z
    .strictObject({ ...resetLink, password: newPassword, password_confirmation: passwordConfirmation })
    .refine(...sameConfirmation),
  output: nothing,
  failures: ['link_ended', 'too_many_requests'],
})

/**
 * In Edit Profile: the present password is asked, where there is one; every other session ends, this one goes on. Who came by Google or
 * Apple sets their first one so.
 */
export const changePassword = endpoint({
  method: 'POST',
  path: '/users/{userId}/password',
  summary: 'Change the own password, or set the first one',
  permission: 'signed-in',
  params: z.strictObject({ userId: pathId }),
  body: z
    .strictObject({
      old_password: presentPassword.optional(),
      password: newPassword,
      password_confirmation: passwordConfirmation,
    })
    .refine(...sameConfirmation),
  output: nothing,
  failures: ['too_many_requests'],
})
