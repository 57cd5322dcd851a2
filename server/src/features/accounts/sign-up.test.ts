import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { confirmEmail, getMe, resendConfirmation, signIn, signUp } from '#domain/accounts/contract.ts'
import { hashPassword } from '#server/platform/session/passwords.ts'
import { testNow, useTestApp } from '#testing/app.ts'
import { lastToken, readMails } from '#testing/mails.ts'
import { nextNumber, useCast } from '#testing/people.ts'
import { accountRoutes } from './routes.ts'

const test = useTestApp({ routes: accountRoutes, config: { SIGN_IN_PER_MINUTE: 10_000 } })
const cast = useCast(test)

const password = 'a long fine one'
const form = (email: string) => ({
  name: 'Zoë',
  last_name: 'O’Brien',
  email,
  password,
  password_confirmation: password,
  phone_number: '+49 30 123456',
  company: 'Bluebird Studio',
})
const newEmail = () => `new${nextNumber()}@example.com`
const as = (token: string) => ({ authorization: `Bearer ${token}` })
const meOf = async (token: string) =>
  (await test.app.inject({ url: '/api/auth/me', headers: as(token) })).json().data
/** Follows the link in the browser of this session. */
const confirmAs = async (session: string, token: string) =>
  (
    await test.app.inject({
      method: 'POST',
      url: '/api/auth/confirm',
      headers: as(session),
      payload: { token },
    })
  ).statusCode

/** A person who has had an account for a long time. */
const owner = async (email: string, own = 'the owner’s own password') => {
  const values = { name: 'Owner', email, password_hash: await hashPassword(own) }
  return (await test.db.insertInto('users').values(values).returning('id').executeTakeFirstOrThrow()).id
}

const invite = async (email: string, changes: { expires_at?: Date; revoked_at?: Date } = {}) => {
  const token = randomBytes(32).toString('base64url')
  await test.db
    .insertInto('invitations')
    .values({
      agency_id: cast.project.agencyId,
      project_id: cast.project.projectId,
      email,
      name: 'Zoë O’Brien',
      role: 'content-creator',
      token_hash: createHash('sha256').update(token).digest(),
      invited_by: cast.admin.userId,
      expires_at: new Date(testNow.getTime() + 86_400_000),
      ...changes,
    })
    .execute()
  return token
}

describe('Signing up', () => {
  it('returns a session of the new account, which may create an agency', async () => {
    const email = newEmail()
    const { status, data } = await test.ask(null, signUp, { body: form(email.toUpperCase()) })
    expect(status).toBe(200)
    expect(data.expires_in).toBe(3600)
    expect(await meOf(data.token)).toMatchObject({
      email,
      name: 'Zoë',
      last_name: 'O’Brien',
      is_email_confirmed: false,
      can_create_agency: true,
      can_create_project: false,
      card_status: 'not_needed',
      agency_role: null,
      projects: [],
      agency: null,
    })
    expect((await test.ask(null, signIn, { body: { email, password } })).status).toBe(200)
  })

  it('uses the end of a long password as well as its beginning', async () => {
    const email = newEmail()
    const long = `${'x'.repeat(200)}ä${'🐟'.repeat(53)}Z`
    const body = { ...form(email), password: long, password_confirmation: long }
    expect((await test.ask(null, signUp, { body })).status).toBe(200)
    expect((await test.ask(null, signIn, { body: { email, password: long } })).status).toBe(200)
    expect((await test.ask(null, signIn, { body: { email, password: long.slice(0, -1) } })).code).toBe(
      'invalid_credentials',
    )
  })

  it('tells every field what is wrong with it, and creates nothing', async () => {
    const before = await test.db.selectFrom('users').select('id').orderBy('id').execute()
    const { status, errors } = await test.send(null, 'POST', '/auth/signup', {
      ...form('not an address'),
      name: 'R2D2',
      password_confirmation: 'another',
      phone_number: 'none',
    })
    expect(status).toBe(422)
    expect(errors).toEqual({
      name: ['Field should not contain numbers and special symbols'],
      email: ['Invalid email'],
      password_confirmation: ["Passwords doesn't match"],
      phone_number: ['Phone number is not valid'],
    })
    expect(await test.db.selectFrom('users').select('id').orderBy('id').execute()).toEqual(before)
  })

  it('gives nobody a role or a confirmed address, even if they ask for it', async () => {
    const body = { ...form(newEmail()), is_super_admin: true, is_confirmed: true }
    const { status, errors } = await test.send(null, 'POST', '/auth/signup', body)
    expect([status, Object.keys(errors ?? {})]).toEqual([422, ['is_super_admin', 'is_confirmed']])
  })

  it('leads to the same account if someone signs up twice with the same password', async () => {
    const email = newEmail()
    const first = await test.ask(null, signUp, { body: form(email) })
    const second = await test.ask(null, signUp, { body: form(email) })
    expect((await meOf(second.data.token)).id).toBe((await meOf(first.data.token)).id)
    expect(await readMails(test, email)).toHaveLength(1)
  })

  it('creates one account for two clicks at the same moment', async () => {
    const email = newEmail()
    const answers = await Promise.all([1, 2, 3].map(() => test.ask(null, signUp, { body: form(email) })))
    const people = await Promise.all(answers.map(({ data }) => meOf(data.token)))
    expect(new Set(people.map(({ id }) => id)).size).toBe(1)
    expect(await readMails(test, email)).toHaveLength(1)
  })

  it('stops mailing an address after five times in an hour, known or not', async () => {
    const [free, taken] = [newEmail(), newEmail()]
    await owner(taken)
    for (const email of [free, taken]) {
      const codes = []
      for (let turn = 0; turn < 6; turn++) {
        const own = `${password} ${turn}`
        const body = { ...form(email), password: own, password_confirmation: own }
        codes.push((await test.ask(null, signUp, { body })).code)
      }
      expect(codes).toEqual([undefined, undefined, undefined, undefined, undefined, 'too_many_requests'])
    }
  })
})

