import { describe, expect, it } from 'vitest'
import { identityPeople } from '#sandbox/identity/people.ts'
import { turnOn } from '#testing/calls/second-factors.ts'
import { openBrowser } from '#testing/provider-browser.ts'
import { stageProviders } from '#testing/providers.ts'

const [ada, greta, uwe] = identityPeople.google.map(({ sub }) => sub) as [string, string, string]
const otto = identityPeople.apple[2]?.sub ?? ''
const { sandbox, test, browser, traces, buildUser } = stageProviders()

describe('A sign-in callback', () => {
  it('is refused with a text if the provider has not verified the address', async () => {
    await buildUser('uwe.falk@example.com')
    const google = await browser().signIn('google', uwe)
    expect(google).toMatchObject({ status: 422, code: 'provider_mail_unverified' })
    expect(google.message).toContain('Google has not verified your email address.')
    expect(await browser().signIn('apple', otto)).toMatchObject({ code: 'provider_mail_unverified' })
    expect(await traces()).toEqual([1, 0, 0])
  })

  it('works only once', async () => {
    const returned = await browser().returnAs('google', greta)
    expect((await browser().finish('google', returned)).status).toBe(200)
    const before = await traces()
    expect(await browser().finish('google', returned)).toMatchObject({ status: 409, code: 'sign_in_ended' })
    expect(await traces()).toEqual(before)
  })

  it('asks for the second factor of somebody who has one', async () => {
    const first = await browser().signIn('google', greta)
    expect(first.status).toBe(200)
    const { id } = await test().db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    await turnOn(test(), { userId: id, name: 'Greta' })
    const before = await traces()
    const { status, data } = await browser().signIn('google', greta)
    expect([status, data]).toEqual([
      200,
      { second_factor: 'due', token: expect.any(String), expires_in: 600 },
    ])
    expect(await traces()).toEqual(before)
  })

  it('works only once even if it is sent twice at the same moment', async () => {
    const returned = await browser().returnAs('google', greta)
    const both = await Promise.all([
      browser().finish('google', returned),
      browser().finish('google', returned),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await traces()).toEqual([1, 1, 1])
  })

  it('is worthless in another browser, and is not used up by it', async () => {
    const returned = await browser().returnAs('google', greta)
    const other = openBrowser(test())
    expect(await other.finish('google', returned)).toMatchObject({ status: 409, code: 'sign_in_ended' })
    await other.begin('google')
    expect(await other.finish('google', returned)).toMatchObject({ status: 409, code: 'sign_in_ended' })
    expect((await browser().finish('google', returned)).status).toBe(200)
  })

  it('of one provider is refused for the other', async () => {
    const returned = await browser().returnAs('google', greta)
    expect(await browser().finish('apple', returned)).toMatchObject({ code: 'sign_in_ended' })
  })

  it('is refused with a made-up state', async () => {
    const { code } = await browser().returnAs('google', greta)
    expect(await browser().finish('google', { code, state: 'A'.repeat(43) })).toMatchObject({
      code: 'sign_in_ended',
    })
    expect(await traces()).toEqual([0, 0, 0])
  })

  it('is refused after ten minutes', async () => {
    const returned = await browser().returnAs('google', greta)
    test().clock.advance(601_000)
    expect(await browser().finish('google', returned)).toMatchObject({ status: 409, code: 'sign_in_ended' })
  })

  it('is refused with a code that has expired at the provider, and ends the attempt', async () => {
    const returned = await browser().returnAs('google', greta)
    sandbox().passTime(6 * 60_000)
    expect(await browser().finish('google', returned)).toMatchObject({
      status: 422,
      code: 'provider_refused',
    })
    expect(await browser().finish('google', returned)).toMatchObject({ code: 'sign_in_ended' })
    expect(await traces()).toEqual([0, 0, 0])
  })

  it('is refused with the code of another attempt, which was requested with another challenge', async () => {
    const [one, two] = [await browser().returnAs('google', greta), await browser().returnAs('google', ada)]
    const mixed = await browser().finish('google', { code: two.code, state: one.state })
    expect(mixed).toMatchObject({ status: 422, code: 'provider_refused' })
    expect(await traces()).toEqual([0, 0, 0])
  })

  it('is refused with a code that was requested without PKCE', async () => {
    const requested = await browser().begin('google')
    requested.searchParams.delete('code_challenge')
    requested.searchParams.delete('code_challenge_method')
    const back = await browser().choose(requested, greta)
    const downgraded = { code: back.get('code') ?? '', state: back.get('state') ?? '' }
    expect(downgraded.code).not.toBe('')
    expect(await browser().finish('google', downgraded)).toMatchObject({ code: 'provider_refused' })
  })

  it('is refused with a nonce that was changed on the way', async () => {
    const requested = await browser().begin('google')
    requested.searchParams.set('nonce', 'somebody else’s')
    const back = await browser().choose(requested, greta)
    const returned = { code: back.get('code') ?? '', state: back.get('state') ?? '' }
    expect(await browser().finish('google', returned)).toMatchObject({ code: 'provider_refused' })
    expect(await traces()).toEqual([0, 0, 0])
  })

  it('is refused as unreadable without a code or a state', async () => {
    for (const body of [{}, { code: 'x' }, { state: 'x' }, { code: ['x'], state: 'x' }])
      expect((await test().send(null, 'POST', '/auth/google/callback', body)).status).toBe(422)
  })
})
