import { describe, expect, it } from 'vitest'
import { changePassword } from '#domain/accounts/contract.ts'
import { listAuditLog, removeAgencyUser } from '#domain/agencies/contract.ts'
import { createApprovalLink } from '#domain/approval-links/contract.ts'
import { renewCalendarFeed } from '#domain/calendar-feeds/contract.ts'
import { type SecretAddressKind, secretAddressKinds } from '#domain/kernel/secret-addresses.ts'
import { createProof, openProof } from '#domain/proofs/contract.ts'
import { createReportLink, freezeReport, openReport } from '#domain/reports/contract.ts'
import {
  listOwnSecretAddresses,
  listSecretAddresses,
  revokeOwnSecretAddresses,
  revokeSecretAddresses,
} from '#domain/secret-addresses/contract.ts'
import { blockUser } from '#server/platform/session/end-sessions.ts'
import { allRoutes } from '#server/routes.ts'
import { type TestPerson, testNow, useTestApp } from '#testing/app.ts'
import { sendByLink } from '#testing/approvals/approval-links.ts'
import { newProof } from '#testing/approvals/proofs.ts'
import { buildPerson, useCast } from '#testing/people.ts'
import { buildReport } from '#testing/reports.ts'

const kit = useTestApp({ routes: allRoutes })
const cast = useCast(kit)
const ask: typeof kit.ask = (...args) => kit.ask(...args)

const inProject = () => ({ params: { projectId: cast.project.projectId } })
const inAgency = () => ({ params: { agencyId: cast.project.agencyId } })
const secretOf = (url: string) => new URL(url).hash.slice(1)

/** Makes one of each kind as this person. @returns whether it opens something: 200 or 404 */
const make: Record<SecretAddressKind, (maker: TestPerson) => Promise<() => Promise<number>>> = {
  approval_link: async maker => {
    const body = { user_id: cast.external.userId }
    const { data } = await ask(maker, createApprovalLink, { ...inProject(), body })
    return async () => (await sendByLink(kit, secretOf(data.url), ['GET', '/approval-link'])).status
  },
  report_link: async maker => {
    const params = { ...inProject().params, reportId: await buildReport(kit.db, cast.project) }
    await ask(maker, freezeReport, { params, body: { version: 1 } })
    const { data } = await ask(maker, createReportLink, { params, body: {} })
    return async () => (await ask(null, openReport, { body: { token: secretOf(data.url) } })).status
  },
  calendar_feed: async maker => {
    const { data } = await ask(maker, renewCalendarFeed, { ...inProject(), body: {} })
    return async () => (await kit.app.inject({ method: 'GET', url: new URL(data.url).pathname })).statusCode
  },
  proof: async maker => {
    const { data } = await ask(maker, createProof, { ...inProject(), body: newProof() })
    return async () => (await ask(null, openProof, { body: { token: secretOf(data.url) } })).status
  },
}

const makeEach = async (maker: TestPerson) => {
  const opens: Partial<Record<SecretAddressKind, () => Promise<number>>> = {}
  for (const kind of secretAddressKinds) opens[kind] = await make[kind](maker)
  return async () =>
    Object.fromEntries(
      await Promise.all(Object.entries(opens).map(async ([kind, open]) => [kind, await open()])),
    )
}
const each = (status: number, but: Partial<Record<SecretAddressKind, number>> = {}) => ({
  ...Object.fromEntries(secretAddressKinds.map(kind => [kind, status])),
  ...but,
})

/** An admin of the agency who is nobody else's. */
const anotherAdmin = () => buildPerson(kit.db, cast.project, 'agency-admin')
const listed = async () =>
  (await ask(cast.admin, listSecretAddresses, inAgency())).data.map(({ kind }) => kind).sort()

