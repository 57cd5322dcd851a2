import type { signUp } from '#domain/accounts/registration/contract.ts'
import type { Request } from '#domain/kernel/endpoint.ts'
import { callPublic } from '#web/platform/public-call.ts'
import { storeToken } from '#web/platform/token.ts'

/** By its address alone; api.test.ts holds it to the contract. */
export const signUpCall = { method: 'POST', path: '/auth/signup' } as const

/** Creates the account and keeps its session. Throws ApiError with the server's texts. */
export const createAccount = async (form: Request<typeof signUp>['body']): Promise<void> => {
  storeToken(await callPublic<typeof signUp>(signUpCall, form))
}
