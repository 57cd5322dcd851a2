import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  changePassword,
  linkIdentity,
  listSignInMethods,
  signIn,
  startLinkingIdentity,
  unlinkIdentity,
} from '#domain/accounts/contract.ts'
import type { SignInMethods } from '#domain/accounts/model.ts'
import type { Provider } from '#domain/accounts/providers.ts'
import { identityPeople } from '#sandbox/identity/people.ts'
import { endSessionsOf } from '#server/platform/session/end-sessions.ts'
import type { TestPerson } from '#testing/app.ts'
import { readMails } from '#testing/mails.ts'
import { openBrowser, type Returned } from '#testing/provider-browser.ts'
import { stageProviders, testPassword } from '#testing/providers.ts'
import { lockIdentity } from './identity-sign-in.ts'

const [, greta, uwe] = identityPeople.google.map(({ sub }) => sub) as [string, string, string]
const hana = identityPeople.apple[1]?.sub ?? ''
const { test, browser, count, buildUser } = stageProviders()

const newPerson = async (email: string): Promise<TestPerson> => ({
  userId: await buildUser(email),
  name: 'Someone',
})
const begin = async (person: TestPerson, provider: Provider): Promise<URL> =>
  new URL(
    (await test().ask(person, startLinkingIdentity, { body: { provider, password: testPassword } })).data.url,
  )
/** The callback after a person has started here and chosen their identity there. */
const returnAs = async (person: TestPerson, provider: Provider, who: string): Promise<Returned> => {
  const back = await openBrowser(test()).choose(await begin(person, provider), who)
  return { code: back.get('code') ?? '', state: back.get('state') ?? '' }
}
const finish = (person: TestPerson | null, provider: Provider, { code, state }: Returned) =>
  test().ask(person, linkIdentity, { body: { provider, code, state } })
const link = async (person: TestPerson, provider: Provider, who: string): Promise<SignInMethods> =>
  (await finish(person, provider, await returnAs(person, provider, who))).data
const unlink = (person: TestPerson, identityId: number) =>
  test().ask(person, unlinkIdentity, { params: { identityId } })
const waysOf = async (person: TestPerson) => (await test().ask(person, listSignInMethods)).data
/** A person who signed up with Google and has no password. */
const cameByGoogle = async (who: string): Promise<TestPerson & { email: string }> => {
  const { id, email } = await test()
    .db.selectFrom('users')
    .select(['id', 'email'])
    .where('id', '=', (await meAfter(who)).id)
    .executeTakeFirstOrThrow()
  return { userId: id, name: 'Someone', email }
}
const meAfter = async (who: string) => {
  const { data } = await browser().signIn('google', who)
  const headers = { authorization: `Bearer ${data.token}` }
  return (await test().app.inject({ url: '/api/auth/me', headers })).json().data
}
const kindsTo = async (email: string) => (await readMails(test(), email)).map(({ kind }) => kind)

