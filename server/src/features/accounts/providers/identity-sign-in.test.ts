import { describe, expect, it } from 'vitest'
import { signIn } from '#domain/accounts/contract.ts'
import { identityPeople } from '#sandbox/identity/people.ts'
import { blockUser } from '#server/platform/session/end-sessions.ts'
import { hashSecret } from '#server/platform/session/links.ts'
import { buildProject, nextNumber } from '#testing/people.ts'
import { openBrowser, type TestBrowser } from '#testing/provider-browser.ts'
import { stageProviders, testPassword } from '#testing/providers.ts'

const [ada, greta] = identityPeople.google.map(({ sub }) => sub) as [string, string]
const [carl, hana] = identityPeople.apple.map(({ sub }) => sub) as [string, string]
const { test, browser, count, traces, buildUser, meOf } = stageProviders()

describe('A new person', () => {
  it('signs in with Google, with the names from Google, and may create an agency', async () => {
    const { status, data } = await browser().signIn('google', greta)
    expect(status).toBe(200)
    expect(await meOf(data.token)).toMatchObject({
      name: 'Greta',
      last_name: 'Lindqvist',
      email: 'greta.lindqvist@gmail.com',
      is_email_confirmed: true,
      can_create_agency: true,
      projects: [],
      agency: null,
    })
  })

  it('signs in with Apple, which sends the name only once', async () => {
    const first = await browser().signIn('apple', hana)
    const me = await meOf(first.data.token)
    expect(me).toMatchObject({
      name: 'Hana',
      last_name: 'Sato',
      email: 'k4x9q2vz7m@privaterelay.appleid.com',
    })
    const again = await openBrowser(test()).signIn('apple', hana)
    expect(await meOf(again.data.token)).toEqual(me)
    expect([await count('users'), await count('identities')]).toEqual([1, 1])
  })

  it('may also sign in by the GET twin', async () => {
    const returned = await browser().returnAs('google', greta)
    expect((await browser().finish('google', returned, { by: 'query' })).status).toBe(200)
  })

  it('becomes one person even if they arrive twice at once', async () => {
    const [one, two] = [await browser().returnAs('google', greta), await browser().returnAs('google', greta)]
    const answers = await Promise.all([browser().finish('google', one), browser().finish('google', two)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await traces()).toEqual([1, 1, 2])
  })

  it('gets an account apart from an unconfirmed one that someone else may have made with their address', async () => {
    const squatter = await buildUser('greta.lindqvist@gmail.com', { is_confirmed: false })
    const { data } = await browser().signIn('google', greta)
    expect((await meOf(data.token)).id).not.toBe(squatter)
    const asSquatter = await test().ask(null, signIn, {
      body: { email: 'greta.lindqvist@gmail.com', password: testPassword },
    })
    expect((await meOf(asSquatter.data.token)).id).toBe(squatter)
  })

  it('is asked about their invitations, since Google runs their mailbox', async () => {
    const project = await buildProject(test().db)
    await invite(project, 'greta.lindqvist@gmail.com')
    const { data } = await browser().signIn('google', greta)
    expect(await meOf(data.token)).toMatchObject({ projects: [], open_invitations: 1 })
  })

  it('accepts the invitation whose link they followed, and no other', async () => {
    const project = await buildProject(test().db)
    const token = await invite(project, 'greta.lindqvist@gmail.com')
    const foreign = await invite(project, 'somebody.else@example.com')
    const wrong = await browser().finish('google', await browser().returnAs('google', greta), {
      invitation: foreign,
    })
    expect([wrong.status, wrong.code]).toEqual([409, 'invitation_ended'])
    expect(await traces()).toEqual([0, 0, 0])
    const right = await browser().finish('google', await browser().returnAs('google', greta), {
      invitation: token,
    })
    expect(await meOf(right.data.token)).toMatchObject({
      can_create_agency: false,
      projects: [{ id: project.projectId }],
    })
  })
})

const invite = async (project: { projectId: number; agencyId: number }, email: string): Promise<string> => {
  const token = `invitation-token-${nextNumber()}-abcdefghij`
  await test()
    .db.insertInto('invitations')
    .values({
      agency_id: project.agencyId,
      project_id: project.projectId,
      email,
      name: 'Invited',
      role: 'content-creator',
      token_hash: hashSecret(token),
      expires_at: new Date(test().clock.now().getTime() + 86_400_000),
    })
    .execute()
  return token
}

describe('A person with an account', () => {
  it('keeps it with Google, if Google runs the mail of their company', async () => {
    const id = await buildUser('ada@bluebird.example')
    expect((await meOf((await browser().signIn('google', ada)).data.token)).id).toBe(id)
  })

  it('keeps it when their address here or there has changed: the subject decides', async () => {
    const id = await buildUser('ada@bluebird.example')
    await browser().signIn('google', ada)
    await test().db.updateTable('users').set({ email: 'ada.moreau@example.com' }).execute()
    await buildUser('ada@bluebird.example')
    expect((await meOf((await browser().signIn('google', ada)).data.token)).id).toBe(id)
  })

  it('enters their password once if the provider does not run their mailbox', async () => {
    const id = await buildUser('carl@bluebird.example')
    const first = await browser().signIn('apple', carl)
    expect(first).toMatchObject({ status: 409, code: 'password_first' })
    expect(first.message).toContain('Log in with your password once; after that, Apple works too.')
    expect(await traces()).toEqual([1, 0, 0])
    await passwordIn(browser(), 'carl@bluebird.example')
    const { data } = await openBrowser(test()).signIn('apple', carl)
    expect((await meOf(data.token)).id).toBe(id)
    expect(await count('waiting_identities')).toBe(0)
  })

  it.each([
    ['in another browser', 'carl@bluebird.example', 0, 'other'],
    ['into another account', 'ines@bluebird.example', 0, 'same'],
    ['after ten minutes', 'carl@bluebird.example', 601_000, 'same'],
  ])('is not linked by a password that is entered %s', async (_when, email, later, which) => {
    await buildUser('carl@bluebird.example')
    await buildUser('ines@bluebird.example')
    await browser().signIn('apple', carl)
    test().clock.advance(later)
    await passwordIn(which === 'other' ? openBrowser(test()) : browser(), email)
    expect(await count('identities')).toBe(0)
  })

  it('is not linked by a wrong password', async () => {
    await buildUser('carl@bluebird.example')
    await browser().signIn('apple', carl)
    const { status } = await passwordIn(browser(), 'carl@bluebird.example', 'something else')
    expect([status, await count('identities')]).toEqual([401, 0])
  })

  it('is told when they are blocked, and gets no session', async () => {
    const id = await buildUser('ada@bluebird.example')
    const known = await browser().signIn('google', ada)
    expect(known.status).toBe(200)
    await test()
      .db.transaction()
      .execute(tx => blockUser(tx, id, test().clock.now()))
    const sessions = await count('sessions')
    const blocked = await browser().signIn('google', ada)
    expect(blocked).toMatchObject({ status: 401, code: 'account_blocked', message: 'Account was blocked' })
    expect(await count('sessions')).toBe(sessions)
  })

  it('is told when they were blocked before they were ever linked', async () => {
    const id = await buildUser('ada@bluebird.example')
    await test()
      .db.transaction()
      .execute(tx => blockUser(tx, id, test().clock.now()))
    expect(await browser().signIn('google', ada)).toMatchObject({ status: 401, code: 'account_blocked' })
    expect(await count('identities')).toBe(0)
  })
})

const passwordIn = async (from: TestBrowser, email: string, given = testPassword) => {
  const answer = await test().app.inject({
    method: 'POST',
    url: '/api/auth/signin',
    payload: { email, password: given },
    headers: from.headers(),
  })
  return { status: answer.statusCode }
}
