import { beforeEach, describe, expect, it } from 'vitest'
import { changeAgencyRole, removeAgencyUser } from '#domain/agencies/contract.ts'
import {
  createReportLink,
  getReport,
  openReport,
  openReportCsv,
  openReportPdf,
  openReportPictures,
  revokeReportLinks,
  saveReportSchedule,
  sendReport,
} from '#domain/reports/contract.ts'
import { leaveProject, removeProjectUser } from '#domain/team/contract.ts'
import { agencyRoutes } from '#server/features/agencies/routes.ts'
import { teamRoutes } from '#server/features/team/routes.ts'
import { blockUser } from '#server/platform/session/end-sessions.ts'
import { type TestPerson, testNow, useTestApp } from '#testing/app.ts'
import { readMails } from '#testing/mails.ts'
import { buildCast, buildPerson, type Cast, type TestProject } from '#testing/people.ts'
import { buildReport, everyMonth } from '#testing/reports.ts'
import { reportRoutes } from '../routes.ts'

const MINUTE = 60_000
const DAY = 1_440 * MINUTE
const BOSS = 'boss@client.example'

let cast: Cast
let reportId: number
const app = useTestApp({ routes: [...reportRoutes, ...teamRoutes, ...agencyRoutes] })
beforeEach(async () => {
  app.clock.set(testNow)
  await app.db.deleteFrom('outgoing_mails').execute()
  cast = await buildCast(app.db)
  reportId = await buildReport(app.db, cast.project)
})

const params = () => ({ projectId: cast.project.projectId, reportId })
const one = (userId: number) => ({ params: { projectId: cast.project.projectId, userId } })
const inAgency = (userId: number) => ({ params: { agencyId: cast.project.agencyId, userId } })
const send = async (to: { user_ids?: number[]; emails?: string[] }) => {
  const body = { user_ids: [], emails: [], version: 1, ...to }
  expect((await app.ask(cast.creator, sendReport, { params: params(), body })).status).toBe(200)
}
const emailOf = async ({ userId }: TestPerson) =>
  (await app.db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()).email
const secretOf = (url: string | URL | undefined) => new URL(url ?? '').hash.slice(1)
/** The secret in the latest mail to this address. */
const mailedTo = async (email: string) => secretOf((await readMails(app, email)).at(-1)?.link?.href)
const open = async (token: string) => (await app.ask(null, openReport, { body: { token } })).status
const links = async (by = cast.creator) =>
  (await app.ask(by, getReport, { params: params() })).data.active_links
const holders = async () =>
  (await links()).map(({ holder }) => ('email' in holder ? holder.email : holder.kind))
const join = ({ projectId }: TestProject, { userId }: TestPerson) =>
  app.db
    .insertInto('project_members')
    .values({ project_id: projectId, user_id: userId, role: 'external-approver' })
    .execute()