describe('Linking an identity', () => {
  it('adds a sign-in method, whatever the address there, and sends a mail about it', async () => {
    const ada = await newPerson('ada@studio.example')
    expect(await waysOf(ada)).toEqual({
      has_password: true,
      identities: [],
      providers: ['google', 'apple'],
    })
    await link(ada, 'google', uwe)
    const { identities } = await link(ada, 'apple', hana)
    expect(identities.map(({ provider, can_unlink }) => [provider, can_unlink])).toEqual([
      ['google', true],
      ['apple', true],
    ])
    expect(identities[0]?.email).toBe('uwe.falk@example.com')
    expect(await kindsTo('ada@studio.example')).toEqual(['identity-linked', 'identity-linked'])
    expect((await meAfter(uwe)).id).toBe(ada.userId)
  })

  it('is impossible without being signed in: a cookie neither starts nor completes it', async () => {
    await browser().begin('google')
    const headers = { ...browser().headers(), origin: 'https://evil.example' }
    for (const path of ['/api/auth/identities/begin', '/api/auth/identities']) {
      const payload = { provider: 'google', code: 'c', state: 's' }
      const answer = await test().app.inject({ method: 'POST', url: path, headers, payload })
      expect(answer.statusCode).toBe(401)
    }
  })

  it('requires a confirmed address, so that a sign-up with another person’s address gives no lasting access', async () => {
    const email = 'victim@studio.example'
    const id = await buildUser(email, { is_confirmed: false })
    const eve = { userId: id, name: 'Eve' }
    const early = await test().ask(eve, startLinkingIdentity, { body: { provider: 'google' } })
    expect(early).toMatchObject({ status: 403, message: 'Please confirm your email address first.' })
    const users = test().db.updateTable('users').where('id', '=', id)
    await users.set({ is_confirmed: true }).execute()
    const back = await returnAs(eve, 'google', greta)
    await users.set({ is_confirmed: false }).execute()
    expect((await finish(eve, 'google', back)).status).toBe(403)
    expect(await count('identities')).toBe(0)
  })

  it('that another person has linked is refused with a text, and changes nothing', async () => {
    const [ada, eve] = [await newPerson('ada@studio.example'), await newPerson('eve@studio.example')]
    await link(ada, 'google', greta)
    const refused = await finish(eve, 'google', await returnAs(eve, 'google', greta))
    expect(refused).toMatchObject({ status: 409, code: 'identity_taken' })
    expect(refused.message).toContain('This Google account signs in to another Galley account.')
    expect((await waysOf(eve)).identities).toEqual([])
    expect((await meAfter(greta)).id).toBe(ada.userId)
    expect(await kindsTo('eve@studio.example')).toEqual([])
  })

  it('twice has the effect of once', async () => {
    const ada = await newPerson('ada@studio.example')
    await link(ada, 'google', greta)
    expect((await link(ada, 'google', greta)).identities).toHaveLength(1)
    expect(await kindsTo('ada@studio.example')).toHaveLength(1)
  })

  it('is won by one of two people who return at once with the same identity', async () => {
    const people = [await newPerson('ada@studio.example'), await newPerson('eve@studio.example')]
    const returns = []
    for (const person of people) returns.push([person, await returnAs(person, 'google', greta)] as const)
    const answers = await Promise.all(returns.map(([person, back]) => finish(person, 'google', back)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await count('identities')).toBe(1)
  })

  it('fails if the session ended while the provider was asked', async () => {
    const ada = await newPerson('ada@studio.example')
    const back = await returnAs(ada, 'google', greta)
    const issuer = `${test().services.config.sandboxUrl}/identity/google`
    const { db, clock } = test()
    // Someone at an unlocked computer must not gain access after its owner has signed out on all devices.
    const answer = await db.transaction().execute(async tx => {
      await lockIdentity(tx, { issuer, subject: greta })
      const finishing = finish(ada, 'google', back)
      const waiting = () =>
        sql<{
          n: number
        }>`select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted`
          .execute(db)
          .then(({ rows }) => rows[0]?.n)
      await expect.poll(waiting).toBe(1)
      await db.transaction().execute(other => endSessionsOf(other, ada.userId, { now: clock.now() }))
      return { finishing }
    })
    expect(await answer.finishing).toMatchObject({ status: 409, code: 'sign_in_ended' })
    expect(await count('identities')).toBe(0)
  })
})

describe('Linking is started', () => {
  const start = (person: TestPerson, password?: string) =>
    test().ask(person, startLinkingIdentity, { body: { provider: 'google', ...(password && { password }) } })

  it('only with the password of the account', async () => {
    const ada = await newPerson('ada@studio.example')
    const given = [undefined, 'not it', testPassword]
    const answers = []
    for (const password of given) answers.push(await start(ada, password))
    expect(answers.map(({ status, errors }) => [status, errors?.password])).toEqual([
      [422, ['Password is required']],
      [422, ['The password is not correct']],
      [200, undefined],
    ])
  })

  it('by ten guesses a day, which count with those of changing the password', async () => {
    const ada = await newPerson('ada@studio.example')
    const body = { password: 'a long new password 7', password_confirmation: 'a long new password 7' }
    const guess = { params: { userId: ada.userId }, body: { ...body, old_password: 'not it' } }
    for (let n = 0; n < 5; n += 1) {
      expect((await start(ada, 'not it')).status).toBe(422)
      expect((await test().ask(ada, changePassword, guess)).status).toBe(422)
    }
    expect((await start(ada, testPassword)).status).toBe(429)
  })

  it('with the right password as often as one likes, and the password can still be changed', async () => {
    const ada = await newPerson('ada@studio.example')
    for (let n = 0; n < 11; n += 1) expect((await start(ada, testPassword)).status).toBe(200)
    const body = {
      old_password: testPassword,
      password: 'another fine one',
      password_confirmation: 'another fine one',
    }
    expect((await test().ask(ada, changePassword, { params: { userId: ada.userId }, body })).status).toBe(200)
  })

  it('without a password only within ten minutes of signing in', async () => {
    const ada = await newPerson('ada@studio.example')
    await test().db.updateTable('users').set({ password_hash: null }).where('id', '=', ada.userId).execute()
    expect((await start(ada)).status).toBe(200)
    const { clock, db } = test()
    const began = { created_at: new Date(clock.now().getTime() - 10 * 60_000) }
    await db.updateTable('sessions').set(began).where('user_id', '=', ada.userId).execute()
    expect(await start(ada)).toMatchObject({ status: 409, code: 'sign_in_again' })
  })
})

describe('The callback of a link attempt', () => {
  it('works only once', async () => {
    const ada = await newPerson('ada@studio.example')
    const back = await returnAs(ada, 'google', greta)
    const both = await Promise.all([finish(ada, 'google', back), finish(ada, 'google', back)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await finish(ada, 'google', back)).toMatchObject({ code: 'sign_in_ended' })
  })

  it('is worthless to another person, and is not used up by them', async () => {
    const [ada, eve] = [await newPerson('ada@studio.example'), await newPerson('eve@studio.example')]
    const back = await returnAs(eve, 'google', greta)
    expect(await finish(ada, 'google', back)).toMatchObject({ status: 409, code: 'sign_in_ended' })
    expect((await waysOf(ada)).identities).toEqual([])
    expect((await finish(eve, 'google', back)).status).toBe(200)
  })

  it('is worthless in another session of the same person', async () => {
    const ada = await newPerson('ada@studio.example')
    const back = await returnAs(ada, 'google', greta)
    test().clock.advance(1000)
    expect(await finish(ada, 'google', back)).toMatchObject({ code: 'sign_in_ended' })
  })

  it('signs nobody in, and the callback of a sign-in links nobody', async () => {
    const ada = await newPerson('ada@studio.example')
    const linking = await returnAs(ada, 'google', greta)
    await browser().begin('google')
    expect(await browser().finish('google', linking)).toMatchObject({ status: 409, code: 'sign_in_ended' })
    const signingIn = await browser().returnAs('google', greta)
    expect(await finish(ada, 'google', signingIn)).toMatchObject({ status: 409, code: 'sign_in_ended' })
    expect(await count('identities')).toBe(0)
    expect((await finish(ada, 'google', linking)).status).toBe(200)
  })

  it('is refused with the state of another attempt, another provider, a changed nonce or no PKCE', async () => {
    const ada = await newPerson('ada@studio.example')
    const [one, two] = [await returnAs(ada, 'google', greta), await returnAs(ada, 'google', uwe)]
    expect(await finish(ada, 'apple', one)).toMatchObject({ code: 'sign_in_ended' })
    expect(await finish(ada, 'google', { code: two.code, state: one.state })).toMatchObject({
      status: 422,
      code: 'provider_refused',
    })
    for (const change of ['nonce', 'code_challenge'] as const) {
      const requested = await begin(ada, 'google')
      if (change === 'nonce') requested.searchParams.set('nonce', 'another')
      else for (const name of [change, 'code_challenge_method']) requested.searchParams.delete(name)
      const back = await openBrowser(test()).choose(requested, greta)
      const changed = { code: back.get('code') ?? '', state: back.get('state') ?? '' }
      expect(await finish(ada, 'google', changed)).toMatchObject({ code: 'provider_refused' })
    }
    expect(await count('identities')).toBe(0)
  })

  it('is refused after ten minutes', async () => {
    const ada = await newPerson('ada@studio.example')
    const back = await returnAs(ada, 'google', greta)
    await test().db.updateTable('sign_in_attempts').set({ expires_at: test().clock.now() }).execute()
    expect(await finish(ada, 'google', back)).toMatchObject({ code: 'sign_in_ended' })
  })
})

describe('Unlinking an identity', () => {
  it('removes the sign-in method, and sends a mail about it', async () => {
    const ada = await newPerson('ada@studio.example')
    const { identities } = await link(ada, 'google', uwe)
    const { status, data } = await unlink(ada, identities[0]?.id ?? 0)
    expect([status, data.identities]).toEqual([200, []])
    expect(await kindsTo('ada@studio.example')).toEqual(['identity-linked', 'identity-unlinked'])
    expect(await browser().signIn('google', uwe)).toMatchObject({ code: 'provider_mail_unverified' })
  })

  it('is refused for the only sign-in method, until there is a password or another one', async () => {
    const { email, ...person } = await cameByGoogle(greta)
    const [own] = (await waysOf(person)).identities
    expect([own?.can_unlink, (await waysOf(person)).has_password]).toEqual([false, false])
    expect(await unlink(person, own?.id ?? 0)).toMatchObject({ status: 409, code: 'last_way_in' })

    const { userId } = person
    const fresh = { password: testPassword, password_confirmation: testPassword }
    expect((await test().ask(person, changePassword, { params: { userId }, body: fresh })).status).toBe(200)
    expect(await kindsTo(email)).toEqual(['password-set'])
    expect((await unlink(person, own?.id ?? 0)).status).toBe(200)
    expect((await test().ask(null, signIn, { body: { email, password: testPassword } })).status).toBe(200)
  })

  it('leaves one of two that are unlinked at once', async () => {
    const person = await cameByGoogle(greta)
    const { identities } = await link(person, 'apple', hana)
    const answers = await Promise.all(identities.map(({ id }) => unlink(person, id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await waysOf(person)).identities).toHaveLength(1)
  })

  it('counts only providers that this installation still has', async () => {
    const person = await cameByGoogle(greta)
    const { identities } = await link(person, 'apple', hana)
    const google = identities.find(({ provider }) => provider === 'google')
    Object.assign(test().services.config, { APPLE_CLIENT_ID: undefined })
    expect((await waysOf(person)).providers).toEqual(['google'])
    expect(await unlink(person, google?.id ?? 0)).toMatchObject({ code: 'last_way_in' })
  })

  it('works only for one’s own identities: another person’s are not found', async () => {
    const [ada, eve] = [await newPerson('ada@studio.example'), await newPerson('eve@studio.example')]
    const { identities } = await link(ada, 'google', greta)
    expect((await unlink(eve, identities[0]?.id ?? 0)).status).toBe(404)
    expect((await waysOf(ada)).identities).toHaveLength(1)
  })
})

describe('Setting a password', () => {
  it('requires no present password if there is none', async () => {
    const ada = await newPerson('ada@studio.example')
    const fresh = { password: 'another fine one', password_confirmation: 'another fine one' }
    const refused = await test().ask(ada, changePassword, { params: { userId: ada.userId }, body: fresh })
    expect([refused.status, refused.errors]).toEqual([422, { old_password: ['Password is required'] }])
  })
})
