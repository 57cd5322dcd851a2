import type { checkResetToken, forgotPassword, resetPassword } from '#domain/accounts/password/contract.ts'
import type { Request } from '#domain/kernel/endpoint.ts'
import { callPublic } from '#web/platform/public-call.ts'

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