describe('The links to a report', () => {
  it('say for whom each was mailed, when, by whom, and when it was last opened', async () => {
    await send({ user_ids: [cast.external.userId] })
    app.clock.advance(DAY)
    await send({ emails: [BOSS] })
    const boss = { kind: 'recipient', name: '', email: BOSS }
    const client = { kind: 'recipient', name: cast.external.name, email: await emailOf(cast.external) }
    const mailed = { made_by: cast.creator.name, opened_at: null }
    expect(await links()).toMatchObject([
      { ...mailed, holder: boss, created_at: app.clock.now().toISOString() },
      { ...mailed, holder: client, created_at: testNow.toISOString() },
    ])
    app.clock.advance(DAY)
    const opened = app.clock.now().toISOString()
    expect(await open(await mailedTo(client.email))).toBe(200)
    expect((await links()).map(({ opened_at }) => opened_at)).toEqual([null, opened])
    // Not each reading writes: a page that is read again at once changes nothing.
    app.clock.advance(MINUTE - 1)
    await open(await mailedTo(client.email))
    expect((await links())[1]?.opened_at).toBe(opened)
    app.clock.advance(1)
    await open(await mailedTo(client.email))
    expect((await links())[1]?.opened_at).toBe(app.clock.now().toISOString())
  })

  it('tell one that was copied by hand, and those of the past, which go on working', async () => {
    const { data } = await send({ emails: [BOSS] }).then(() =>
      app.ask(cast.creator, createReportLink, { params: params(), body: {} }),
    )
    expect((await links()).map(({ holder }) => holder.kind).toSorted()).toEqual(['maker', 'recipient'])
    await app.db
      .updateTable('report_links')
      .set({ email: null, is_copied: false })
      .where('report_id', '=', reportId)
      .execute()
    expect(await holders()).toEqual(['several', 'several'])
    expect([await open(secretOf(data.url)), await open(await mailedTo(BOSS))]).toEqual([200, 200])
  })

  it('are revoked singly, by nobody but those who write reports here', async () => {
    const client = await emailOf(cast.external)
    await send({ user_ids: [cast.external.userId], emails: [BOSS] })
    const [id = 0] = (await links()).flatMap(link =>
      'email' in link.holder && link.holder.email === BOSS ? [link.id] : [],
    )
    const revoke = (by: TestPerson | null, of = params()) =>
      app.ask(by, revokeReportLinks, { params: of, query: { link_id: id } })
    expect((await revoke(null)).status).toBe(401)
    expect((await revoke(cast.external)).status).toBe(403)
    expect((await revoke(cast.stranger)).status).toBe(404)
    const elsewhere = await buildReport(app.db, cast.elsewhere)
    const theirs = { projectId: cast.elsewhere.projectId, reportId: elsewhere }
    expect((await revoke(cast.stranger, theirs)).status).toBe(404)
    const sibling = { ...params(), reportId: await buildReport(app.db, cast.project) }
    expect((await revoke(cast.creator, sibling)).status).toBe(404)
    expect(await open(await mailedTo(BOSS))).toBe(200)
    expect((await revoke(cast.creator)).data).toEqual({ revoked: 1 })
    expect([await open(await mailedTo(BOSS)), await open(await mailedTo(client))]).toEqual([404, 200])
    expect((await revoke(cast.creator)).status).toBe(404)
  })

  it('are told to nobody who only has one', async () => {
    await send({ emails: [BOSS] })
    const token = await mailedTo(BOSS)
    const asked = await app.app.inject({
      method: 'GET',
      url: `/api/projects/${cast.project.projectId}/reports/${reportId}`,
      headers: { authorization: `Bearer ${token}` },
    })
    expect(asked.statusCode).toBe(401)
    const shown = await app.ask(null, openReport, { body: { token } })
    expect(JSON.stringify(shown.data)).not.toContain(BOSS)
  })
})

