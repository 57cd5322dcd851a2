import { describe, expect, it } from 'vitest'
import { signIn } from '#domain/accounts/contract.ts'
import type { OwnSession } from '#domain/accounts/model.ts'
import { blockUser, unblockUser } from '#server/platform/session/end-sessions.ts'
import { hashPassword } from '#server/platform/session/passwords.ts'
import { useTestApp } from '#testing/app.ts'
import { nextNumber } from '#testing/people.ts'
import { accountRoutes } from '../routes.ts'

const test = useTestApp({ routes: accountRoutes, config: { SIGN_IN_PER_MINUTE: 1000 } })

const password = 'a long fine one'
const newPerson = async () => {
  const email = `person${nextNumber()}@example.com`
  const values = { name: 'Ada', email, password_hash: await hashPassword(password) }
  const { id } = await test.db.insertInto('users').values(values).returning('id').executeTakeFirstOrThrow()
  return { id, email }
}
const enter = async (email: string, browser: string): Promise<string> => {
  const headers = { 'user-agent': browser }
  const payload = { email, password }
  const response = await test.app.inject({ method: 'POST', url: '/api/auth/signin', headers, payload })
  return response.json().data.token
}
const call = async (token: string, method: 'GET' | 'POST' | 'DELETE', path: string) => {
  const headers = { authorization: `Bearer ${token}` }
  const response = await test.app.inject({ method, url: `/api${path}`, headers })
  return { status: response.statusCode, code: response.json().code, data: response.json().data }
}
const listed = async (token: string): Promise<OwnSession[]> =>
  (await call(token, 'GET', '/auth/sessions')).data

describe('Sessions', () => {
  it('are listed with the device they are used on, with the current one marked', async () => {
    const { email } = await newPerson()
    const [phone, desk] = [await enter(email, 'Phone/1'), await enter(email, 'Desk/2')]
    const sessions = await listed(desk)
    expect(sessions.map(session => [session.user_agent, session.is_current, session.address])).toEqual([
      ['Desk/2', true, '127.0.0.1'],
      ['Phone/1', false, '127.0.0.1'],
    ])
    expect((await listed(phone)).map(session => session.is_current)).toEqual([false, true])
  })

  it('can be ended one by one, only by their owner', async () => {
    const [ada, eve] = [await newPerson(), await newPerson()]
    const [phone, desk] = [await enter(ada.email, 'Phone'), await enter(ada.email, 'Desk')]
    const theirs = await enter(eve.email, 'Evil')
    const id = (await listed(desk)).find(session => session.user_agent === 'Phone')?.id
    expect((await call(theirs, 'DELETE', `/auth/sessions/${id}`)).status).toBe(404)
    expect((await call(phone, 'GET', '/auth/me')).status).toBe(200)
    expect((await call(desk, 'DELETE', `/auth/sessions/${id}`)).status).toBe(200)
    expect((await call(phone, 'GET', '/auth/me')).status).toBe(401)
    expect((await call(phone, 'POST', '/auth/refresh')).status).toBe(401)
    expect((await call(desk, 'DELETE', `/auth/sessions/${id}`)).status).toBe(404)
    expect(await listed(desk)).toHaveLength(1)
  })

  it('can all be ended except the current one', async () => {
    const { email } = await newPerson()
    const others = [await enter(email, 'Phone'), await enter(email, 'Tablet')]
    const desk = await enter(email, 'Desk')
    expect((await call(desk, 'POST', '/auth/sessions/revoke-others')).status).toBe(200)
    for (const token of others) expect((await call(token, 'GET', '/auth/me')).status).toBe(401)
    expect((await call(desk, 'GET', '/auth/me')).status).toBe(200)
  })

  it('are deleted once they can no longer be renewed', async () => {
    const { email } = await newPerson()
    await enter(email, 'Phone')
    test.clock.advance(31 * 86_400_000)
    const desk = await enter(email, 'Desk')
    expect((await listed(desk)).map(session => session.user_agent)).toEqual(['Desk'])
  })
})

describe('A blocked person', () => {
  it('is told by the next call, cannot renew or sign in, and starts afresh after the block', async () => {
    const { id, email } = await newPerson()
    const token = await enter(email, 'Desk')
    await test.db.transaction().execute(tx => blockUser(tx, id, test.clock.now()))
    expect(await call(token, 'GET', '/auth/me')).toMatchObject({ status: 401, code: 'account_blocked' })
    expect(await call(token, 'POST', '/auth/refresh')).toMatchObject({ status: 401, code: 'account_blocked' })
    const body = { email, password }
    expect((await test.ask(null, signIn, { body })).code).toBe('account_blocked')
    await test.db.transaction().execute(tx => unblockUser(tx, id))
    expect(await call(token, 'GET', '/auth/me')).toMatchObject({ status: 401, code: 'unauthenticated' })
    expect(await call(token, 'POST', '/auth/refresh')).toMatchObject({ status: 401, code: 'unauthenticated' })
    expect((await test.ask(null, signIn, { body })).status).toBe(200)
  })
})