describe('A secret address ends with what its maker may see:', () => {
  it.each<[string, (maker: TestPerson) => Promise<unknown>, object]>([
    ['is kept while they may', async () => undefined, each(200)],
    [
      'when they are removed from the agency',
      ({ userId }) =>
        ask(cast.admin, removeAgencyUser, { params: { agencyId: cast.project.agencyId, userId } }),
      each(404),
    ],
    [
      'when they become a creator, as far as creators make it',
      async ({ userId }) => {
        await kit.db.deleteFrom('agency_admins').where('user_id', '=', userId).execute()
        const member = { project_id: cast.project.projectId, user_id: userId }
        await kit.db
          .insertInto('project_members')
          .values({ ...member, role: 'content-creator' })
          .execute()
      },
      each(200, { approval_link: 404 }),
    ],
    [
      'when they become a client, as far as clients make it',
      async ({ userId }) => {
        await kit.db.deleteFrom('agency_admins').where('user_id', '=', userId).execute()
        const member = { project_id: cast.project.projectId, user_id: userId }
        await kit.db
          .insertInto('project_members')
          .values({ ...member, role: 'external-approver' })
          .execute()
      },
      each(404, { calendar_feed: 200 }),
    ],
    [
      'when they are blocked',
      ({ userId }) => kit.db.transaction().execute(tx => blockUser(tx, userId, testNow)),
      each(404),
    ],
    [
      'and with a new password, as far as it was for themselves',
      ({ userId }) => {
        const password = 'a long new password 7'
        return ask({ userId, name: '' }, changePassword, {
          params: { userId },
          body: { password, password_confirmation: password },
        })
      },
      each(200, { calendar_feed: 404 }),
    ],
  ])('%s', async (_, change, expected) => {
    const maker = await anotherAdmin()
    const open = await makeEach(maker)
    expect(await open()).toEqual(each(200))
    await change(maker)
    expect(await open()).toEqual(expected)
    const opening = Object.entries(expected).flatMap(([kind, status]) => (status === 200 ? [kind] : []))
    expect(await listed()).toEqual(opening.sort())
    await ask(cast.admin, revokeSecretAddresses, { ...inAgency(), body: { addresses: 'all' } })
    expect(await open()).toEqual(each(404))
  })
})

describe('Secret addresses', () => {
  it.each(secretAddressKinds)('are revoked singly: one %s', async kind => {
    const kept = await makeEach(cast.admin)
    kit.clock.advance(1_000)
    const gone = await make[kind](await anotherAdmin())
    const { data } = await ask(cast.admin, listSecretAddresses, inAgency())
    const [newest] = data
    expect(newest).toMatchObject({ kind, project: { id: cast.project.projectId } })
    const addresses = [{ kind, id: newest?.id ?? 0 }]
    const revoke = () => ask(cast.admin, revokeSecretAddresses, { ...inAgency(), body: { addresses } })
    expect((await revoke()).data).toEqual({ revoked: 1 })
    expect(await gone()).toBe(404)
    expect(await kept()).toEqual(each(200))
    expect((await revoke()).status).toBe(404)
    const { entries } = (await ask(cast.admin, listAuditLog, inAgency())).data
    expect(entries[0]).toMatchObject({ action: 'secret_address.revoked', old: { addresses: 1 } })
  })

  it('are listed and revoked by each person who made them, and nobody else’s', async () => {
    const others = await makeEach(cast.admin)
    const maker = await anotherAdmin()
    const own = await makeEach(maker)
    expect((await ask(maker, listOwnSecretAddresses)).data).toHaveLength(secretAddressKinds.length)
    expect((await ask(cast.creator, listOwnSecretAddresses)).data).toEqual([])
    const foreign = (await ask(cast.admin, listOwnSecretAddresses)).data.map(({ kind, id }) => ({ kind, id }))
    expect((await ask(maker, revokeOwnSecretAddresses, { body: { addresses: foreign } })).status).toBe(404)
    expect((await ask(maker, revokeOwnSecretAddresses, { body: { addresses: 'all' } })).data.revoked).toBe(
      secretAddressKinds.length,
    )
    expect([await own(), await others()]).toEqual([each(404), each(200)])
  })

  it('of another agency are neither listed nor revoked', async () => {
    const open = await makeEach(cast.admin)
    const theirs = { params: { agencyId: cast.elsewhere.agencyId } }
    expect((await ask(cast.stranger, listSecretAddresses, theirs)).data).toEqual([])
    const addresses = (await ask(cast.admin, listSecretAddresses, inAgency())).data.map(({ kind, id }) => ({
      kind,
      id,
    }))
    const revoked = await ask(cast.stranger, revokeSecretAddresses, { ...theirs, body: { addresses } })
    expect(revoked.status).toBe(404)
    expect(await open()).toEqual(each(200))
  })

  it('of an agency are its admins’, and nobody’s without a session', async () => {
    for (const endpoint of [listSecretAddresses, revokeSecretAddresses]) {
      const input = { ...inAgency(), body: { addresses: 'all' } } as never
      expect((await ask(cast.creator, endpoint, input)).status).toBe(403)
      expect((await ask(cast.stranger, endpoint, input)).status).toBe(404)
      expect((await ask(null, endpoint, input)).status).toBe(401)
    }
    for (const endpoint of [listOwnSecretAddresses, revokeOwnSecretAddresses])
      expect((await ask(null, endpoint, { body: { addresses: 'all' } } as never)).status).toBe(401)
  })

  it('have no secret in what is listed', async () => {
    await makeEach(cast.admin)
    const { data } = await ask(cast.admin, listSecretAddresses, inAgency())
    expect(Object.keys(data[0] ?? {}).sort()).toEqual([
      ...['created_at', 'expires_at', 'holder', 'id', 'kind', 'made_by', 'opened_at', 'project', 'subject'],
    ])
  })
})