describe('An address that has an account', () => {
  it('cannot be distinguished from one without, neither by the answer nor by what is possible afterwards', async () => {
    const [taken, free] = [newEmail(), newEmail()]
    await owner(taken)
    const seen = []
    for (const email of [taken, free]) {
      const response = await test.app.inject({
        method: 'POST',
        url: '/api/auth/signup',
        payload: form(email),
      })
      const { token, ...rest } = response.json().data
      const { id: _id, email: _email, ...me } = await meOf(token)
      const again = await test.ask(null, signIn, { body: { email, password } })
      const wrong = await test.ask(null, signIn, { body: { email, password: 'something else' } })
      const varying = { date: '', 'content-length': '', 'x-ratelimit-remaining': '' }
      const cookie = String(response.headers['set-cookie']).replace(/=\d+\.[\w-]+\.[\w-]+;/, '=…;')
      const headers = { ...response.headers, ...varying, 'set-cookie': cookie }
      const resend = await test.app.inject({
        method: 'POST',
        url: '/api/auth/confirm/resend',
        headers: as(token),
      })
      seen.push({
        status: response.statusCode,
        headers,
        rest,
        me,
        again: again.status,
        wrong,
        resend: resend.body,
      })
    }
    expect(seen[0]).toEqual(seen[1])
  })

  it('keeps its account unchanged, and its owner is notified', async () => {
    const email = newEmail()
    const id = await owner(email)
    await test.ask(null, signUp, { body: form(email) })
    const [mail] = await readMails(test, email)
    expect(mail).toMatchObject({ kind: 'address-taken', subject: 'You already have a Galley account' })
    expect(mail?.text).not.toContain('confirm-email')
    const own = await test.ask(null, signIn, { body: { email, password: 'the owner’s own password' } })
    expect((await meOf(own.data.token)).id).toBe(id)
  })

  it('signs the owner in who signs up with their own password', async () => {
    const email = newEmail()
    const id = await owner(email, password)
    const { data } = await test.ask(null, signUp, { body: form(email) })
    expect((await meOf(data.token)).id).toBe(id)
    expect(await readMails(test, email)).toEqual([])
  })
})