describe('The links of a recipient end for good', () => {
  const removals: [string, () => Promise<unknown>][] = [
    ['is removed from the project', () => app.ask(cast.admin, removeProjectUser, one(cast.external.userId))],
    [
      'leaves it',
      () => app.ask(cast.external, leaveProject, { params: { projectId: cast.project.projectId } }),
    ],
    [
      'is removed from the agency',
      () => app.ask(cast.admin, removeAgencyUser, inAgency(cast.external.userId)),
    ],
  ]
  it.each(removals)('who %s, in every form, and those of others stay', async (_, remove) => {
    const other = await buildPerson(app.db, cast.project, 'external-approver')
    await send({ user_ids: [cast.external.userId, other.userId], emails: [BOSS] })
    const first = await mailedTo(await emailOf(cast.external))
    app.clock.advance(6 * MINUTE)
    await send({ user_ids: [cast.external.userId] })
    const again = await mailedTo(await emailOf(cast.external))
    expect(again).not.toBe(first)
    expect(await remove()).toMatchObject({ status: 200 })
    const statuses = async (token: string) =>
      Promise.all(
        [openReport, openReportPictures, openReportCsv, openReportPdf].map(
          async endpoint => (await app.ask(null, endpoint as typeof openReport, { body: { token } })).status,
        ),
      )
    const ended = [404, 404, 404, 404]
    expect([await statuses(first), await statuses(again)]).toEqual([ended, ended])
    expect(await statuses(await mailedTo(await emailOf(other)))).toEqual([200, 200, 200, 200])
    expect(await open(await mailedTo(BOSS))).toBe(200)
    expect(await holders()).toEqual([BOSS, await emailOf(other)])
    await join(cast.project, cast.external)
    expect([await open(first), await open(again)]).toEqual([404, 404])
  })

  it('whose address had no account in the project when it was mailed', async () => {
    const client = await buildPerson(app.db, cast.elsewhere, 'external-approver')
    const email = await emailOf(client)
    await send({ emails: [email] })
    expect(await holders()).toEqual([email])
    const token = await mailedTo(email)
    await join(cast.project, client)
    expect((await app.ask(cast.admin, removeProjectUser, one(client.userId))).status).toBe(200)
    expect(await open(token)).toBe(404)
  })

  it('who was an admin and sees this project no more', async () => {
    const admin = await buildPerson(app.db, cast.project, 'agency-admin')
    await send({ user_ids: [admin.userId], emails: [BOSS] })
    const token = await mailedTo(await emailOf(admin))
    const body = { role: 'content-creator' as const }
    expect((await app.ask(cast.admin, changeAgencyRole, { ...inAgency(admin.userId), body })).status).toBe(
      200,
    )
    expect([await open(token), await open(await mailedTo(BOSS))]).toEqual([404, 200])
  })

  it('in this project alone, not in another one of the agency or of a stranger', async () => {
    const email = await emailOf(cast.external)
    const elsewhere = {
      projectId: cast.elsewhere.projectId,
      reportId: await buildReport(app.db, cast.elsewhere),
    }
    const body = { user_ids: [], emails: [email], version: 1 }
    await app.ask(cast.stranger, sendReport, { params: elsewhere, body })
    const theirs = await mailedTo(email)
    await app.ask(cast.admin, removeProjectUser, one(cast.external.userId))
    expect(await open(theirs)).toBe(200)
  })

  it('until they are unblocked, when they are blocked', async () => {
    await send({ user_ids: [cast.external.userId] })
    const token = await mailedTo(await emailOf(cast.external))
    await app.db.transaction().execute(tx => blockUser(tx, cast.external.userId, testNow))
    expect([await open(token), await holders()]).toEqual([404, []])
    await app.db
      .updateTable('users')
      .set({ is_blocked: false })
      .where('id', '=', cast.external.userId)
      .execute()
    expect(await open(token)).toBe(200)
  })
})

describe('Somebody who is taken off the list of the monthly report', () => {
  const save = (to: { user_ids?: number[]; emails?: string[] }) =>
    app.ask(cast.creator, saveReportSchedule, {
      params: { projectId: cast.project.projectId },
      body: { ...everyMonth(cast), ...to },
    })

  it('loses the links that were mailed to them, and those of others stay', async () => {
    const client = await emailOf(cast.external)
    const everybody = { user_ids: [cast.external.userId], emails: [BOSS, 'cfo@client.example'] }
    expect((await save(everybody)).data).toEqual({ ended_links: 0 })
    await send(everybody)
    expect((await save({ ...everybody, emails: ['cfo@client.example'] })).data).toEqual({ ended_links: 1 })
    expect([await open(await mailedTo(BOSS)), await open(await mailedTo(client))]).toEqual([404, 200])
    expect((await save({ emails: ['cfo@client.example'] })).data).toEqual({ ended_links: 1 })
    expect(await open(await mailedTo(client))).toBe(404)
    expect(await holders()).toEqual(['cfo@client.example'])
  })

  it('keeps them while chosen in another way: by name in place of the address', async () => {
    const client = await emailOf(cast.external)
    await save({ emails: [client] })
    await send({ emails: [client] })
    expect((await save({ user_ids: [cast.external.userId] })).data).toEqual({ ended_links: 0 })
    expect(await open(await mailedTo(client))).toBe(200)
  })
})
