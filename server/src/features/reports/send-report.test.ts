import { beforeEach, describe, expect, it } from 'vitest'
import {
  freezeReport,
  getReport,
  listReports,
  openReport,
  saveReport,
  sendReport,
} from '#domain/reports/contract.ts'
import { removeProjectUser } from '#domain/team/contract.ts'
import { teamRoutes } from '#server/features/team/routes.ts'
import { type TestPerson, testNow, useTestApp } from '#testing/app.ts'
import { buildPoints } from '#testing/figures.ts'
import { readMails } from '#testing/mails.ts'
import { buildCast, type Cast } from '#testing/people.ts'
import { buildReport } from '#testing/reports.ts'
import { reportRoutes } from './routes.ts'

let cast: Cast
let reportId: number
const app = useTestApp({ routes: [...reportRoutes, ...teamRoutes] })
beforeEach(async () => {
  app.clock.set(testNow)
  await app.db.deleteFrom('outgoing_mails').execute()
  cast = await buildCast(app.db)
  reportId = await buildReport(app.db, cast.project)
})

const params = () => ({ projectId: cast.project.projectId, reportId })
const read = async () => (await app.ask(cast.creator, getReport, { params: params() })).data
type To = { user_ids?: number[]; emails?: string[]; version?: number }
const send = ({ user_ids = [], emails = [], version = 1 }: To, by: TestPerson = cast.creator) =>
  app.ask(by, sendReport, { params: params(), body: { user_ids, emails, version } })
const emailOf = async ({ userId }: TestPerson) =>
  (await app.db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()).email
const mailsTo = (email: string) => readMails(app, email)
const allMails = async () =>
  (await app.db.selectFrom('outgoing_mails').select('recipient').orderBy('recipient').execute()).map(
    ({ recipient }) => recipient,
  )
const openMailed = async (email: string) => {
  const token = (await mailsTo(email)).at(-1)?.link?.hash.slice(1) ?? ''
  return app.ask(null, openReport, { body: { token } })
}

