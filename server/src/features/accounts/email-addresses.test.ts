import { describe, expect, it } from 'vitest'
import {
  changePassword,
  confirmEmail,
  forgotPassword,
  resetPassword,
  signIn,
  signUp,
} from '#domain/accounts/contract.ts'
import { identityPeople } from '#sandbox/identity/people.ts'
import { hashSecret } from '#server/platform/session/links.ts'
import { lastToken, readMails } from '#testing/mails.ts'
import { buildProject, nextNumber, type TestProject } from '#testing/people.ts'
import { openBrowser } from '#testing/provider-browser.ts'
import { stageProviders } from '#testing/providers.ts'

// The cells of the table in docs/product/accounts.md "Confirmed addresses".

const [greta, carl] = [identityPeople.google[1]?.sub ?? '', identityPeople.apple[0]?.sub ?? '']
/** Apple has verified this address but does not run its mailbox. */
const email = 'carl@bluebird.example'
const early = 'the password from before'
const fresh = 'the password of the mailbox’s owner'
const { test, browser, count, meOf } = stageProviders()

const formOf = (password: string) => ({
  name: 'Carl',
  last_name: 'Brandt',
  email,
  password,
  password_confirmation: password,
  phone_number: '+49 30 123456',
  company: 'Bluebird Studio',
})
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
/** Those that the person is in, and those that they are asked about. */
const projectsOf = async (token: string): Promise<number[] | 'signed out'> => {
  const me = await meOf(token)
  if (!me) return 'signed out'
  const waiting = await test()
    .db.selectFrom('invitations')
    .select('project_id')
    .where('email', '=', me.email)
    .where('accepted_at', 'is', null)
    .orderBy('id')
    .execute()
  const asked = me.open_invitations ? waiting.flatMap(({ project_id }) => project_id ?? []) : []
  return [...me.projects.map(({ id }: { id: number }) => id), ...asked]
}
const joined = async (token: string): Promise<number[]> =>
  (await meOf(token))?.projects.map(({ id }: { id: number }) => id)

const inviteTo = async (project: TestProject, to = email): Promise<string> => {
  const token = `invitation-token-${nextNumber()}-abcdefghij`
  const now = test().clock.now()
  await test()
    .db.insertInto('invitations')
    .values({
      agency_id: project.agencyId,
      project_id: project.projectId,
      email: to,
      name: 'Carl',
      role: 'external-approver',
      token_hash: hashSecret(token),
      sent_at: now,
      expires_at: new Date(now.getTime() + 86_400_000),
    })
    .execute()
  return token
}

/** How someone created an account for the address without proving the mailbox, and what they come back with. */
const makers = {
  'a password': {
    enter: async () => (await test().ask(null, signUp, { body: formOf(early) })).data.token,
    again: async () =>
      (await test().ask(null, signIn, { body: { email, password: early } })).data?.token ?? null,
    accept: async (invitation: string) =>
      (await test().ask(null, signIn, { body: { email, password: early, invitation } })).data.token,
  },
  Apple: {
    enter: async () => (await openBrowser(test()).signIn('apple', carl)).data.token,
    again: async () => (await openBrowser(test()).signIn('apple', carl)).data?.token ?? null,
    accept: async (invitation: string) => {
      const other = openBrowser(test())
      const answer = await other.finish('apple', await other.returnAs('apple', carl), { invitation })
      return answer.data.token
    },
  },
} as const

const confirmIn = async (token: string | null, more: object = {}) => {
  const answer = await test().app.inject({
    method: 'POST',
    url: '/api/auth/confirm',
    headers: token === null ? {} : bearer(token),
    payload: { token: await linkOf('confirm-email'), ...more },
  })
  return { status: answer.statusCode, ...answer.json() }
}
const linkOf = async (kind: string): Promise<string> => {
  const mail = (await readMails(test(), email)).findLast(one => one.kind === kind)
  return mail?.link?.searchParams.get('token') ?? ''
}
const newPassword = { password: fresh, password_confirmation: fresh }

