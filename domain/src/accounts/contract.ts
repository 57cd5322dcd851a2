import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { nothing, pathId } from '#domain/kernel/shapes.ts'
import {
  company,
  email,
  enteredSession,
  firstName,
  lastName,
  linkToken,
  mailedToken,
  me,
  newPassword,
  ownSession,
  passwordConfirmation,
  phoneNumber,
  presentPassword,
  sameConfirmation,
  sessionToken,
  signInMethods,
} from './model.ts'
import { providers } from './providers.ts'

export const signIn = endpoint({
  method: 'POST',
  path: '/auth/signin',
  summary: 'Sign in with email and password',
  permission: 'public',
  body: z.strictObject({
    email,
    password: presentPassword,
    /** Of its link, which somebody with an account accepts by signing in. `code`: a mailed one (decision 131). */
    invitation: linkToken.optional(),
    code: z.string().max(50).optional(),
  }),
  output: enteredSession,
  failures: ['invalid_credentials', 'account_blocked', 'invitation_ended', 'wrong_code', 'too_many_requests'],
})

export const signOut = endpoint({
  method: 'POST',
  path: '/auth/logout',
  summary: 'Sign out of this session',
  permission: 'signed-in',
  output: nothing,
})

/** Takes the present token, expired or not, as the bearer; it works for 30 days after the last use. */
export const refreshSession = endpoint({
  method: 'POST',
  path: '/auth/refresh',
  summary: 'Refresh the session token',
  permission: 'public',
  output: sessionToken,
  failures: ['unauthenticated', 'account_blocked'],
})

export const getMe = endpoint({
  method: 'GET',
  path: '/auth/me',
  summary: 'Get the signed-in person with their projects and agency',
  permission: 'signed-in',
  output: me,
})

/** The sign-up form (docs/product/accounts.md "Sign-up"); `invitation` is the token of the link that the person followed. */
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
 * Gives the same answer whether or not the address has an account (decision 15): a session of a new account, whose address counts only
 * once it is confirmed with the mailed link. With an invitation, whose token proves the mailbox, it is confirmed at once, and
 * `account_exists` may be answered.
 */
export const signUp = endpoint({
  method: 'POST',
  path: '/auth/signup',
  summary: 'Create an account',
  permission: 'public',
  body: signUpForm,
  output: enteredSession,
  failures: ['account_exists', 'account_blocked', 'invitation_ended', 'too_many_requests'],
})

/**
 * What became of an invitation, for the page that its link opens. An unknown token has ended. `where`: the project's or the agency's name.
 * `has_account`: the address has an account, whose owner accepts the invitation by logging in.
 */
export const checkInvitation = endpoint({
  method: 'POST',
  path: '/userinvitations/check',
  summary: 'Check whether an invitation link still works',
  permission: 'public',
  body: z.strictObject({ token: mailedToken }),
  output: z.strictObject({
    status: z.enum(['open', 'accepted', 'ended']),
    email: z.string().nullable(),
    where: z.string().nullable(),
    agency: z.string().nullable(),
    has_account: z.boolean(),
  }),
  failures: ['too_many_requests'],
})

/** For a signed-in person whose own address the invitation was sent to. */
export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/userinvitations/accept',
  summary: 'Accept an invitation that was sent to your address',
  permission: 'signed-in',
  body: z.strictObject({ token: mailedToken }),
  output: z.strictObject({
    /** The agency's or the project's name. */
    where: z.string(),
  }),
  failures: ['invitation_ended', 'invitation_for_another', 'account_exists'],
})

/**
 * The token of the link `/confirm-email?token=…`. With the bearer token of the account's own session nothing else is needed. Without it
 * the answer is `password_required`, and the call with a new password confirms the address, replaces what was set before, and answers a
 * session (decision 26).
 */
export const confirmEmail = endpoint({
  method: 'POST',
  path: '/auth/confirm',
  summary: 'Confirm an email address with the emailed link',
  permission: 'public',
  body: z
    .strictObject({
      token: mailedToken,
      password: newPassword.optional(),
      password_confirmation: passwordConfirmation.optional(),
    })
    .refine(...sameConfirmation),
  output: z.strictObject({
    /** Of the person who has just set a password; null where the address was confirmed in the account's own session. */
    session: sessionToken.nullable(),
  }),
  failures: ['link_ended', 'password_required', 'account_blocked', 'too_many_requests'],
})

export const resendConfirmation = endpoint({
  method: 'POST',
  path: '/auth/confirm/resend',
  summary: 'Resend the confirmation email',
  permission: 'signed-in',
  output: nothing,
  failures: ['too_many_requests'],
})

/** Answers the same, and as fast, for every address. The link is `/change-password?token=…&email=…`. */
export const forgotPassword = endpoint({
  method: 'POST',
  path: '/password/forgot',
  summary: 'Request a password reset email',
  permission: 'public',
  body: z.strictObject({ email }),
  output: nothing,
  failures: ['too_many_requests'],
})

const resetLink = { email, token: mailedToken }

/** Asked when the link is opened; on failure the user goes to the login (docs/product/accounts.md "Forgotten password"). */
export const checkResetToken = endpoint({
  method: 'POST',
  path: '/password/checktoken',
  summary: 'Check whether a reset link still works',
  permission: 'public',
  body: z.strictObject(resetLink),
  output: nothing,
  failures: ['link_ended', 'too_many_requests'],
})

/** Ends every session of the person. Wrong, used, expired and other people's tokens get the same answer. */
export const resetPassword = endpoint({
  method: 'POST',
  path: '/password/new',
  summary: 'Set a new password with the reset link',
  permission: 'public',
  body: z
    .strictObject({ ...resetLink, password: newPassword, password_confirmation: passwordConfirmation })
    .refine(...sameConfirmation),
  output: nothing,
  failures: ['link_ended', 'too_many_requests'],
})

