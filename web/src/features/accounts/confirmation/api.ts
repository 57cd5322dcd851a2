import { confirmEmail, resendConfirmation } from '#domain/accounts/registration/contract.ts'
import { call } from '#web/platform/client.ts'

/** Redeems the link of the mail, whoever is signed in. */
export const confirmAddress = (token: string) => call(confirmEmail, { body: { token } })

export const mailConfirmationAgain = () => call(resendConfirmation, {})
