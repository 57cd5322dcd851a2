import { expect, it } from 'vitest'
import { getInvoicePage, listAgencyInvoices, updateBillingAddress } from '#domain/billing/contract.ts'
import { addressOf } from '#testing/billing/subscriptions.ts'
import { usePlan } from '#testing/openings/plans.ts'
import { syncSubscription } from '../subscription/sync-subscription.ts'

const { stage, own, ask, params, gatewayDown } = usePlan()

it('An invoice keeps the address and the name with which it was made, and the first address is also for those before it', async () => {
  const save = (address: string) =>
    ask(own.admin, updateBillingAddress, { body: addressOf({ address }) } as never)
  const pages = async () => {
    const list = (await ask(own.admin, listAgencyInvoices, params())).data
    return Promise.all(
      list.map(async ({ id }) => {
        const { data } = await ask(own.admin, getInvoicePage, {
          params: { agencyId: own.agencyId, invoiceId: id },
        })
        return ['Bluebird', 'Redbird', '1 Old Street', '2 New Street'].filter(text => data.includes(text))
      }),
    )
  }
  expect(await pages()).toEqual([['Bluebird']])
  await save('1 Old Street')
  expect(await pages()).toEqual([['Bluebird', '1 Old Street']])
  const agency = stage.test.db.updateTable('agencies').where('id', '=', own.agencyId)
  await agency.set({ name: 'Redbird' }).execute()
  await save('2 New Street')
  await stage.advance((await stage.row(own.agencyId)).gateway_customer_id, 15)
  await syncSubscription(stage.test.services, own.agencyId)
  expect(await pages()).toEqual([
    ['Redbird', '2 New Street'],
    ['Bluebird', '1 Old Street'],
  ])
})

it('The billing address is kept and sent to the gateway, and can be sent again if that is not reached', async () => {
  const save = () => ask(own.admin, updateBillingAddress, { body: addressOf() } as never)
  gatewayDown()
  expect(await save()).toMatchObject({ status: 503, code: 'card_gateway_unavailable' })
  stage.proxy.live()
  expect(await save()).toMatchObject({ status: 200, data: addressOf() })
  expect(stage.proxy.live()).toBeGreaterThan(0)
})