/**
 * In Edit Profile: asks for the present password, if there is one, and ends every other session. People who signed up with Google or Apple
 * set their first password here.
 */
export const changePassword = endpoint({
  method: 'POST',
  path: '/users/{userId}/password',
  summary: 'Change your password, or set the first one',
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
  failures: ['too_many_requests', 'confirm_it_is_you'],
})

/** The providers whose buttons are shown: those that this installation is registered with. */
export const listSignInProviders = endpoint({
  method: 'GET',
  path: '/auth/providers',
  summary: "List this installation's sign-in providers",
  permission: 'public',
  output: z.strictObject({ providers: z.array(z.enum(providers)) }),
})

const sent = (name: string, most: number) =>
  z
    .string({ error: `${name} is required` })
    .min(1, `${name} is required`)
    .max(most, `${name} is not valid`)

/** What every return from a provider carries. The limits only reject what cannot be real. */
export const returnedCode = {
  code: sent('Code', 4000),
  state: sent('State', 300),
}

/** What a provider sends back with the browser. Providers add fields of their own, so the query is not strict. */
const returned = z.object({
  ...returnedCode,
  /** The token of an invitation's link, if the person followed one. */
  invitation: linkToken.optional(),
})

/** The part of it that the web app passes on: no more than is needed. */
const handedOn = z.strictObject(returned.shape)

const oauthFailures = [
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
 * Works only in the browser that started the sign-in, which has the cookie of `/auth/google`. For compatibility; the web app uses
 * the one below, with the code in the body, where it stays out of logs and histories (docs/product/api.md "Twins").
 */
export const signInWithGoogleViaGet = endpoint({
  method: 'GET',
  path: '/auth/google/callback',
  summary: 'Finish signing in with Google',
  permission: 'public',
  query: returned,
  output: enteredSession,
  failures: oauthFailures,
})

export const signInWithGoogle = endpoint({
  method: 'POST',
  path: '/auth/google/callback',
  summary: 'Finish signing in with Google',
  permission: 'public',
  body: handedOn,
  output: enteredSession,
  failures: oauthFailures,
})

export const signInWithAppleViaGet = endpoint({
  method: 'GET',
  path: '/auth/apple/callback',
  summary: 'Finish signing in with Apple',
  permission: 'public',
  query: returned,
  output: enteredSession,
  failures: oauthFailures,
})

export const signInWithApple = endpoint({
  method: 'POST',
  path: '/auth/apple/callback',
  summary: 'Finish signing in with Apple',
  permission: 'public',
  body: handedOn,
  output: enteredSession,
  failures: oauthFailures,
})

export const listSignInMethods = endpoint({
  method: 'GET',
  path: '/auth/identities',
  summary: 'List your sign-in methods: password, Google and Apple',
  permission: 'signed-in',
  output: signInMethods,
})

/** Answers where to send the browser. An account with a password sends it; one without has just signed in (decision 110). What the provider sends back works in this session only, once and for ten minutes. */
export const startLinkingIdentity = endpoint({
  method: 'POST',
  path: '/auth/identities/begin',
  summary: 'Start linking a Google or Apple account',
  permission: 'signed-in',
  body: z.strictObject({ provider: z.enum(providers), password: z.string().max(1000).optional() }),
  output: z.strictObject({ url: z.string() }),
  failures: ['provider_unavailable', 'too_many_requests', 'sign_in_again'],
})

/** Receives what the provider sent back. The owner of the account is informed by mail. */
export const linkIdentity = endpoint({
  method: 'POST',
  path: '/auth/identities',
  summary: 'Link a Google or Apple account',
  permission: 'signed-in',
  body: z.strictObject({ provider: z.enum(providers), ...returnedCode }),
  output: signInMethods,
  failures: [
    'sign_in_ended',
    'provider_refused',
    'provider_unavailable',
    'identity_taken',
    'too_many_requests',
  ],
})

/** Refused if the person could no longer sign in without it. The owner is informed by mail. */
export const unlinkIdentity = endpoint({
  method: 'DELETE',
  path: '/auth/identities/{identityId}',
  summary: 'Unlink a Google or Apple account',
  permission: 'signed-in',
  asksAnew: true,
  params: z.strictObject({ identityId: pathId }),
  output: signInMethods,
  failures: ['last_way_in'],
})

export const listSessions = endpoint({
  method: 'GET',
  path: '/auth/sessions',
  summary: 'List your sessions, newest first',
  permission: 'signed-in',
  output: z.array(ownSession),
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/auth/sessions/{sessionId}',
  summary: 'End one of your sessions',
  permission: 'signed-in',
  params: z.strictObject({ sessionId: pathId }),
  output: nothing,
})

export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/auth/sessions/revoke-others',
  summary: 'End all sessions except the current one',
  permission: 'signed-in',
  output: nothing,
})

/**
 * Edit Profile (docs/product/accounts.md "Edit Profile"): multipart with `_method=PUT`; what is not sent stays. `image`: jpeg or png, kept as a square PNG;
 * `remove_image`, without an `image`, removes the present one. Another person's id answers 404. Answers as `getMe` does.
 */
export const saveProfile = endpoint({
  method: 'POST',
  path: '/users/{userId}',
  summary: 'Change your name, phone number, company and picture',
  permission: 'signed-in',
  params: z.strictObject({ userId: pathId }),
  body: z.strictObject({
    _method: z.literal('PUT').optional(),
    name: firstName.optional(),
    last_name: lastName.optional(),
    phone_number: phoneNumber.optional(),
    company: company.optional(),
    remove_image: z.literal('true').optional(),
  }),
  files: { image: 1 },
  output: me,
  failures: ['too_large', 'unsupported_media_type'],
})
