import { expect, it } from 'vitest'
import { useSubscriptions } from '#testing/openings/subscriptions.ts'
import { compareSubscriptions } from './compare-subscriptions.ts'
import { syncQuantities } from './sync-quantities.ts'

const { stage, started, addPerson } = useSubscriptions()

it('The nightly comparison repairs what no message reported, and reports it once', async () => {
  const { agencyId, customer } = await started()
  await stage.advance(customer, 15)
  const { services, db } = stage.test
  expect(await stage.row(agencyId)).toMatchObject({ status: 'trialing' })
  await compareSubscriptions(services)
  expect(await stage.row(agencyId)).toMatchObject({ status: 'active' })
  const drifts = () =>
    db.selectFrom('subscription_drifts').select('differences').where('agency_id', '=', agencyId).execute()
  expect((await drifts())[0]?.differences).toEqual(
    expect.arrayContaining(['subscription.status', 'subscription.period_end', 'invoice.missing']),
  )
  expect(stage.logged()).toContain('differed from the gateway')
  await compareSubscriptions(services)
  expect(await drifts()).toHaveLength(1)
})

it('The nightly comparison sends a number that no event reported', async () => {
  const { agencyId } = await started()
  await addPerson(agencyId, 'lost')
  const { services, db } = stage.test
  await db.deleteFrom('quantity_changes').execute()
  await syncQuantities(services)
  expect(await stage.row(agencyId)).toMatchObject({ user_count: 1 })
  await compareSubscriptions(services)
  await syncQuantities(services)
  expect(await stage.row(agencyId)).toMatchObject({ user_count: 2 })
})