type Stage = { readonly session: string; readonly invitation: string; readonly maker: keyof typeof makers }
/** The ways to prove the mailbox; each returns the session of the person who did. */
const proofs = {
  'nobody proves the mailbox': async ({ session }: Stage) => session,
  'the link is followed in the browser that signed up': async ({ session }: Stage) => {
    expect(await confirmIn(session)).toMatchObject({ status: 200, data: { session: null } })
    return session
  },
  'the link is followed in another browser, with a new password': async () => {
    expect(await confirmIn(null)).toMatchObject({ status: 409, code: 'password_required' })
    return (await confirmIn(null, newPassword)).data.session.token
  },
  'the password is reset by mail': async () => {
    await test().ask(null, forgotPassword, { body: { email } })
    await expect.poll(() => linkOf('reset-password')).not.toBe('')
    const body = { ...newPassword, email, token: await linkOf('reset-password') }
    expect((await test().ask(null, resetPassword, { body })).status).toBe(200)
    return (await test().ask(null, signIn, { body: { email, password: fresh } })).data.token
  },
  'the invitation is accepted by the account from before': ({ maker, invitation }: Stage) =>
    makers[maker].accept(invitation),
  'the invitation is accepted by a new account': async ({ invitation }: Stage) =>
    (await test().ask(null, signUp, { body: { ...formOf(fresh), invitation } })).data.token,
} as const

type Expected = {
  /** What each sees: the project, nothing, or the login. */
  readonly prover: 'project' | 'nothing'
  readonly sessionFromBefore: 'project' | 'nothing' | 'signed out'
  readonly otherSession: 'nothing' | 'signed out'
  readonly credentialFromBefore: 'project' | 'nothing' | 'void'
}
const expectations: Readonly<Record<keyof typeof proofs, Expected>> = {
  'nobody proves the mailbox': {
    prover: 'nothing',
    sessionFromBefore: 'nothing',
    otherSession: 'nothing',
    credentialFromBefore: 'nothing',
  },
  'the link is followed in the browser that signed up': {
    prover: 'project',
    sessionFromBefore: 'project',
    otherSession: 'signed out',
    credentialFromBefore: 'project',
  },
  'the link is followed in another browser, with a new password': {
    prover: 'project',
    sessionFromBefore: 'signed out',
    otherSession: 'signed out',
    credentialFromBefore: 'void',
  },
  'the password is reset by mail': {
    prover: 'project',
    sessionFromBefore: 'signed out',
    otherSession: 'signed out',
    credentialFromBefore: 'void',
  },
  'the invitation is accepted by the account from before': {
    prover: 'project',
    sessionFromBefore: 'signed out',
    otherSession: 'signed out',
    credentialFromBefore: 'project',
  },
  'the invitation is accepted by a new account': {
    prover: 'project',
    sessionFromBefore: 'nothing',
    otherSession: 'nothing',
    credentialFromBefore: 'nothing',
  },
}

const words = (projects: number[] | 'signed out') =>
  projects === 'signed out' ? projects : projects.length > 0 ? 'project' : 'nothing'

const cells = (Object.keys(makers) as (keyof typeof makers)[]).flatMap(maker =>
  (['before', 'after'] as const).flatMap(when =>
    (Object.keys(proofs) as (keyof typeof proofs)[]).map(proof => [maker, when, proof] as const),
  ),
)

describe('An account made without proof of its mailbox', () => {
  it.each(cells)('with %s, %s the invitation was sent: %s', async (maker, when, proof) => {
    const project = await buildProject(test().db)
    const sent = when === 'after' ? await inviteTo(project) : null
    const session = await makers[maker].enter()
    const other = (await makers[maker].again()) ?? ''
    const invitation = sent ?? (await inviteTo(project))
    const prover = await proofs[proof]({ session, invitation, maker })

    const credential = await makers[maker].again()
    expect({
      prover: words(await projectsOf(prover)),
      sessionFromBefore: words(await projectsOf(session)),
      otherSession: words(await projectsOf(other)),
      credentialFromBefore: credential === null ? 'void' : words(await projectsOf(credential)),
    }).toEqual(expectations[proof])
    // Only the invitation's own link accepts it.
    const members = test().db.selectFrom('project_members').selectAll()
    expect(await members.execute()).toHaveLength(proof.includes('invitation') ? 1 : 0)
  })

  it('gets no second sign-in method before the mailbox is proved', async () => {
    const { id } = await meOf(await makers.Apple.enter())
    const refused = await test().ask({ userId: id, name: 'Carl' }, changePassword, {
      params: { userId: id },
      body: newPassword,
    })
    expect(refused).toMatchObject({ status: 403, message: 'Please confirm your email address first.' })
    const user = test().db.selectFrom('users').select('password_hash').where('id', '=', id)
    expect(await user.executeTakeFirst()).toEqual({ password_hash: null })
  })

  it('is found by nobody who invites its address', async () => {
    await makers.Apple.enter()
    await makers['a password'].enter()
    const users = test().db.selectFrom('users').select('is_confirmed').where('email', '=', email)
    expect(await users.execute()).toEqual([{ is_confirmed: false }, { is_confirmed: false }])
    expect((await readMails(test(), email)).map(({ kind }) => kind)).toEqual([
      'confirm-email',
      'confirm-email',
    ])
  })

  it('keeps what it holds for the person who takes it over with a new password', async () => {
    const session = await makers['a password'].enter()
    const me = await meOf(session)
    const { data } = await confirmIn(null, newPassword)
    expect((await meOf(data.session.token)).id).toBe(me.id)
    expect((await readMails(test(), email)).at(-1)?.kind).toBe('password-changed')
  })
})