describe('Confirming an address', () => {
  it('works by the mailed link, even twice, and never for a second account', async () => {
    const email = newEmail()
    const other = 'another fine one'
    const mine = await test.ask(null, signUp, { body: form(email) })
    const token = await lastToken(test, email)
    const theirs = await test.ask(null, signUp, {
      body: { ...form(email), password: other, password_confirmation: other },
    })
    const theirToken = await lastToken(test, email)
    for (let turn = 0; turn < 2; turn++) expect(await confirmAs(mine.data.token, token)).toBe(200)
    expect((await test.ask(null, confirmEmail, { body: { token: theirToken } })).code).toBe('link_ended')
    expect((await meOf(mine.data.token)).is_email_confirmed).toBe(true)
    expect((await meOf(theirs.data.token)).is_email_confirmed).toBe(false)
  })

  it('is refused for links that are unknown, old or meant for something else', async () => {
    const email = newEmail()
    await test.ask(null, signUp, { body: form(email) })
    const token = await lastToken(test, email)
    const codes = [(await test.ask(null, confirmEmail, { body: { token: 'x'.repeat(43) } })).code]
    test.clock.advance(8 * 86_400_000)
    codes.push((await test.ask(null, confirmEmail, { body: { token } })).code)
    test.clock.set(testNow)
    await test.db.updateTable('account_links').set({ purpose: 'reset' }).execute()
    codes.push((await test.ask(null, confirmEmail, { body: { token } })).code)
    expect(codes).toEqual(['link_ended', 'link_ended', 'link_ended'])
  })

  it('mails the link again on request, and nothing to an address that needs none', async () => {
    const email = newEmail()
    const { data } = await test.ask(null, signUp, { body: form(email) })
    const again = { method: 'POST' as const, url: '/api/auth/confirm/resend', headers: as(data.token) }
    expect((await test.app.inject(again)).statusCode).toBe(200)
    expect((await readMails(test, email)).map(mail => mail.kind)).toEqual(['confirm-email', 'confirm-email'])
    expect((await test.ask(cast.creator, resendConfirmation)).status).toBe(200)
    expect(await readMails(test, (await test.ask(cast.creator, getMe)).data.email)).toEqual([])
  })

  it('asks the person about the invitations to the address, and not before', async () => {
    const email = newEmail()
    await invite(email)
    const { data } = await test.ask(null, signUp, { body: form(email) })
    expect((await meOf(data.token)).open_invitations).toBeUndefined()
    await confirmAs(data.token, await lastToken(test, email))
    expect(await meOf(data.token)).toMatchObject({ projects: [], open_invitations: 1 })
  })
})

describe('Signing up by an invitation', () => {
  it('confirms the address and opens the project, and offers no agency of one’s own', async () => {
    const email = newEmail()
    const invitation = await invite(email)
    const { status, data } = await test.ask(null, signUp, { body: { ...form(email), invitation } })
    expect(status).toBe(200)
    const me = await meOf(data.token)
    expect(me).toMatchObject({
      is_email_confirmed: true,
      can_create_agency: false,
      agency_role: 'content-creator',
    })
    expect(await readMails(test, email)).toEqual([])
    await test.db.deleteFrom('project_members').where('user_id', '=', me.id).execute()
    expect(await meOf(data.token)).toMatchObject({ can_create_agency: false, projects: [] })
  })

  it('works for the invited address only, until the invitation ends, and once', async () => {
    const email = newEmail()
    const used = await invite(email)
    await test.ask(null, signUp, { body: { ...form(email), invitation: used } })
    const wrong = [
      { ...form(newEmail()), invitation: await invite(newEmail()) },
      { ...form(newEmail()), invitation: used },
      { ...form(newEmail()), invitation: 'x'.repeat(43) },
    ]
    const [old, revoked] = [newEmail(), newEmail()]
    wrong.push({ ...form(old), invitation: await invite(old, { expires_at: testNow }) })
    wrong.push({ ...form(revoked), invitation: await invite(revoked, { revoked_at: testNow }) })
    const before = await test.db.selectFrom('users').select('id').orderBy('id').execute()
    for (const body of wrong) expect((await test.ask(null, signUp, { body })).code).toBe('invitation_ended')
    expect(await test.db.selectFrom('users').select('id').orderBy('id').execute()).toEqual(before)
  })

  it('reveals an existing account only to the holder of the link, who accepts by logging in', async () => {
    const email = newEmail()
    const id = await owner(email)
    const invitation = await invite(email)
    const refused = await test.ask(null, signUp, { body: { ...form(email), invitation } })
    expect([refused.status, refused.code]).toEqual([409, 'account_exists'])
    const { data } = await test.ask(null, signIn, {
      body: { email, password: 'the owner’s own password', invitation },
    })
    const me = await meOf(data.token)
    expect([me.id, me.projects.length]).toEqual([id, 1])
    const again = { email, password: 'the owner’s own password', invitation }
    expect((await test.ask(null, signIn, { body: again })).code).toBe('invitation_ended')
  })
})
