import type {
  checkResetToken,
  confirmEmail,
  forgotPassword,
  resendConfirmation,
  resetPassword,
  signUp,
} from '#domain/accounts/contract.ts'
import type { Provider } from '#domain/accounts/providers.ts'
import type { Output, Request } from '#domain/kernel/endpoint.ts'
import type { Role } from '#domain/permissions/table.ts'
import { ApiError } from '#web/platform/api-error.ts'
import { callPublic } from '#web/platform/public-call.ts'
import { readToken, storeToken } from '#web/platform/token.ts'
import { send } from '#web/platform/transport.ts'

/** By their addresses alone; api.test.ts holds them to the contract. */
export const confirmationCalls = {
  confirm: { method: 'POST', path: '/auth/confirm' },
  resend: { method: 'POST', path: '/auth/confirm/resend' },
} as const

/** Redeems the link of the mail, whoever is signed in. */
export const confirmAddress = (token: string) =>
  callPublic<typeof confirmEmail>(confirmationCalls.confirm, { token })

/** For the person who is signed in here. */
export const mailConfirmationAgain = async () => {
  const { method, path } = confirmationCalls.resend
  const token = readToken()?.token ?? null
  return (await send({ method, url: `/api${path}`, token })) as Output<typeof resendConfirmation>
}

/** By their addresses alone; api.test.ts holds them to the contract. */
export const passwordCalls = {
  forgot: { method: 'POST', path: '/password/forgot' },
  check: { method: 'POST', path: '/password/checktoken' },
  set: { method: 'POST', path: '/password/new' },
} as const

/** Answers alike whether the address has an account or not. */
export const askForReset = (email: string) =>
  callPublic<typeof forgotPassword>(passwordCalls.forgot, { email })

export const checkResetLink = (link: Request<typeof checkResetToken>['body'], signal: AbortSignal) =>
  callPublic<typeof checkResetToken>(passwordCalls.check, link, signal)

export const setPassword = (form: Request<typeof resetPassword>['body']) =>
  callPublic<typeof resetPassword>(passwordCalls.set, form)

/** By its address alone; api.test.ts holds it to the contract. */
export const signUpCall = { method: 'POST', path: '/auth/signup' } as const

/** Creates the account and keeps its session. Throws ApiError with the server's texts. */
export const createAccount = async (form: Request<typeof signUp>['body']): Promise<void> => {
  storeToken(await callPublic<typeof signUp>(signUpCall, form))
}

/** The calls by their address alone, as in `session.ts`: api.test.ts holds them to the contract. */
export const providerCalls = {
  list: { method: 'GET', path: '/auth/providers' },
  google: { method: 'POST', path: '/auth/google/callback' },
  apple: { method: 'POST', path: '/auth/apple/callback' },
} as const

/** Whose buttons to show. Without an answer there are none: the form works all the same. */
export const listProviders = async (signal: AbortSignal): Promise<readonly Provider[]> => {
  try {
    const { method, path } = providerCalls.list
    const answer = await send({ method, url: `/api${path}`, token: null, signal })
    return (answer as { providers?: readonly Provider[] } | undefined)?.providers ?? []
  } catch (error) {
    if (error instanceof ApiError || signal.aborted) return []
    throw error
  }
}

/** A login of the demo data: anybody may know it. */
export type DemoLogin = {
  readonly role: Role
  readonly email: string
  readonly password: string
  readonly name: string
  readonly lastName?: string
}

/** The demo logins of an installation that has demo data; none where it has not (the call answers 404 there). */
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
