import type * as contract from '#domain/billing/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { AgencyPoolCall } from '#server/platform/http/route.ts'
import { cancelAtPeriodEnd } from './change-subscription.ts'
import { recordChange } from './recorded-change.ts'

export const cancelSubscription = async (
  _input: Input<typeof contract.cancelSubscription>,
  call: AgencyPoolCall,
): Promise<Answer<typeof contract.cancelSubscription>> =>
  (await recordChange(call, 'billing.subscription_cancelled', cancelAtPeriodEnd)) ?? {}
