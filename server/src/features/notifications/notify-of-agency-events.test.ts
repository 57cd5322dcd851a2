import { beforeEach, describe, expect, it } from 'vitest'
import {
  countUnread,
  listNotificationSettings,
  listNotifications,
  markRead,
} from '#domain/notifications/contract.ts'
import { remindOfPayment } from '#server/features/billing/reminders/remind-of-payment.ts'
import { remindOfTrialEnd } from '#server/features/billing/reminders/remind-of-trial-end.ts'
import { type TestPerson, testNow, useTestApp } from '#testing/app.ts'
import { billedConfig, buildInvoice, buildSubscription, daysFromNow } from '#testing/billing/subscriptions.ts'
import { buildCast, buildPerson, type Cast } from '#testing/people.ts'
import { mailDue } from './mail-due.ts'
import { notifyOfAgencyEvents } from './notify-of-agency-events.ts'
import { purgeNotifications } from './purge-notifications.ts'
import { notificationRoutes } from './routes.ts'

let cast: Cast
let otherCast: Cast
const kit = useTestApp({ routes: notificationRoutes, config: billedConfig })
beforeEach(async () => {
  for (const table of ['notifications', 'subscriptions', 'invoices', 'outgoing_mails'] as const)
    await kit.db.deleteFrom(table).execute()
  kit.clock.set(testNow)
  cast = await buildCast(kit.db)
  otherCast = await buildCast(kit.db)
})

const agencyId = () => cast.project.agencyId
const failPayment = () =>
  buildSubscription(kit.db, agencyId(), { status: 'past_due', past_due_since: daysFromNow(0) })
/** What the regular jobs do on a day, and the worker after them. */
const runOn = async (day: number) => {
  kit.clock.set(daysFromNow(day))
  await remindOfPayment(kit.services)
  await remindOfTrialEnd(kit.services)
  await notifyOfAgencyEvents(kit.services)
}
const list = async (person: TestPerson) =>
  (await kit.ask(person, listNotifications, { query: {} })).data.notifications
const kinds = async (person: TestPerson) => (await list(person)).map(({ kind }) => kind)
const unread = async (person: TestPerson) => (await kit.ask(person, countUnread, {})).data

describe('What happens to the bill of an agency', () => {
  it('is under the bell of its admins, with the agency, and counted', async () => {
    const second = await buildPerson(kit.db, cast.project, 'agency-admin')
    await failPayment()
    await runOn(0)
    for (const admin of [cast.admin, second]) {
      expect(await list(admin)).toMatchObject([
        { kind: 'payment_failed', agency_id: agencyId(), read_at: null },
      ])
      expect(await unread(admin)).toEqual({
        total: 1,
        projects: [],
        agencies: [{ agency_id: agencyId(), count: 1 }],
      })
    }
  })

  it('is announced to nobody else of the agency, to no other agency, and not to who runs the installation', async () => {
    const operator = await buildPerson(kit.db, cast.project, 'super-admin')
    await failPayment()
    await runOn(0)
    const others = [cast.creator, cast.internal, cast.external, cast.stranger, otherCast.admin, operator]
    for (const person of others) {
      expect(await list(person)).toEqual([])
      expect((await unread(person)).total).toBe(0)
    }
  })

  it('is a trial that ends, a payment that failed or is to be confirmed, and being read-only: each with its mail', async () => {
    await buildSubscription(kit.db, agencyId(), {
      status: 'trialing',
      trial_ends_at: daysFromNow(14),
      period_end: daysFromNow(14),
    })
    await runOn(10)
    expect(await kinds(cast.admin)).toEqual([])
    await runOn(12)
    await buildSubscription(kit.db, agencyId(), { status: 'past_due', past_due_since: daysFromNow(14) })
    await runOn(14)
    await buildInvoice(kit.db, agencyId(), {
      status: 'open',
      needs_confirmation: true,
      action_url: 'https://pay.example/1',
      paid_at: null,
    })
    await runOn(17)
    await runOn(28)
    expect(await kinds(cast.admin)).toEqual([
      ...['read_only', 'payment_to_confirm', 'payment_failed', 'trial_ending'],
    ])
    const mails = await kit.db.selectFrom('outgoing_mails').select('kind').orderBy('id').execute()
    expect(mails.map(({ kind }) => kind)).toEqual([
      ...['trial-ending', 'payment-failed', 'payment-to-confirm', 'payment-read-only'],
    ])
  })

  it('is announced once by workers that run at once, and is in no other mail', async () => {
    await failPayment()
    await remindOfPayment(kit.services)
    await Promise.all([notifyOfAgencyEvents(kit.services), notifyOfAgencyEvents(kit.services)])
    await runOn(0)
    await mailDue(kit.services)
    expect(await kinds(cast.admin)).toEqual(['payment_failed'])
    const mails = await kit.db.selectFrom('outgoing_mails').select('kind').execute()
    expect(mails).toEqual([{ kind: 'payment-failed' }])
  })

  it('is not announced when what happened is rolled back', async () => {
    await failPayment()
    const jobs = { ...kit.services.jobs, enqueue: () => Promise.reject(new Error('the queue is away')) }
    await remindOfPayment({ ...kit.services, jobs })
    await notifyOfAgencyEvents(kit.services)
    expect(await kinds(cast.admin)).toEqual([])
    await runOn(0)
    expect(await kinds(cast.admin)).toEqual(['payment_failed'])
  })

  it('counts once however often it is announced, and again for something else', async () => {
    await failPayment()
    for (const day of [0, 3, 7]) await runOn(day)
    expect((await unread(cast.admin)).total).toBe(1)
    await runOn(14)
    expect((await unread(cast.admin)).total).toBe(2)
  })

  it('is read when its agency is marked, for that person alone, and stays as it is for others', async () => {
    const second = await buildPerson(kit.db, cast.project, 'agency-admin')
    await failPayment()
    await runOn(0)
    for (const person of [cast.stranger, otherCast.admin, cast.creator])
      await kit.ask(person, markRead, { body: { agency_id: agencyId() } })
    await kit.ask(cast.admin, markRead, { body: { agency_id: otherCast.project.agencyId } })
    expect((await unread(cast.admin)).total).toBe(1)
    const { data } = await kit.ask(cast.admin, markRead, { body: { agency_id: agencyId() } })
    expect(data).toEqual({ total: 0, projects: [], agencies: [] })
    expect((await unread(second)).total).toBe(1)
  })

  it('is gone for an admin who has left, and after 90 days', async () => {
    const second = await buildPerson(kit.db, cast.project, 'agency-admin')
    await failPayment()
    await runOn(0)
    await kit.db.deleteFrom('agency_admins').where('user_id', '=', second.userId).execute()
    expect(await list(second)).toEqual([])
    expect((await unread(second)).total).toBe(0)
    kit.clock.set(daysFromNow(89))
    await purgeNotifications(kit.services)
    expect(await kinds(cast.admin)).toEqual(['payment_failed'])
    kit.clock.set(daysFromNow(91))
    await purgeNotifications(kit.services)
    expect(await kinds(cast.admin)).toEqual([])
  })

  it('is not listed in the settings, since its mails always come', async () => {
    const { projectId } = cast.project
    const { data } = await kit.ask(cast.admin, listNotificationSettings, { params: { projectId } })
    const listed = data.map(({ kind }) => kind)
    expect(listed).toContain('reconnecting')
    expect(listed.filter(kind => /trial|payment|read_only/.test(kind))).toEqual([])
  })
})
