import { beforeEach, describe, expect, it } from 'vitest'
import {
  confirmItIsYou,
  getSecondFactor,
  renewRecoveryCodes,
  setUpSecondFactor,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from '#domain/accounts/second-factor-contract.ts'
import { makeKey } from '#server/config.ts'
import { hashPassword } from '#server/platform/session/passwords.ts'
import { beginSession } from '#server/platform/session/tokens.ts'
import { type TestPerson, testNow, useTestApp } from '#testing/app.ts'
import { codeAt, turnOn } from '#testing/calls/second-factors.ts'
import { nextNumber } from '#testing/people.ts'
import { accountRoutes } from '../routes.ts'
import { openFactor, resealSecondFactors } from './second-factors.ts'

const test = useTestApp({ routes: accountRoutes })
const password = 'a long fine one'

let ada: TestPerson & { readonly email: string }
const build = async (more: { is_confirmed?: boolean; password_hash?: string | null } = {}) => {
  const email = `ada${nextNumber()}@example.com`
  const values = { name: 'Ada', email, password_hash: await hashPassword(password), ...more }
  const { id } = await test.db.insertInto('users').values(values).returning('id').executeTakeFirstOrThrow()
  return { userId: id, name: 'Ada', email }
}
beforeEach(async () => {
  test.clock.set(testNow)
  ada = await build()
})
const rowOf = ({ userId }: TestPerson) =>
  test.db.selectFrom('second_factors').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow()

describe('The second factor', () => {
  it('is off until a code of the app was right', async () => {
    const set = await test.ask(ada, setUpSecondFactor)
    expect(set.data.url).toBe(
      `otpauth://totp/Galley:${encodeURIComponent(ada.email)}?issuer=Galley&secret=${set.data.secret}&algorithm=SHA1&digits=6&period=30`,
    )
    const turn = (code: string) => test.ask(ada, turnOnSecondFactor, { body: { code } })
    expect(await turn('12 34')).toMatchObject({ status: 422, code: 'wrong_second_factor' })
    expect((await test.ask(ada, getSecondFactor)).data.turned_on_at).toBeNull()
    const { data } = await turn(codeAt(set.data.secret, testNow))
    expect(data.recovery_codes).toHaveLength(10)
    expect((await test.ask(ada, getSecondFactor)).data).toEqual({
      turned_on_at: testNow.toISOString(),
      recovery_codes_left: 10,
      has_password: true,
    })
    expect(await test.ask(ada, setUpSecondFactor)).toMatchObject({ status: 409, code: 'second_factor_on' })
    expect(await turn('123456')).toMatchObject({ status: 409, code: 'second_factor_on' })
  })

  it('is kept so that the table tells neither the secret nor a code', async () => {
    const { secret, recovery_codes } = await turnOn(test, ada)
    const text = JSON.stringify(await rowOf(ada)) + (await rowOf(ada)).sealed.toString('latin1')
    for (const hidden of [secret, ...recovery_codes.map(code => code.replace('-', ''))])
      expect(text).not.toContain(hidden)
    const row = await rowOf(ada)
    const other = await build()
    expect(() => openFactor(test.services.config, other.userId, row)).toThrow('other row')
  })

  it('is not for somebody whose address is not confirmed', async () => {
    const stranger = await build({ is_confirmed: false })
    expect((await test.ask(stranger, setUpSecondFactor)).status).toBe(403)
  })

  it('gets new recovery codes, which end the former ones', async () => {
    const { recovery_codes } = await turnOn(test, ada)
    const { data } = await test.ask(ada, renewRecoveryCodes)
    expect(data.recovery_codes).toHaveLength(10)
    expect(recovery_codes.filter(code => data.recovery_codes.includes(code))).toEqual([])
    const former = recovery_codes[0] ?? ''
    expect(await test.ask(ada, confirmItIsYou, { body: { code: former } })).toMatchObject({
      code: 'wrong_second_factor',
    })
  })

  it('is turned off once, and only where it is on', async () => {
    for (const call of [turnOffSecondFactor, renewRecoveryCodes])
      expect(await test.ask(ada, call)).toMatchObject({ status: 409, code: 'second_factor_off' })
    await turnOn(test, ada)
    expect((await test.ask(ada, turnOffSecondFactor)).status).toBe(200)
    expect((await test.ask(ada, getSecondFactor)).data.turned_on_at).toBeNull()
  })

  it('ends the sessions that began without it, but not the one that turns it on', async () => {
    const { token } = await test.db.transaction().execute(tx => beginSession(tx, ada.userId, testNow))
    const call = () => test.app.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } })
    expect((await call()).statusCode).toBe(200)
    await turnOn(test, ada)
    expect((await call()).statusCode).toBe(401)
    expect((await test.ask(ada, getSecondFactor)).status).toBe(200)
  })

  it('is a person’s own: signed out nothing of it can be called', async () => {
    for (const call of [getSecondFactor, setUpSecondFactor, turnOffSecondFactor, renewRecoveryCodes])
      expect((await test.ask(null, call)).status).toBe(401)
  })

  it('is resealed with a new key', async () => {
    const { secret } = await turnOn(test, ada)
    const { config } = test.services
    const renewed = { ...config, TOKEN_KEY: makeKey(), TOKEN_KEY_PREVIOUS: [config.TOKEN_KEY ?? ''] }
    // Of somebody else, and damaged: the others are resealed all the same.
    const other = await build()
    await turnOn(test, other)
    const sealed = Buffer.from('damaged')
    await test.db.updateTable('second_factors').set({ sealed }).where('user_id', '=', other.userId).execute()
    expect(await resealSecondFactors(test.db, renewed)).toBeGreaterThan(0)
    expect(openFactor({ ...renewed, TOKEN_KEY_PREVIOUS: [] }, ada.userId, await rowOf(ada)).secret).toBe(
      secret,
    )
    await test.db.deleteFrom('second_factors').execute()
  })
})

