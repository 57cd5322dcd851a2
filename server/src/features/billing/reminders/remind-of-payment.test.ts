import { beforeEach, expect, it } from 'vitest'
import { testNow, useTestApp } from '#testing/app.ts'
import { billedConfig, buildInvoice, buildSubscription, daysFromNow } from '#testing/billing/subscriptions.ts'
import { buildCast, buildPerson, type Cast } from '#testing/people.ts'
import { paymentMail } from './payment-mail.ts'
import { remindOfPayment } from './remind-of-payment.ts'
import { trialMail } from './trial-mail.ts'

let cast: Cast
const kit = useTestApp({ routes: [], config: billedConfig })
beforeEach(async () => {
  await kit.db.deleteFrom('subscriptions').execute()
  await kit.db.deleteFrom('outgoing_mails').execute()
  kit.clock.set(testNow)
  cast = await buildCast(kit.db)
})

const fail = (days = 0) =>
  buildSubscription(kit.db, cast.project.agencyId, { status: 'past_due', past_due_since: daysFromNow(days) })
const subjects = async () =>
  (await kit.db.selectFrom('outgoing_mails').select(['subject', 'recipient']).orderBy('id').execute()).map(
    ({ subject }) => subject,
  )
const remindOn = async (day: number) => {
  kit.clock.set(daysFromNow(day))
  await remindOfPayment(kit.services)
}

it('Admins get a mail on day 0, 3, 7 and 12 and one when the agency becomes read-only, each once', async () => {
  await fail()
  const counts = []
  for (const day of [0, 0.1, 2.9, 3, 3.1, 7, 11.9, 12, 13.9, 14, 20, 60]) {
    await remindOn(day)
    counts.push((await subjects()).length)
  }
  expect(counts).toEqual([1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 5])
  expect((await subjects()).at(0)).toMatch(/did not go through/)
  expect((await subjects()).at(-1)).toMatch(/is now read-only/)
})

it('Every admin of the agency gets it, and nobody else', async () => {
  const second = await buildPerson(kit.db, cast.project, 'agency-admin')
  await buildPerson(kit.db, cast.project, 'super-admin')
  await fail()
  await remindOn(0)
  const mails = await kit.db.selectFrom('outgoing_mails').select('recipient').execute()
  const users = await kit.db
    .selectFrom('users')
    .select('email')
    .where('id', 'in', [cast.admin.userId, second.userId])
    .execute()
  expect(mails.map(({ recipient }) => recipient).sort()).toEqual(users.map(({ email }) => email).sort())
})

it('Two workers at once queue one mail', async () => {
  await fail()
  await Promise.all([remindOfPayment(kit.services), remindOfPayment(kit.services)])
  expect(await subjects()).toHaveLength(1)
})

it('A worker that was away sends the latest mail and not all that it missed', async () => {
  await fail()
  await remindOn(12.5)
  expect(await subjects()).toHaveLength(1)
})

it('Nobody is reminded after paying, and the next failed payment begins again', async () => {
  await fail()
  await remindOn(0)
  await buildSubscription(kit.db, cast.project.agencyId, { status: 'active', past_due_since: null })
  await remindOn(3)
  expect(await subjects()).toHaveLength(1)
  await fail(30)
  await remindOn(30)
  expect(await subjects()).toHaveLength(2)
})

it('A subscription that ended unpaid is said to have ended, and nobody promises another try', async () => {
  const end = { status: 'canceled' as const, canceled_at: daysFromNow(1), past_due_since: daysFromNow(0) }
  await buildSubscription(kit.db, cast.project.agencyId, end)
  // The bank still asks about its last invoice, but to confirm that would begin nothing.
  const confirmation = { needs_confirmation: true, action_url: 'https://gateway.test/confirm' }
  await buildInvoice(kit.db, cast.project.agencyId, { ...confirmation, status: 'open', paid_at: null })
  await remindOn(3)
  await remindOn(14)
  expect((await subjects()).join()).not.toMatch(/confirm/)
  // Found a month late, it is no news any more.
  const late = await buildCast(kit.db)
  await buildSubscription(kit.db, late.project.agencyId, end)
  await remindOn(21)
  expect(await subjects()).toHaveLength(2)
  const words = (isReadOnly: boolean, isEnded: boolean, stopsAt: Date | null = daysFromNow(21)) =>
    paymentMail({
      publicUrl: 'http://galley.example',
      name: 'Ada',
      agency: 'Bluebird',
      isReadOnly,
      isEnded,
      days: 11,
      readOnlyAt: daysFromNow(14),
      stopsAt,
      confirmUrl: null,
    }).text
  expect(words(false, true)).toMatch(/Its subscription has ended, and we will not try again/)
  expect(words(false, false)).toMatch(/We will try again automatically/)
  expect(words(true, true)).toMatch(/As soon as you start the subscription again, everything works again/)
  expect(words(true, true)).toMatch(/still go out until/)
  expect(words(true, false, null)).toMatch(/No posts are going out at the moment/)
})

it('The names in its sentences are no advertisements', () => {
  const name = 'Win at https://evil.example'
  const until = { days: 11, readOnlyAt: daysFromNow(14), stopsAt: daysFromNow(21), isEnded: false }
  const to = { publicUrl: 'http://galley.example', name, agency: name, confirmUrl: null }
  const mails = [
    paymentMail({ ...to, ...until, isReadOnly: true }),
    paymentMail({ ...to, ...until, isReadOnly: false }),
    paymentMail({ ...to, ...until, isReadOnly: false, confirmUrl: 'http://gateway.example' }),
    trialMail({ ...to, endsAt: daysFromNow(3), days: 3, cents: 4900, users: 2, accounts: 1 }),
  ]
  for (const { subject, text } of mails) {
    expect(subject + text).toContain('Win at evil. example')
    expect(subject + text).not.toMatch(/evil\.example/)
  }
})

it('An installation without a gateway sends none', async () => {
  await fail()
  const config = { ...kit.services.config, CARD_GATEWAY_KEY: undefined }
  await remindOfPayment({ ...kit.services, config } as typeof kit.services)
  expect(await subjects()).toEqual([])
})
