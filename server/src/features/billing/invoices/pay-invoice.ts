import type * as contract from '#domain/billing/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type { AgencyPoolCall } from '#server/platform/http/route.ts'
import { toCardFailure, UNANSWERED } from '../card-failure.ts'
import { isBilled } from '../standings.ts'
import { payNow } from '../subscription/change-subscription.ts'

export const payInvoice = async (
  { params }: Input<typeof contract.payInvoice>,
  { services, agency, log }: AgencyPoolCall,
): Promise<Answer<typeof contract.payInvoice>> => {
  if (!isBilled(services.config)) return fail('cards_not_taken')
  const outcome = await payNow(services, agency.agencyId, params.invoiceId)
  if (outcome.kind === 'none') return fail('invoice_not_open')
  if (outcome.kind === 'needs_confirmation') return { action_url: outcome.url }
  return outcome.kind === 'done' ? { action_url: null } : toCardFailure(outcome, log, UNANSWERED)
}
