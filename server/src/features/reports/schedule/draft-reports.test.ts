import { beforeEach, describe, expect, it } from 'vitest'
import { deleteProject } from '#domain/projects/contract.ts'
import {
  createReport,
  deleteReport,
  deleteReportSchedule,
  getReport,
  getReportSchedule,
  listReports,
  saveReportSchedule,
} from '#domain/reports/contract.ts'
import { removeProjectUser } from '#domain/team/contract.ts'
import { projectRoutes } from '#server/features/projects/routes.ts'
import { teamRoutes } from '#server/features/team/routes.ts'
import { useTestApp } from '#testing/app.ts'
import { billedConfig, buildSubscription } from '#testing/billing/subscriptions.ts'
import { readMails } from '#testing/mails.ts'
import { buildCast, type Cast } from '#testing/people.ts'
import { everyMonth } from '#testing/reports.ts'
import { reportRoutes } from '../routes.ts'
import { draftReports } from './draft-reports.ts'

let cast: Cast
const app = useTestApp({
  routes: [...reportRoutes, ...teamRoutes, ...projectRoutes],
  config: billedConfig,
})
beforeEach(async () => {
  app.clock.set(new Date('2026-11-20T12:00:00Z'))
  await app.db.deleteFrom('report_schedules').execute()
  await app.db.deleteFrom('outgoing_mails').execute()
  cast = await buildCast(app.db)
  await app.db
    .updateTable('projects')
    .set({ timezone: 'Europe/Paris' })
    .where('id', '=', cast.project.projectId)
    .execute()
})

const inProject = () => ({ params: { projectId: cast.project.projectId } })
const save = (own: object = {}, by = cast.creator) =>
  app.ask(by, saveReportSchedule, { ...inProject(), body: { ...everyMonth(cast), ...own } })
const read = async () => (await app.ask(cast.creator, getReportSchedule, inProject())).data
const reports = async () => (await app.ask(cast.creator, listReports, inProject())).data
const runAt = async (time: string) => {
  app.clock.set(new Date(time))
  await draftReports(app.services)
}
const emailOf = async ({ userId }: { readonly userId: number }) =>
  (await app.db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()).email
const mails = async () =>
  (await app.db.selectFrom('outgoing_mails').select(['recipient', 'subject']).execute()).map(
    ({ recipient, subject }) => `${recipient}: ${subject}`,
  )
const firstOfDecember = '2026-12-01T07:00:00Z'