describe('Sending a report', () => {
  it('freezes it and mails everybody chosen a link of their own, which is read without signing in', async () => {
    const metric = { network: 'facebook', metric: 'page_fans' } as const
    await buildPoints(app.db, cast.project, { ...metric, from: '2026-05-01', values: [10, 20] })
    const client = await emailOf(cast.external)
    const sent = await send({ user_ids: [cast.external.userId], emails: ['Ceo@Client.example'] })
    expect(sent.data).toEqual({ sent: 2, left_out: [] })
    const [mail] = await mailsTo(client)
    expect(mail?.subject).toMatch(/^Project \d+: report for 1\s?–\s?31 May 2026$/)
    expect(mail?.text).toContain(cast.creator.name)
    const links = [mail?.link?.hash, (await mailsTo('ceo@client.example'))[0]?.link?.hash]
    expect(new Set(links).size).toBe(2)
    const before = (await openMailed(client)).data
    expect(before.sent_at).toBe(testNow.toISOString())
    await app.db.updateTable('metric_points').set({ value: 99_999 }).execute()
    expect((await openMailed('ceo@client.example')).data).toEqual(before)
  })

  it('shows the writers whom it was sent to and when', async () => {
    await send({ user_ids: [cast.external.userId], emails: ['ceo@client.example'] })
    app.clock.advance(3_600_000)
    await send({ emails: ['ceo@client.example'] })
    const again = app.clock.now().toISOString()
    const sent_to = [
      { name: '', email: 'ceo@client.example', sent_at: again },
      { name: cast.external.name, email: await emailOf(cast.external), sent_at: testNow.toISOString() },
    ]
    expect((await read()).sent_to).toEqual(sent_to)
    const listed = await app.ask(cast.admin, listReports, { params: { projectId: cast.project.projectId } })
    expect(listed.data.map(one => one.sent_to)).toEqual([sent_to])
  })

  it('mails nobody twice for two clicks, also when they come at once', async () => {
    const to = { user_ids: [cast.external.userId], emails: [await emailOf(cast.external)] }
    const answers = await Promise.all([send(to), send(to)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers.map(({ data }) => data.sent).toSorted()).toEqual([0, 1])
    expect(await allMails()).toEqual([await emailOf(cast.external)])
  })

  it('reaches others after it was frozen, with the figures of that time', async () => {
    await app.ask(cast.creator, freezeReport, { params: params(), body: { version: 1 } })
    app.clock.advance(86_400_000)
    expect((await send({ emails: ['ceo@client.example'] })).data).toEqual({ sent: 1, left_out: [] })
    expect((await openMailed('ceo@client.example')).data.sent_at).toBe(testNow.toISOString())
  })

  it('is refused, with words, for people who are not, or no longer, in the project', async () => {
    const gone = { projectId: cast.project.projectId, userId: cast.external.userId }
    expect((await app.ask(cast.admin, removeProjectUser, { params: gone })).status).toBe(200)
    for (const user of [cast.external, cast.stranger])
      expect(await send({ user_ids: [cast.admin.userId, user.userId] })).toMatchObject({
        status: 422,
        errors: { user_ids: [expect.stringContaining('is not in this project, or no longer')] },
      })
    expect(await send({})).toMatchObject({ status: 422, code: 'no_recipients' })
    expect(await allMails()).toEqual([])
    expect((await read()).sent_at).toBeNull()
  })

  it('does not send texts that the sender has not seen', async () => {
    const body = { goal: 'Grow', reasons: '', version: 1 }
    await app.ask(cast.admin, saveReport, { params: params(), body })
    expect(await send({ emails: ['ceo@client.example'] })).toMatchObject({
      status: 409,
      code: 'stale_version',
    })
    expect(await allMails()).toEqual([])
  })

  it('mails nobody and freezes nothing once the agency has sent too much', async () => {
    const writer = app.db.updateTable('users').where('id', '=', cast.creator.userId)
    await writer.set({ is_confirmed: false }).execute()
    const emails = Array.from({ length: 20 }, (_, index) => `client${index}@client.example`)
    expect((await send({ emails })).data).toEqual({ sent: 20, left_out: [] })
    reportId = await buildReport(app.db, cast.project)
    expect(await send({ emails: ['one@client.example'] })).toMatchObject({
      status: 429,
      code: 'too_many_reports',
    })
    expect((await read()).sent_at).toBeNull()
    expect(await allMails()).toHaveLength(20)
    app.clock.advance(3_600_000)
    expect((await send({ emails: ['one@client.example'] })).data).toEqual({ sent: 1, left_out: [] })
  })

  it('leaves out only those who got too many today, and says who they are', async () => {
    const again = async (to: To) => {
      reportId = await buildReport(app.db, cast.project)
      return send(to)
    }
    for (let times = 0; times < 20; times++) await again({ emails: ['ceo@client.example'] })
    expect((await again({ emails: ['ceo@client.example', 'cfo@client.example'] })).data).toEqual({
      sent: 1,
      left_out: ['ceo@client.example'],
    })
    expect(await mailsTo('ceo@client.example')).toHaveLength(20)
    expect(await again({ emails: ['ceo@client.example'] })).toMatchObject({
      status: 429,
      code: 'too_many_reports',
    })
    expect((await read()).sent_at).toBeNull()
  })

  it('mails nothing to an address whose owner does not know the agency, and does not say so', async () => {
    const unwanted = { agency_id: cast.project.agencyId, email: 'ceo@client.example', created_at: testNow }
    await app.db.insertInto('unwanted_agencies').values(unwanted).execute()
    const sent = await send({ user_ids: [cast.external.userId], emails: ['ceo@client.example'] })
    expect(sent.data).toEqual({ sent: 2, left_out: [] })
    expect(await allMails()).toEqual([await emailOf(cast.external)])
  })

  it('is refused to approvers, with more than 20 addresses, and with a text that is no address', async () => {
    expect((await send({ emails: ['ceo@client.example'] }, cast.external)).status).toBe(403)
    expect((await send({ emails: ['ceo@client.example'] }, cast.stranger)).status).toBe(404)
    const many = Array.from({ length: 21 }, (_, index) => `client${index}@client.example`)
    expect((await send({ emails: many })).status).toBe(422)
    expect((await send({ emails: ['ceo'] })).status).toBe(422)
    expect(await allMails()).toEqual([])
  })
})
