import { Secret, TOTP } from 'otpauth'
import { signIn } from '#domain/accounts/contract.ts'
import {
  enterSecondFactor,
  setUpSecondFactor,
  turnOnSecondFactor,
} from '#domain/accounts/second-factor-contract.ts'
import type { TestApp, TestPerson } from '../app.ts'

/** What the app of somebody with this secret shows at a time. */
export const codeAt = (secret: string, time: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: time.getTime() })

/** Turns a person's second factor on. The code of the present half minute is used up by that. */
export const turnOn = async (test: TestApp, person: TestPerson) => {
  const { secret } = (await test.ask(person, setUpSecondFactor)).data
  const body = { code: codeAt(secret, test.clock.now()) }
  const { recovery_codes } = (await test.ask(person, turnOnSecondFactor, { body })).data
  return { secret, recovery_codes }
}

/** Signs somebody in whose second factor is on. */
export const signInWithCode = async (
  test: TestApp,
  credentials: { readonly email: string; readonly password: string },
  code = '',
) => {
  const { token } = (await test.ask(null, signIn, { body: credentials })).data
  return test.ask(null, enterSecondFactor, { body: { token, code } })
}