describe('A monthly report', () => {
  it('has no schedule at first, and says who gets the next draft and when', async () => {
    expect(await read()).toBe(null)
    expect((await save({ user_ids: [cast.external.userId], emails: ['ceo@client.example'] })).status).toBe(
      200,
    )
    expect(await read()).toEqual({
      networks: ['facebook'],
      manager_id: cast.creator.userId,
      manager: cast.creator.name,
      user_ids: [cast.external.userId],
      emails: ['ceo@client.example'],
      next_at: firstOfDecember.replace('Z', '.000Z'),
    })
  })

  it('comes as a draft at 8:00 on the first, with a mail to its reviewer, and nothing for the client', async () => {
    await save({ user_ids: [cast.external.userId], networks: ['facebook', 'linkedin'] })
    await runAt('2026-12-01T06:59:00Z')
    expect(await reports()).toEqual([])
    await runAt(firstOfDecember)
    const [draft, ...others] = await reports()
    expect(others).toEqual([])
    expect(draft).toMatchObject({
      from: '2026-11-01',
      to: '2026-11-30',
      networks: ['facebook', 'linkedin'],
      sent_at: null,
    })
    const creator = await emailOf(cast.creator)
    expect(await mails()).toEqual([
      expect.stringMatching(`^${creator}: .+: review the report for November 2026$`),
    ])
    const [mail] = await readMails(app, creator)
    expect(mail?.link?.pathname).toBe(`/${cast.project.projectId}/reporting`)
    expect(mail?.link?.searchParams.get('id')).toBe(String(draft?.id))
    const params = { projectId: cast.project.projectId, reportId: draft?.id ?? 0 }
    expect((await app.ask(cast.creator, getReport, { params })).data.is_scheduled).toBe(true)
  })

  it('comes once, though two workers look at once, again and again', async () => {
    await save()
    app.clock.set(new Date(firstOfDecember))
    await Promise.all(Array.from({ length: 6 }, () => draftReports(app.services)))
    await runAt('2026-12-01T07:15:00Z')
    await runAt('2026-12-31T22:00:00Z')
    expect(await reports()).toHaveLength(1)
    expect(await mails()).toHaveLength(1)
    await runAt('2027-01-01T07:00:00Z')
    expect((await reports()).map(({ from, to }) => [from, to])).toEqual([
      ['2026-12-01', '2026-12-31'],
      ['2026-11-01', '2026-11-30'],
    ])
  })

  it('is made up for after workers were away, for the last month only', async () => {
    await save()
    await runAt('2027-02-03T10:00:00Z')
    expect((await reports()).map(({ from }) => from)).toEqual(['2027-01-01'])
    expect((await read())?.next_at).toBe('2027-03-01T07:00:00.000Z')
  })

  it('leaves nothing half made when a worker dies on the way', async () => {
    await save()
    app.clock.set(new Date(firstOfDecember))
    const { jobs } = app.services
    const dying = { ...jobs, enqueue: () => Promise.reject(new Error('killed')) }
    await draftReports({ ...app.services, jobs: dying as typeof jobs })
    expect(await reports()).toEqual([])
    expect(await mails()).toEqual([])
    await draftReports(app.services)
    expect(await reports()).toHaveLength(1)
    expect(await mails()).toHaveLength(1)
  })

  it('does not come beside a report of those days that somebody has begun, nor again after its draft was deleted', async () => {
    await save()
    const november = { from: '2026-11-01', to: '2026-11-30', networks: ['twitter' as const] }
    const { data } = await app.ask(cast.creator, createReport, { ...inProject(), body: november })
    await runAt(firstOfDecember)
    expect((await reports()).map(({ id }) => id)).toEqual([data.id])
    expect(await mails()).toEqual([])
    const params = { projectId: cast.project.projectId, reportId: data.id }
    await app.ask(cast.creator, deleteReport, { params })
    await runAt('2026-12-01T08:00:00Z')
    expect(await reports()).toEqual([])
  })

  it('goes to the admins once its reviewer has left, and the page says so', async () => {
    await save()
    const params = { projectId: cast.project.projectId, userId: cast.creator.userId }
    expect((await app.ask(cast.admin, removeProjectUser, { params })).status).toBe(200)
    const { data } = await app.ask(cast.admin, getReportSchedule, inProject())
    expect(data?.manager).toBe(null)
    await runAt(firstOfDecember)
    expect((await mails()).map(each => each.split(':')[0])).toEqual([await emailOf(cast.admin)])
  })

  it('is not made in a read-only agency, and is made up for once it has paid', async () => {
    await save()
    const { agencyId } = cast.project
    await buildSubscription(app.db, agencyId, {
      status: 'past_due',
      past_due_since: new Date('2026-11-10T00:00:00Z'),
    })
    await runAt(firstOfDecember)
    expect(await reports()).toEqual([])
    await app.db
      .updateTable('subscriptions')
      .set({ status: 'active', past_due_since: null })
      .where('agency_id', '=', agencyId)
      .execute()
    await runAt('2026-12-05T07:00:00Z')
    expect((await reports()).map(({ from }) => from)).toEqual(['2026-11-01'])
  })

  it('ends with its schedule, and with its project', async () => {
    await save()
    expect((await app.ask(cast.creator, deleteReportSchedule, inProject())).status).toBe(200)
    expect(await read()).toBe(null)
    await save()
    await app.ask(cast.admin, deleteProject, inProject())
    await runAt(firstOfDecember)
    expect(
      await app.db
        .selectFrom('reports')
        .select('id')
        .where('project_id', '=', cast.project.projectId)
        .execute(),
    ).toEqual([])
    expect(await mails()).toEqual([])
  })

  it('keeps its day when it is changed', async () => {
    await save()
    app.clock.set(new Date('2026-12-01T06:00:00Z'))
    await save({ networks: ['linkedin'] })
    await runAt(firstOfDecember)
    expect((await reports()).map(({ networks }) => networks)).toEqual([['linkedin']])
  })

  it('is looked over only by somebody who writes reports in the project', async () => {
    const others = await buildCast(app.db)
    for (const manager_id of [cast.internal.userId, cast.external.userId, others.creator.userId, 0]) {
      const refused = await save({ manager_id })
      expect([refused.status, refused.code]).toEqual([422, 'validation_error'])
    }
    expect((await save({ networks: [] })).status).toBe(422)
    expect((await save({ emails: ['no address'] })).status).toBe(422)
    expect(await read()).toBe(null)
  })

  it('is refused for people of other projects', async () => {
    const others = await buildCast(app.db)
    const refused = await save({ user_ids: [others.external.userId, cast.external.userId] })
    expect(refused).toMatchObject({
      status: 422,
      errors: { user_ids: [expect.stringContaining('not in this')] },
    })
    expect(await read()).toBeNull()
  })
})
