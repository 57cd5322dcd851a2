import { describe, expect, it } from 'vitest'
import { getMe } from '#domain/accounts/contract.ts'
import { testNow, useTestApp } from '#testing/app.ts'
import { buildCast, buildPerson, type Cast, nextNumber, useCast } from '#testing/people.ts'
import { untilWaiting } from '#testing/waiting.ts'
import { blockAccounts, grantSuperAdmin, revokeSuperAdmin, unblockAccounts } from './operator-commands.ts'
import { accountRoutes } from './routes.ts'

const test = useTestApp({ routes: accountRoutes })
const cast = useCast(test)

const emailOf = async (person: Cast['admin']) =>
  (
    await test.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', person.userId)
      .executeTakeFirstOrThrow()
  ).email
const unconfirmed = async (email: string) => {
  const values = { name: 'Eve', email, is_confirmed: false }
  return (await test.db.insertInto('users').values(values).returning('id').executeTakeFirstOrThrow()).id
}
const isSuperAdmin = async (id: number) =>
  (await test.db.selectFrom('users').select('is_super_admin').where('id', '=', id).executeTakeFirstOrThrow())
    .is_super_admin

describe('The operator', () => {
  it('grants and revokes access to the whole installation, with effect on the next call', async () => {
    const email = await emailOf(cast.stranger)
    expect((await test.ask(cast.stranger, getMe)).data.agency_role).toBe('agency-admin')
    expect(await grantSuperAdmin(test.db, email.toUpperCase(), testNow)).toMatchObject({ isDone: true })
    expect((await test.ask(cast.stranger, getMe)).data.agency_role).toBe('super-admin')
    expect((await grantSuperAdmin(test.db, email, testNow)).text).toContain('already')
    expect(await revokeSuperAdmin(test.db, email, testNow)).toMatchObject({ isDone: true })
    expect((await test.ask(cast.stranger, getMe)).data.agency_role).toBe('agency-admin')
  })

  it('grants nothing to an unconfirmed address unless vouched for', async () => {
    const email = `eve${nextNumber()}@example.com`
    const id = await unconfirmed(email)
    expect((await grantSuperAdmin(test.db, email, testNow)).isDone).toBe(false)
    expect(await isSuperAdmin(id)).toBe(false)
    const second = await unconfirmed(email)
    expect((await grantSuperAdmin(test.db, email, testNow, true)).isDone).toBe(false)
    await test.db.deleteFrom('users').where('id', '=', second).execute()
    expect((await grantSuperAdmin(test.db, email, testNow, true)).isDone).toBe(true)
    expect(await isSuperAdmin(id)).toBe(true)
  })

  it('grants it to the confirmed account, not to someone who signed up with its address later', async () => {
    const email = await emailOf(cast.internal)
    const eve = await unconfirmed(email)
    expect((await grantSuperAdmin(test.db, email, testNow)).isDone).toBe(true)
    expect([await isSuperAdmin(cast.internal.userId), await isSuperAdmin(eve)]).toEqual([true, false])
  })

  it('blocks every account with an address at once, and unblocks them', async () => {
    const email = await emailOf(cast.creator)
    const eve = { userId: await unconfirmed(email), name: 'Eve' }
    await test.ask(eve, getMe)
    await test.ask(cast.creator, getMe)
    expect(await blockAccounts(test.db, email, testNow)).toMatchObject({ isDone: true })
    for (const person of [eve, cast.creator])
      expect((await test.ask(person, getMe)).code).toBe('account_blocked')
    expect(await unblockAccounts(test.db, email, testNow)).toMatchObject({ isDone: true })
    expect((await test.ask(cast.creator, getMe)).code).toBe('unauthenticated')
  })

  it('ends what a blocked account has sent, so that no other address of theirs is let in', async () => {
    const { project } = await buildCast(test.db)
    const sender = await buildPerson(test.db, project, 'agency-admin')
    const email = `alt${nextNumber()}@example.com`
    const { id } = await test.db
      .insertInto('invitations')
      .values({
        agency_id: project.agencyId,
        project_id: null,
        name: 'Alt',
        role: 'agency-admin',
        email,
        invited_by: sender.userId,
        token_hash: Buffer.from(email),
        expires_at: new Date('2027-01-01'),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await blockAccounts(test.db, await emailOf(sender), testNow)
    const invitation = test.db.selectFrom('invitations').select('revoked_at').where('id', '=', id)
    expect(await invitation.executeTakeFirst()).toEqual({ revoked_at: testNow })
    const entry = test.db.selectFrom('audit_log').select('action').where('subject', '=', email)
    expect(await entry.execute()).toEqual([{ action: 'invitation.revoked' }])
  })

  it('is told when a block leaves an agency without an admin', async () => {
    const { project } = await buildCast(test.db)
    const { name } = await test.db
      .selectFrom('agencies')
      .select('name')
      .where('id', '=', project.agencyId)
      .executeTakeFirstOrThrow()
    const { userId: secondId } = await buildPerson(test.db, project, 'agency-admin')
    const admins = await test.db
      .selectFrom('users')
      .innerJoin('agency_admins', 'agency_admins.user_id', 'users.id')
      .select(['users.id', 'users.email'])
      .where('agency_admins.agency_id', '=', project.agencyId)
      .execute()
    const [first, second] = admins.toSorted((a, b) => Number(a.id === secondId) - Number(b.id === secondId))
    expect((await blockAccounts(test.db, first?.email ?? '', testNow)).text).not.toContain('administers')
    expect((await blockAccounts(test.db, second?.email ?? '', testNow)).text).toContain(
      `These agencies no longer have an admin: ${name}`,
    )
  })

  it('is told so when the other admin is removed at the same moment', async () => {
    const { project, admin } = await buildCast(test.db)
    const other = await buildPerson(test.db, project, 'agency-admin')
    const email = await emailOf(other)
    let answer: ReturnType<typeof blockAccounts> | undefined
    await test.db.transaction().execute(async tx => {
      await tx.selectFrom('agencies').select('id').where('id', '=', project.agencyId).forUpdate().execute()
      answer = blockAccounts(test.db, email, testNow)
      await untilWaiting(test, 1)
      await tx.deleteFrom('agency_admins').where('user_id', '=', admin.userId).execute()
    })
    expect((await answer)?.text).toContain('no longer have an admin')
  })

  it('is told when nobody has the address', async () => {
    for (const command of [grantSuperAdmin, revokeSuperAdmin, unblockAccounts])
      expect((await command(test.db, 'nobody@example.com', testNow)).isDone).toBe(false)
    expect((await blockAccounts(test.db, 'nobody@example.com', testNow)).isDone).toBe(false)
  })
})