describe('A confirmation link', () => {
  it('sets no password once the address is confirmed', async () => {
    const session = await makers['a password'].enter()
    await confirmIn(session)
    expect(await confirmIn(null, newPassword)).toMatchObject({ status: 422, code: 'link_ended' })
    expect(await confirmIn(null)).toMatchObject({ status: 200, data: { session: null } })
    expect(await makers['a password'].again()).not.toBeNull()
  })

  it('is not confirmed by the session of another account', async () => {
    await makers['a password'].enter()
    const { data } = await browser().signIn('google', greta)
    expect(await confirmIn(data.token)).toMatchObject({ status: 409, code: 'password_required' })
  })

  it('works in the own browser although its token needs a refresh, and no longer after signing out', async () => {
    const session = await makers['a password'].enter()
    test().clock.advance(2 * 3_600_000)
    expect((await confirmIn(session)).status).toBe(200)
    await test().db.updateTable('users').set({ is_confirmed: false }).execute()
    await test().db.updateTable('account_links').set({ used_at: null }).execute()
    await test().db.updateTable('sessions').set({ ended_at: test().clock.now() }).execute()
    expect(await confirmIn(session)).toMatchObject({ code: 'password_required' })
  })

  it('of a blocked account opens nothing', async () => {
    const session = await makers['a password'].enter()
    await test().db.updateTable('users').set({ is_blocked: true }).execute()
    for (const more of [{}, newPassword])
      expect(await confirmIn(session, more)).toMatchObject({ status: 401, code: 'account_blocked' })
  })

  it('confirms one account of two that are followed at the same moment', async () => {
    await makers['a password'].enter()
    const answers = await Promise.all([confirmIn(null, newPassword), confirmIn(null, newPassword)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  })
})

describe('Several invitations to one address', () => {
  const stage = async () => {
    const first = await buildProject(test().db)
    const second = await buildProject(test().db, { agencyId: first.agencyId })
    const foreign = await buildProject(test().db)
    const token = await inviteTo(first)
    await inviteTo(second)
    return { first, second, foreign, token, foreignToken: await inviteTo(foreign) }
  }

  it('are accepted for the agency of the link alone; another agency’s waits for its own', async () => {
    const { first, second, foreign, token, foreignToken } = await stage()
    const body = { ...formOf(fresh), invitation: token }
    const session = (await test().ask(null, signUp, { body })).data.token
    expect(await joined(session)).toEqual([first.projectId, second.projectId])
    const credentials = { email, password: fresh, invitation: foreignToken }
    const later = (await test().ask(null, signIn, { body: credentials })).data.token
    expect(await projectsOf(later)).toEqual([first.projectId, second.projectId, foreign.projectId])
  })

  it('are all asked about once the confirmation link has proved the mailbox, and none is accepted by it', async () => {
    const session = await makers['a password'].enter()
    const { first, second, foreign } = await stage()
    await confirmIn(session)
    expect(await projectsOf(session)).toEqual([first.projectId, second.projectId, foreign.projectId])
    expect(await joined(session)).toEqual([])
  })
})

describe('A person whose provider runs the mailbox', () => {
  const gmail = 'greta.lindqvist@gmail.com'

  it.each(['before', 'after'])(
    'gets what was sent %s someone else signed up with the address',
    async when => {
      const project = await buildProject(test().db)
      if (when === 'before') await inviteTo(project, gmail)
      const stranger = (await test().ask(null, signUp, { body: { ...formOf(early), email: gmail } })).data
        .token
      if (when === 'after') await inviteTo(project, gmail)
      const { data } = await browser().signIn('google', greta)
      expect(await projectsOf(data.token)).toEqual([project.projectId])
      expect(await projectsOf(stranger)).toEqual([])
      const token = await lastToken(test(), gmail)
      expect(await test().ask(null, confirmEmail, { body: { token } })).toMatchObject({ code: 'link_ended' })
      expect(await count('identities')).toBe(1)
    },
  )
})
