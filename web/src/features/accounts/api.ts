import type * as contract from '#domain/accounts/contract.ts'
import type { Provider } from '#domain/accounts/providers.ts'
import type { Output, Request } from '#domain/kernel/endpoint.ts'
import type { Role } from '#domain/permissions/table.ts'
import type * as team from '#domain/team/contract.ts'
import { ApiError } from '#web/platform/api-error.ts'
import { callPublic } from '#web/platform/public-call.ts'
import { browser } from '#web/platform/session.ts'
import { beginSession, readToken } from '#web/platform/token.ts'
import { send } from '#web/platform/transport.ts'
import { keepSignIn } from './sign-in.ts'

/**
 * The endpoints of the public pages. Written out, because the contract's own values bring a chunk that they share with the
 * schema library; api.test.ts compares each with its contract.
 */
export const publicEndpoints = {
  signUp: { method: 'POST', path: '/auth/signup' },
  checkInvitation: { method: 'POST', path: '/userinvitations/check' },
  refuseInvitation: { method: 'POST', path: '/userinvitations/refuse' },
  confirmEmail: { method: 'POST', path: '/auth/confirm' },
  resendConfirmation: { method: 'POST', path: '/auth/confirm/resend' },
  forgotPassword: { method: 'POST', path: '/password/forgot' },
  checkResetToken: { method: 'POST', path: '/password/checktoken' },
  resetPassword: { method: 'POST', path: '/password/new' },
  listSignInProviders: { method: 'GET', path: '/auth/providers' },
  signInWithGoogle: { method: 'POST', path: '/auth/google/callback' },
  signInWithApple: { method: 'POST', path: '/auth/apple/callback' },
} as const

/** Creates the account and stores its session. Throws ApiError with the server's texts. */
export const signUp = async (form: Request<typeof contract.signUp>['body']): Promise<void> => {
  const answer = await callPublic<typeof contract.signUp>(publicEndpoints.signUp, form)
  if (keepSignIn(answer, form.invitation)) return
  // The login page asks for the code. The form stays busy until it appears.
  browser.toLogin()
  return new Promise<never>(() => undefined)
}

/** What became of an invitation, for the person who holds its token. */
export const checkInvitation = (token: string, signal: AbortSignal) =>
  callPublic<typeof contract.checkInvitation>(publicEndpoints.checkInvitation, { token }, signal)

/** For a person who holds the token of an invitation and does not know its agency: ends everything that the agency sends. */
export const refuseUnknownAgency = (token: string) =>
  callPublic<typeof team.refuseInvitation>(publicEndpoints.refuseInvitation, { token, is_unknown: true })

/**
 * Redeems the link of the confirmation mail. The account's own session, if this browser has it, goes along; elsewhere the server asks for
 * a new password, which also signs the person in here.
 */
export const confirmEmail = async (body: Request<typeof contract.confirmEmail>['body']): Promise<void> => {
  const { method, path } = publicEndpoints.confirmEmail
  const token = readToken()?.token ?? null
  const answer = await send({ method, url: `/api${path}`, token, body })
  const { session } = answer as Output<typeof contract.confirmEmail>
  if (session) beginSession(session)
}

/** Sends the signed-in person another confirmation mail. */
export const resendConfirmation = async () => {
  const { method, path } = publicEndpoints.resendConfirmation
  const token = readToken()?.token ?? null
  return (await send({ method, url: `/api${path}`, token })) as Output<typeof contract.resendConfirmation>
}

/** Gives the same answer whether or not the address has an account. */
export const forgotPassword = (email: string) =>
  callPublic<typeof contract.forgotPassword>(publicEndpoints.forgotPassword, { email })

export const checkResetToken = (
  link: Request<typeof contract.checkResetToken>['body'],
  signal: AbortSignal,
) => callPublic<typeof contract.checkResetToken>(publicEndpoints.checkResetToken, link, signal)

export const resetPassword = (form: Request<typeof contract.resetPassword>['body']) =>
  callPublic<typeof contract.resetPassword>(publicEndpoints.resetPassword, form)

/** The providers to show buttons for. None if the server does not answer: the form works without them. */
export const listSignInProviders = async (signal: AbortSignal): Promise<readonly Provider[]> => {
  try {
    const { method, path } = publicEndpoints.listSignInProviders
    const answer = await send({ method, url: `/api${path}`, token: null, signal })
    return (answer as { providers?: readonly Provider[] } | undefined)?.providers ?? []
  } catch (error) {
    if (error instanceof ApiError || signal.aborted) return []
    throw error
  }
}

/** A login of the demo data. It is public. */
export type DemoLogin = {
  readonly role: Role
  readonly email: string
  readonly password: string
  readonly name: string
  readonly lastName?: string
}

/** The demo logins; none where the installation has no demo data, or cannot be reached. */
export const listDemoLogins = async (signal: AbortSignal): Promise<readonly DemoLogin[]> => {
  try {
    const answer = (await send({ method: 'GET', url: '/api/demo', token: null, signal })) as {
      logins?: readonly DemoLogin[]
    }
    return answer.logins ?? []
  } catch (error) {
    if (error instanceof ApiError || signal.aborted) return []
    throw error
  }
}
