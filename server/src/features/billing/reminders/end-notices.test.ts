import { expect, it } from 'vitest'
import { cancelSubscription, continueSubscription } from '#domain/billing/contract.ts'
import { readMails } from '#testing/mails.ts'
import { usePlan } from '#testing/openings/plans.ts'
import { syncSubscription } from '../subscription/sync-subscription.ts'

const { stage, own, ask, params, letEnd } = usePlan()

const notices = async () => {
  const { email } = await stage.test.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', own.admin.userId)
    .executeTakeFirstOrThrow()
  return (await readMails(stage.test, email)).filter(({ kind }) => kind.startsWith('subscription-'))
}

it('Admins are mailed once that their subscription is cancelled and until when everything works, and once that it has ended', async () => {
  await ask(own.admin, cancelSubscription, params())
  await syncSubscription(stage.test.services, own.agencyId)
  const [cancelled, ...none] = await notices()
  expect(none).toEqual([])
  expect(cancelled?.subject).toMatch(/^The subscription of .+ is cancelled$/)
  expect(cancelled?.text).toMatch(/Everything works until \d+ \w+ \d{4}, and nothing is charged\./)
  await letEnd()
  await syncSubscription(stage.test.services, own.agencyId)
  const [, ended, ...more] = await notices()
  expect(more).toEqual([])
  expect(ended?.subject).toMatch(/ is now read-only$/)
  expect(ended?.text).toContain('still go out until')
})

it('An agency that continues and cancels again is mailed again', async () => {
  await ask(own.admin, cancelSubscription, params())
  await ask(own.admin, continueSubscription, params())
  await ask(own.admin, cancelSubscription, params())
  expect((await notices()).map(({ kind }) => kind)).toEqual([
    'subscription-cancelled',
    'subscription-cancelled',
  ])
})
