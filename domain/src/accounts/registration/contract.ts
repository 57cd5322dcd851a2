import { z } from 'zod'
import {
  company,
  email,
  firstName,
  lastName,
  linkToken,
  mailedToken,
  newPassword,
  passwordConfirmation,
  phoneNumber,
  sameConfirmation,
  sessionToken,
} from '#domain/accounts/model.ts'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { nothing } from '#domain/kernel/shapes.ts'

/** The sign-up form (document 1 sections 2 and 5); `invitation` is the token of the link that the person came by. */
export const signUpForm = z
  .strictObject({
    name: firstName,
    last_name: lastName,
    email,
    password: newPassword,
    password_confirmation: passwordConfirmation,
    phone_number: phoneNumber,
    company,
    invitation: linkToken.optional(),
  })
  .refine(...sameConfirmation)

/**
 * Answers alike for an address that has an account and for one that has none (decision 15): a session of a new account, whose address
 * counts only once it is confirmed by the link that is mailed. With an invitation, whose token proves the mailbox, it is confirmed at
 * once, and `account_exists` may be said.
 */
export const signUp = endpoint({
  method: 'POST',
  path: '/auth/signup',
  summary: 'Create an account',
  permission: 'public',
  body: signUpForm,
  output: sessionToken,
  failures: ['account_exists', 'account_blocked', 'invitation_ended', 'too_many_requests'],
})

/** The token of the link `/confirm-email?token=…`. Works signed in or not. */
export const confirmEmail = endpoint({
  method: 'POST',
  path: '/auth/confirm',
  summary: 'Confirm an email address by the link that was mailed to it',
  permission: 'public',
  body: z.strictObject({ token: mailedToken }),
  output: nothing,
  failures: ['link_ended', 'too_many_requests'],
})

export const resendConfirmation = endpoint({
  method: 'POST',
  path: '/auth/confirm/resend',
  summary: 'Mail the link that confirms the own address again',
  permission: 'signed-in',
  output: nothing,
  failures: ['too_many_requests'],
})
