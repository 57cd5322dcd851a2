import { checkResetToken, forgotPassword, resetPassword } from '#domain/accounts/password/contract.ts'
import type { Request } from '#domain/kernel/endpoint.ts'
import { callPublic } from '#web/platform/public-call.ts'

/** Answers alike whether the address has an account or not. */
export const askForReset = (email: string) => callPublic(forgotPassword, { email })

export const checkResetLink = (link: Request<typeof checkResetToken>['body'], signal: AbortSignal) =>
  callPublic(checkResetToken, link, signal)

export const setPassword = (form: Request<typeof resetPassword>['body']) => callPublic(resetPassword, form)
