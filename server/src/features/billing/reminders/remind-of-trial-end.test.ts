import { beforeEach, expect, it } from 'vitest'
import { testNow, useTestApp } from '#testing/app.ts'
import { billedConfig, buildSubscription, daysFromNow } from '#testing/billing/subscriptions.ts'
import { readMails } from '#testing/mails.ts'
import { buildCast, type Cast } from '#testing/people.ts'
import { remindOfTrialEnd } from './remind-of-trial-end.ts'

let cast: Cast
const kit = useTestApp({ routes: [], config: billedConfig })
beforeEach(async () => {
  await kit.db.deleteFrom('subscriptions').execute()
  await kit.db.deleteFrom('outgoing_mails').execute()
  kit.clock.set(testNow)
  cast = await buildCast(kit.db)
})

const tryOut = (own: Parameters<typeof buildSubscription>[2] = {}) =>
  buildSubscription(kit.db, cast.project.agencyId, {
    status: 'trialing',
    trial_ends_at: daysFromNow(14),
    period_end: daysFromNow(14),
    ...own,
  })
const mails = () =>
  kit.db.selectFrom('outgoing_mails').select(['subject', 'recipient']).orderBy('id').execute()
const runOn = async (day: number) => {
  kit.clock.set(daysFromNow(day))
  await remindOfTrialEnd(kit.services)
}

it('Admins are mailed once, three days before their trial ends, what it costs from then on', async () => {
  await tryOut()
  const counts = []
  for (const day of [0, 10.9, 11, 11.1, 13, 14, 15]) {
    await runOn(day)
    counts.push((await mails()).length)
  }
  expect(counts).toEqual([0, 0, 1, 1, 1, 1, 1])
  const [mail] = await mails()
  expect(mail?.subject).toMatch(/^The free trial of .+ ends in 3 days$/)
  // Base 29, and 5 for each of the cast's three people of the agency and four accounts; the client is free.
  const [read] = await readMails(kit, mail?.recipient ?? '')
  expect(read?.text).toContain('US$ 64 a month before tax, for 3 users and 4 social accounts')
})

it('The prices are those with which it began', async () => {
  await tryOut({ base_cents: 1900, user_cents: 400, account_cents: 350 })
  await runOn(12)
  const [read] = await readMails(kit, (await mails())[0]?.recipient ?? '')
  expect(read?.text).toContain('US$ 45 a month before tax')
})

it('An agency that has cancelled, or already pays, is not mailed', async () => {
  await tryOut({ cancel_at_period_end: true })
  await runOn(12)
  await tryOut({ status: 'active' })
  await runOn(13)
  expect(await mails()).toEqual([])
})

it('A trial that is prolonged is announced anew', async () => {
  await tryOut()
  await runOn(12)
  await tryOut({ trial_ends_at: daysFromNow(20) })
  await runOn(12)
  await runOn(18)
  expect(await mails()).toHaveLength(2)
})

it('Two workers at once queue one mail', async () => {
  await tryOut({ trial_ends_at: daysFromNow(2) })
  await Promise.all([remindOfTrialEnd(kit.services), remindOfTrialEnd(kit.services)])
  expect(await mails()).toHaveLength(1)
})