describe('Somebody who signed in more than ten minutes ago', () => {
  let call: (
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body?: object,
  ) => Promise<{ status: number; code: string }>
  const later = (minutes: number) => test.clock.set(new Date(testNow.getTime() + minutes * 60_000))
  const begin = async (person: TestPerson) => {
    const { token } = await test.db.transaction().execute(tx => beginSession(tx, person.userId, testNow))
    call = async (method, path, body) => {
      const headers = { authorization: `Bearer ${token}` }
      const answer = await test.app.inject({
        method,
        url: `/api/auth${path}`,
        headers,
        ...(body && { payload: body }),
      })
      return { status: answer.statusCode, code: answer.json().code }
    }
  }

  it('confirms with the password that it is them before the second factor changes', async () => {
    await begin(ada)
    later(10)
    expect(await call('POST', '/second-factor/setup')).toEqual({ status: 403, code: 'confirm_it_is_you' })
    expect((await call('POST', '/sessions/confirm', { password: 'another one' })).status).toBe(422)
    expect(await call('POST', '/second-factor/setup')).toMatchObject({ status: 403 })
    expect((await call('POST', '/sessions/confirm', { password })).status).toBe(200)
    expect((await call('POST', '/second-factor/setup')).status).toBe(200)
    later(20)
    expect(await call('POST', '/second-factor/setup')).toMatchObject({ status: 403 })
  })

  it('confirms with a code, which is used up', async () => {
    const { secret } = await turnOn(test, ada)
    await begin(ada)
    later(30)
    expect(await call('DELETE', '/second-factor')).toMatchObject({ status: 403 })
    const code = codeAt(secret, test.clock.now())
    expect((await call('POST', '/sessions/confirm', { code })).status).toBe(200)
    expect(await call('POST', '/sessions/confirm', { code })).toEqual({ status: 422, code: 'code_used' })
    expect((await call('DELETE', '/second-factor')).status).toBe(200)
  })

  it('confirms with no password while the second factor is on', async () => {
    await turnOn(test, ada)
    await begin(ada)
    later(10)
    expect(await call('POST', '/sessions/confirm', { password })).toEqual({
      status: 422,
      code: 'validation_error',
    })
    expect(await call('DELETE', '/second-factor')).toMatchObject({ status: 403 })
  })

  it('is told by mail of a recovery code that confirmed it', async () => {
    const { recovery_codes } = await turnOn(test, ada)
    await begin(ada)
    expect((await call('POST', '/sessions/confirm', { code: recovery_codes[0] ?? '' })).status).toBe(200)
    const mails = test.db.selectFrom('outgoing_mails').select('kind').where('recipient', '=', ada.email)
    expect(await mails.where('kind', '=', 'second-factor-used').execute()).toHaveLength(1)
  })

  it('signs in anew without a password and a second factor, and is stopped after ten wrong passwords', async () => {
    const withoutPassword = await build({ password_hash: null })
    await begin(withoutPassword)
    expect(await call('POST', '/sessions/confirm', { password })).toEqual({
      status: 409,
      code: 'sign_in_again',
    })
    expect(await call('POST', '/sessions/confirm', { code: '123456' })).toMatchObject({
      code: 'second_factor_off',
    })
    await begin(ada)
    for (let time = 0; time < 10; time++)
      expect((await call('POST', '/sessions/confirm', { password: 'another one' })).status).toBe(422)
    expect((await call('POST', '/sessions/confirm', { password })).status).toBe(429)
  })

  it('is asked before a way to sign in is removed', async () => {
    const withoutPassword = await build({ password_hash: null })
    await begin(withoutPassword)
    later(10)
    expect(await call('DELETE', '/identities/1')).toMatchObject({ code: 'confirm_it_is_you' })
  })
})
