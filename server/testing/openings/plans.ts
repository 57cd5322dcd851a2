import { afterAll, beforeAll, beforeEach } from 'vitest'
import { getBilling, getPlan, updateCard } from '#domain/billing/contract.ts'
import { syncSubscription } from '#server/features/billing/subscription/sync-subscription.ts'
import { startBilling, type TestBilling } from '../billing/billing.ts'
import { cardOf } from '../billing/cards.ts'
import { prepared } from '../prepared.ts'

/** As if the first card of this agency had been added so many days ago: no trial is left. */
const beginTrialBefore = (stage: TestBilling, agencyId: number, days: number) =>
  stage.test.db
    .updateTable('payment_cards')
    .set({ trial_started_at: new Date(Date.now() - days * 86_400_000) })
    .where('agency_id', '=', agencyId)
    .execute()

/** What the audit log has of this agency’s billing, in order. */
const listBillingActions = async (stage: TestBilling, agencyId: number) => {
  const logged = stage.test.db.selectFrom('audit_log').select('action').where('agency_id', '=', agencyId)
  const actions = (await logged.orderBy('id').execute()).map(({ action }) => action)
  return actions.filter(action => action.startsWith('billing.'))
}

/** Opens a test of what an admin changes of a plan: a gateway that is up, and before each test an agency of its own in its trial. */
export const usePlan = () => {
  const stage = prepared(beforeAll, startBilling)
  afterAll(() => stage.close())
  const own = prepared(beforeEach, async () => {
    stage.proxy.live()
    stage.test.clock.set(new Date())
    const agency = await stage.agency()
    await stage.start(agency.agencyId)
    return agency
  })
  const ask: TestBilling['test']['ask'] = (...call) => stage.test.ask(...call)
  return {
    stage,
    own,
    ask,
    params: () => ({ params: { agencyId: own.agencyId } }),
    plan: async () => (await ask(own.admin, getPlan, { body: {} })).data,
    cardNow: async () => (await ask(own.admin, getBilling, { body: {} })).data.card,
    replace: (number: string, more = {}) =>
      ask(own.admin, updateCard, {
        body: cardOf(number, { expiryYear: new Date().getUTCFullYear() + 3, ...more }),
      } as never),
    gatewayDown: () => stage.proxy.live({ at: 0, isPassedOn: false }),
    chargesOf: async (customer: string) =>
      (await stage.charges()).filter(({ account }) => account === customer).map(({ amount }) => amount),
    trialBefore: (agencyId: number, days: number) => beginTrialBefore(stage, agencyId, days),
    /** The trial is over, and with it a subscription that was cancelled. */
    letEnd: async ({ isHeard = true } = {}) => {
      const { gateway_customer_id: customer } = await stage.row(own.agencyId)
      await stage.advance(customer, 15)
      await beginTrialBefore(stage, own.agencyId, 15)
      stage.test.clock.set(new Date(Date.now() + 15 * 86_400_000))
      if (isHeard) await syncSubscription(stage.test.services, own.agencyId)
      return { customer }
    },
    actions: () => listBillingActions(stage, own.agencyId),
  }
}
