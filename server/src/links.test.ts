import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { countWrites } from '#testing/calls/count-writes.ts'
import { lastToken, readMails } from '#testing/mails.ts'
import { buildCast, buildPerson, buildProject, type Cast } from '#testing/people.ts'
import { allRoutes } from './routes.ts'

// Each kind of link is tested in its own feature. Here: all mails together, and each link in the wrong place.
let test: TestApp
let cast: Cast
beforeAll(async () => {
  const config = { SIGN_IN_PER_MINUTE: 1000, publicUrl: 'https://galley.test' }
  test = await startTestApp({ routes: allRoutes, config })
  cast = await buildCast(test.db)
})
afterAll(() => test.close())

const password = 'a long fine one'
const newEmail = () => `${randomUUID()}@example.com`
const form = (email: string) => ({
  name: 'Zoë',
  last_name: 'O’Brien',
  email,
  phone_number: '+49 30 123456',
  company: 'Bluebird',
  password,
  password_confirmation: password,
})

/** A call whose headers say that it was sent to another host. */
const fromForgedHost = async (path: string, payload: object, authorization?: string) => {
  const forged = { host: 'evil.example', origin: 'https://evil.example', referer: 'https://evil.example/' }
  const forwarded = {
    forwarded: 'host=evil.example;proto=http',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'http',
    'x-original-url': 'https://evil.example',
    'x-host': 'evil.example',
  }
  const headers = { ...forged, ...forwarded, ...(authorization ? { authorization } : {}) }
  const answer = await test.app.inject({ method: 'POST', url: `/api${path}`, headers, payload })
  expect(answer.statusCode, path).toBe(200)
  return answer.json().data
}

const bearerOf = async (person: Cast['admin']) => `Bearer ${await test.tokenOf(person)}`

const inviteFromForgedHost = async (email: string, role = 'content-creator') => {
  const invitation = { project_id: cast.project.projectId, name: 'Zoë O’Brien', email, role }
  await fromForgedHost('/userinvitations/project/send', invitation, await bearerOf(cast.admin))
}

/** Someone who has signed up, and has requested another confirmation mail and a new password. */
const newcomer = async () => {
  const email = newEmail()
  const { token } = await fromForgedHost('/auth/signup', form(email))
  const confirmation = await lastToken(test, email)
  await fromForgedHost('/auth/confirm', { token: confirmation }, `Bearer ${token}`)
  await fromForgedHost('/password/forgot', { email })
  await expect.poll(async () => (await readMails(test, email)).at(-1)?.kind).toBe('reset-password')
  return { email, confirmation, reset: await lastToken(test, email), bearer: `Bearer ${token}` }
}

describe('a mail', () => {
  it('links only to the installation itself, whichever call sent it and whatever its headers were', async () => {
    const { email } = await newcomer()
    const unconfirmed = newEmail()
    const { token } = await fromForgedHost('/auth/signup', form(unconfirmed))
    await fromForgedHost('/auth/confirm/resend', {}, `Bearer ${token}`)
    await inviteFromForgedHost(newEmail())
    await inviteFromForgedHost(email, 'internal-approver')
    const sibling = await buildProject(test.db, { agencyId: cast.project.agencyId })
    const { userId } = await buildPerson(test.db, sibling, 'content-creator')
    const colleague = test.db.selectFrom('users').select('email').where('id', '=', userId)
    await inviteFromForgedHost((await colleague.executeTakeFirstOrThrow()).email)
    const agencyInvitation = { name: 'Ann Other', email: newEmail(), role: 'agency-admin' }
    const admin = await bearerOf(cast.admin)
    await fromForgedHost(
      '/userinvitations/agency/send',
      { ...agencyInvitation, agency_id: cast.project.agencyId },
      admin,
    )
    const recipients = await test.db.selectFrom('outgoing_mails').select('recipient').distinct().execute()
    const mails = (await Promise.all(recipients.map(({ recipient }) => readMails(test, recipient)))).flat()
    expect(new Set(mails.map(mail => mail.kind)).size).toBeGreaterThan(3)
    for (const { kind, subject, text, html } of mails) {
      // The name of a namespace is no address that a mail program opens.
      const written = `${subject} ${text} ${html.replace(/ xmlns(:\w+)?="[^"]*"/g, '')}`
      expect(written, kind).not.toContain('evil')
      const hosts = [...written.matchAll(/https?:\/\/([^\s/"'<>]+)/g)].map(match => match[1])
      expect(new Set(hosts), kind).toEqual(new Set(['galley.test']))
    }
  })
})

describe('the token of a link', () => {
  it('works only for what it was made for', async () => {
    const { email, confirmation, reset } = await newcomer()
    const unconfirmed = newEmail()
    await fromForgedHost('/auth/signup', form(unconfirmed))
    const fresh = await lastToken(test, unconfirmed)
    const invited = newEmail()
    await inviteFromForgedHost(invited)
    const invitation = await lastToken(test, invited, 'invitation')
    const before = await countWrites(test.db)
    const send = (path: string, body: object) => test.send(null, 'POST', path, body)
    const newPassword = { password: 'quite another one', password_confirmation: 'quite another one' }
    for (const token of [invitation, fresh, confirmation])
      for (const address of [email, unconfirmed, invited]) {
        expect((await send('/password/checktoken', { email: address, token })).code).toBe('link_ended')
        const answer = await send('/password/new', { ...newPassword, email: address, token })
        expect(answer.code).toBe('link_ended')
      }
    for (const token of [invitation, reset])
      expect((await send('/auth/confirm', { token })).code).toBe('link_ended')
    for (const token of [reset, fresh, confirmation]) {
      const stranger = newEmail()
      const { status } = await send('/auth/signup', { ...form(stranger), invitation: token })
      expect(status).toBeGreaterThanOrEqual(400)
      // It is not a session token either.
      const headers = { authorization: `Bearer ${token}` }
      expect((await test.app.inject({ url: '/api/auth/me', headers })).statusCode).toBe(401)
    }
    expect(await countWrites(test.db)).toBe(before)
  })
})
