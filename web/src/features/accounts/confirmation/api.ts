import type { confirmEmail, resendConfirmation } from '#domain/accounts/registration/contract.ts'
import type { Output } from '#domain/kernel/endpoint.ts'
import { callPublic } from '#web/platform/public-call.ts'
import { readToken } from '#web/platform/token.ts'
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
