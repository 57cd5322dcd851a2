import { describe, expect, it } from 'vitest'
import {
  cancelSubscription,
  continueSubscription,
  getBilling,
  getInvoicePage,
  getPlan,
  listAgencyInvoices,
  payInvoice,
  updateBillingAddress,
} from '#domain/billing/contract.ts'
import { cardNumbers } from '#testing/billing/cards.ts'
import { addressOf } from '#testing/billing/subscriptions.ts'
import { usePlan } from '#testing/openings/plans.ts'
import { syncSubscription } from '../subscription/sync-subscription.ts'

const { stage, own, ask, params, plan, replace, chargesOf } = usePlan()

describe('A declined payment', () => {
  it('is paid with another card at a click, which lifts the limits', async () => {
    expect((await replace(cardNumbers.chargesDeclined)).status).toBe(200)
    const customer = (await stage.row(own.agencyId)).gateway_customer_id
    await stage.advance(customer, 15)
    for (const { payload } of await stage.messages()) await stage.send(payload)
    await stage.runSyncs()
    expect((await plan()).status).toBe('past_due')
    const open = (await ask(own.admin, listAgencyInvoices, params())).data.find(
      ({ status }) => status === 'open',
    )
    const pay = () =>
      ask(own.admin, payInvoice, { params: { agencyId: own.agencyId, invoiceId: open?.id ?? 0 } })
    expect(await pay()).toMatchObject({ status: 422, code: 'card_refused' })
    expect((await plan()).status).toBe('past_due')
    expect((await replace(cardNumbers.good)).status).toBe(200)
    // Two clicks: the second comes when the gateway has the money and has not said so yet.
    const held = stage.holdNextAnswer()
    const first = pay()
    await held.reached
    expect(await pay()).toMatchObject({ status: 200, data: { action_url: null } })
    held.release()
    expect(await first).toMatchObject({ status: 200, data: { action_url: null } })
    expect(await chargesOf(customer)).toEqual([3400])
    expect((await plan()).status).toBe('active')
    // A third one, from a page that still shows it as open, takes nothing either.
    expect(await pay()).toMatchObject({ status: 200, data: { action_url: null } })
    expect(await chargesOf(customer)).toEqual([3400])
  })
})

it('An invoice cannot be paid by another agency or by a former admin', async () => {
  const other = await stage.agency(cardNumbers.chargesDeclined)
  await stage.start(other.agencyId)
  const { gateway_customer_id: customer } = await stage.row(other.agencyId)
  await stage.advance(customer, 15)
  await syncSubscription(stage.test.services, other.agencyId)
  const theirs = (await ask(other.admin, listAgencyInvoices, { params: { agencyId: other.agencyId } })).data
  const invoiceId = theirs.find(({ status }) => status === 'open')?.id ?? 0
  await stage.acceptCharges(customer)
  const pay = (of: number) => ask(own.admin, payInvoice, { params: { agencyId: of, invoiceId } })
  expect([(await pay(own.agencyId)).code, (await pay(other.agencyId)).status]).toEqual([
    'invoice_not_open',
    404,
  ])
  expect(await chargesOf(customer)).toEqual([])
  await stage.test.db.deleteFrom('agency_admins').where('user_id', '=', own.admin.userId).execute()
  const answers = [
    await ask(own.admin, getPlan, { body: { agency_id: own.agencyId } }),
    await ask(own.admin, getBilling, { body: { agency_id: own.agencyId } }),
    await ask(own.admin, updateBillingAddress, {
      body: { ...addressOf(), agency_id: own.agencyId },
    } as never),
    await replace(cardNumbers.other, { agency_id: own.agencyId }),
    await ask(own.admin, listAgencyInvoices, params()),
    await ask(own.admin, getInvoicePage, { params: { agencyId: own.agencyId, invoiceId: 1 } }),
    await ask(own.admin, cancelSubscription, params()),
    await ask(own.admin, continueSubscription, params()),
    await pay(own.agencyId),
  ]
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
  expect(await stage.row(own.agencyId)).toMatchObject({ cancel_at_period_end: false })
})
