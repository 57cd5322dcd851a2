import { describe, expect, it } from 'vitest'
import { COMMON_PASSWORD } from '#domain/accounts/account-fields.ts'
import { changePassword, confirmEmail, resetPassword, signUp } from '#domain/accounts/contract.ts'
import { hashPassword } from '#server/platform/session/passwords.ts'
import { useTestApp } from '#testing/app.ts'
import { lastToken } from '#testing/mails.ts'
import { useCast } from '#testing/people.ts'
import { accountRoutes } from '../routes.ts'
import { refuseWeakPassword } from './weak-passwords.ts'

const test = useTestApp({ routes: accountRoutes, config: { SIGN_IN_PER_MINUTE: 10_000 } })
const cast = useCast(test)

const email = 'vera.lindqvist@bluebird.example'
const isWeak = (password: string) => refuseWeakPassword({ password, email }) !== null
const refused = { status: 422, errors: { password: [COMMON_PASSWORD] } }
/** In the kept list, and in no shorter one. */
const weak = 'bearbear'
const twice = (password: string) => ({ password, password_confirmation: password })

describe('A password is refused that', () => {
  it.each([weak, 'BearBear', 'trustno1', 'stargate'])('leaks contained often: %s', password => {
    expect(isWeak(password)).toBe(true)
  })

  it.each([
    email,
    'Vera.Lindqvist',
    'lindqvist',
    'Lindqvist2026!',
    'veralindqvist',
    'vera@bluebird',
    'galley2026',
    'Galley-Vera1',
  ])('is little more than the person’s address or the product’s name: %s', password => {
    expect(isWeak(password)).toBe(true)
  })
})

it.each(['galley-demo', 'correct horse battery', 'lindqvist grows tomatoes', 'veracity of 1999 owls'])(
  'A password that says more is taken: %s',
  password => {
    expect(isWeak(password)).toBe(false)
  },
)

describe('A weak password is refused in the same words', () => {
  const form = { name: 'Vera', last_name: 'Lindqvist', phone_number: '+49 30 123456', company: 'Bluebird' }

  it('when somebody signs up, and no account is made', async () => {
    const body = { ...form, email, ...twice(weak) }
    expect(await test.ask(null, signUp, { body })).toMatchObject(refused)
    expect(await test.db.selectFrom('users').where('email', '=', email).select('id').execute()).toEqual([])
  })

  it('when a mailbox is confirmed with a new password, which can then be chosen again', async () => {
    const body = { ...form, email, ...twice('correct horse battery') }
    expect((await test.ask(null, signUp, { body })).status).toBe(200)
    const token = await lastToken(test, email)
    const confirm = (password: string) =>
      test.ask(null, confirmEmail, { body: { token, ...twice(password) } })
    expect(await confirm('vera lindqvist')).toMatchObject(refused)
    expect((await confirm('another fine one')).status).toBe(200)
  })

  it('when it is set by a mailed link or changed', async () => {
    const { admin } = cast
    const reset = { email, token: 'any', ...twice('vera lindqvist') }
    expect(await test.ask(null, resetPassword, { body: reset })).toMatchObject(refused)
    const own = { password_hash: await hashPassword('the old one') }
    await test.db.updateTable('users').set(own).where('id', '=', admin.userId).execute()
    const change = (password: string) =>
      test.ask(admin, changePassword, {
        params: { userId: admin.userId },
        body: { old_password: 'the old one', ...twice(password) },
      })
    expect(await change(weak)).toMatchObject(refused)
    expect((await change('correct horse battery')).status).toBe(200)
  })
})
