import { beforeAll, expect, it } from 'vitest'
import { publishingUntil, type SubscriptionFacts } from '#domain/billing/standing.ts'
import { subscriptionStatuses } from '#domain/billing/status.ts'
import { useTestApp } from '#testing/app.ts'
import { buildSubscription, daysFromNow } from '#testing/billing/subscriptions.ts'
import { buildProject, type TestProject } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { listDueInTurns } from './due.ts'

let project: TestProject
const kit = useTestApp({ routes: [] })
beforeAll(async () => {
  project = await buildProject(kit.db)
  await buildPost(kit.db, project, {
    schedule: { date: '2026-05-01', time: '12:00' },
    socials: [{ network: 'facebook' }],
  })
})

const isDue = async (now: Date, isBilled = true) =>
  (await listDueInTurns(kit.db, now, { limit: 10, isBilled })).length > 0

it('The schedules of an agency that does not pay go out for 21 days, and again once it has paid', async () => {
  await buildSubscription(kit.db, project.agencyId, { status: 'past_due', past_due_since: daysFromNow(0) })
  for (const day of [13, 14, 20, 20.99]) expect(await isDue(daysFromNow(day)), String(day)).toBe(true)
  for (const day of [21, 22]) expect(await isDue(daysFromNow(day)), String(day)).toBe(false)
  await buildSubscription(kit.db, project.agencyId, { status: 'active', past_due_since: null })
  expect(await isDue(daysFromNow(21))).toBe(true)
})

it('The schedules of an agency without a subscription, and of an installation without a gateway, always go out', async () => {
  await buildSubscription(kit.db, project.agencyId, { status: 'unpaid', past_due_since: daysFromNow(0) })
  expect(await isDue(daysFromNow(99), false)).toBe(true)
  await kit.db.deleteFrom('subscriptions').execute()
  expect(await isDue(daysFromNow(99))).toBe(true)
})

const times = [null, daysFromNow(-3), daysFromNow(2)]
const cases = subscriptionStatuses.flatMap(status =>
  times.flatMap(pastDueSince =>
    [daysFromNow(-5), daysFromNow(9)].map(endsAt => ({ status, pastDueSince, endsAt })),
  ),
)
it.each(cases)('The sweep stops when the rule says so: $status, $pastDueSince, $endsAt', async facts => {
  await buildSubscription(kit.db, project.agencyId, {
    status: facts.status,
    past_due_since: facts.pastDueSince,
    period_end: facts.endsAt,
  })
  const until = publishingUntil(facts satisfies SubscriptionFacts)
  for (const now of [1, 3, 10, 16, 17.9, 18.1, 22.9, 23.1, 40].map(daysFromNow))
    expect(await isDue(now), now.toISOString()).toBe(until === null || now < until)
})
