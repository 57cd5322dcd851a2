import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  cancelSubscription,
  continueSubscription,
  getPlan,
  listAgencyInvoices,
  payInvoice,
} from '#domain/billing/contract.ts'
import type { TestPerson } from '#testing/app.ts'
import { startBilling, type TestBilling } from '#testing/billing/billing.ts'
import { readMails } from '#testing/mails.ts'
import { remindOfPayment, remindOfPaymentQueue } from './reminders/remind-of-payment.ts'
import { listBillingNotices } from './standings.ts'

// The bank asks the card's owner at a charge (docs/product/billing.md "Confirmation by the bank").
let stage: TestBilling
beforeAll(async () => {
  stage = await startBilling()
})
afterAll(() => stage.close())

const hear = async () => {
  for (const { payload } of await stage.messages()) await stage.send(payload)
  await stage.runSyncs()
}
const chargesOf = async (customer: string) =>
  (await stage.charges()).filter(({ account }) => account === customer)
const addressOf = async ({ userId }: TestPerson) => {
  const user = stage.test.db.selectFrom('users').select('email').where('id', '=', userId)
  return (await user.executeTakeFirstOrThrow()).email
}
const started = async () => {
  const { agencyId, admin } = await stage.agency()
  await stage.start(agencyId)
  const { gateway_customer_id: customer } = await stage.row(agencyId)
  const plan = async () => (await stage.test.ask(admin, getPlan, { body: {} })).data
  const open = async () =>
    (await stage.test.ask(admin, listAgencyInvoices, { params: { agencyId } })).data.find(
      ({ status }) => status === 'open',
    )
  return { agencyId, admin, customer, plan, open }
}
const letBank = (customer: string, mood: 'confirm' | 'decline' | 'accept') =>
  stage.form(`customers/${customer}/${mood}`, {})

describe('A charge that the bank wants confirmed', () => {
  it('is announced at once by a mail that leads to the confirmation, and is paid when that is given', async () => {
    const { agencyId, admin, customer, plan, open } = await started()
    await letBank(customer, 'confirm')
    const before = (await stage.test.enqueued(remindOfPaymentQueue)).length
    await stage.advance(customer, 15)
    await hear()
    expect(await plan()).toMatchObject({ status: 'past_due', needs_confirmation: true })
    const invoice = await open()
    expect(invoice).toMatchObject({ needs_confirmation: true, action_url: expect.stringMatching(/^http/) })
    const own = { agencies: [{ agencyId, isAdmin: true }], now: stage.test.services.clock.now() }
    const notices = await listBillingNotices(stage.test.db, stage.test.services.config, own)
    expect(notices).toMatchObject([{ kind: 'payment_failed', needs_confirmation: true }])
    // Not left to the next regular run.
    expect((await stage.test.enqueued(remindOfPaymentQueue)).length).toBeGreaterThan(before)
    await remindOfPayment(stage.test.services)
    const [mail] = await readMails(stage.test, await addressOf(admin))
    expect([mail?.subject, mail?.link?.href]).toEqual([
      'Please confirm the payment for Bluebird',
      invoice?.action_url,
    ])
    expect(mail?.html).toContain(`href="${invoice?.action_url}"`)

    await stage.form(`invoices/${invoice?.action_url?.split('/').at(-1)}`, { answer: 'yes' })
    await hear()
    expect(await plan()).toMatchObject({ status: 'active', needs_confirmation: false })
    expect(await chargesOf(customer)).toHaveLength(1)
  })

  it('is tried with the card as it is now before anybody is sent to the bank', async () => {
    const { agencyId, admin, customer, open } = await started()
    await letBank(customer, 'confirm')
    await stage.advance(customer, 15)
    await hear()
    const invoiceId = (await open())?.id ?? 0
    const pay = () => stage.test.ask(admin, payInvoice, { params: { agencyId, invoiceId } })
    expect((await pay()).data.action_url).toMatch(/^http/)
    await letBank(customer, 'accept')
    expect((await pay()).data).toEqual({ action_url: null })
    expect(await chargesOf(customer)).toHaveLength(1)
  })

  it('that is declined in the end is one that did not go through', async () => {
    const { customer, plan } = await started()
    await letBank(customer, 'confirm')
    await stage.advance(customer, 15)
    await letBank(customer, 'decline')
    await stage.advance(customer, 4)
    await hear()
    expect(await plan()).toMatchObject({ status: 'past_due', needs_confirmation: false })
  })
})

describe('A subscription that is started again', () => {
  const ended = async () => {
    const all = await started()
    const call = { params: { agencyId: all.agencyId } }
    await stage.test.ask(all.admin, cancelSubscription, call)
    await stage.advance(all.customer, 15)
    await hear()
    expect((await all.plan()).status).toBe('canceled')
    return { ...all, start: () => stage.test.ask(all.admin, continueSubscription, call) }
  }

  it('with a card that is declined is not begun: no open invoice, no days for nothing', async () => {
    const { customer, plan, open, start } = await ended()
    await letBank(customer, 'decline')
    expect(await start()).toMatchObject({ status: 422, message: 'Your card has insufficient funds.' })
    await hear()
    expect([(await plan()).status, await open()]).toEqual(['canceled', undefined])
    await letBank(customer, 'accept')
    expect((await start()).status).toBe(200)
    expect((await plan()).status).toBe('active')
    expect(await chargesOf(customer)).toHaveLength(1)
  })

  it('with a card whose bank asks leads to the confirmation, and then runs', async () => {
    const { customer, plan, start } = await ended()
    await letBank(customer, 'confirm')
    const { status, data } = await start()
    expect([status, data.action_url]).toEqual([200, expect.stringMatching(/^http/)])
    expect(await plan()).toMatchObject({ status: 'past_due', needs_confirmation: true })
    await stage.form(`invoices/${data.action_url?.split('/').at(-1)}`, { answer: 'yes' })
    await hear()
    expect(await plan()).toMatchObject({ status: 'active' })
    expect(await chargesOf(customer)).toHaveLength(1)
    const all = (await stage.subscriptions()).filter(({ account }) => account === customer)
    expect(all.map(({ status }) => status).sort()).toEqual(['active', 'canceled'])
  })
})
