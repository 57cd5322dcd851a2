import type * as contract from '#domain/billing/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { AgencyPoolCall } from '#server/platform/http/route.ts'
import { toCardFailure } from '../card-failure.ts'
import { isBilled } from '../standings.ts'
import { findSubscription, findUnconfirmed } from '../subscriptions.ts'
import { resumeSubscription } from './change-subscription.ts'
import { recordChange } from './recorded-change.ts'
import { startSubscription } from './start-subscription.ts'
import { syncSubscription } from './sync-subscription.ts'

type Outcome = Answer<typeof contract.continueSubscription>

const WAITING =
  'The payment service is not responding at the moment. Your subscription will start as soon as it does.'

/**
 * The gateway is called first: the period may have ended since the page was loaded, and its message may still be on the way. An ended
 * subscription cannot be resumed, so another begins; and one begins for an agency whose card is older than subscriptions.
 */
export const continueSubscription = async (
  _input: Input<typeof contract.continueSubscription>,
  call: AgencyPoolCall,
): Promise<Outcome> => {
  const { services, agency } = call
  if (!isBilled(services.config)) return fail('cards_not_taken')
  const { kind } = await syncSubscription(services, agency.agencyId, { isRequested: true })
  if (kind === 'unavailable') return fail('card_gateway_unavailable')
  const row = await findSubscription(services.db, agency.agencyId)
  if (!row?.gateway_subscription_id || row.status === 'canceled') return start(call)
  if (row.gone_at) return fail('card_gateway_unavailable')
  const refused = await recordChange(call, 'billing.subscription_continued', resumeSubscription)
  return refused ?? { action_url: null }
}

const start = async ({
  services,
  db,
  agency,
  person,
  address,
  now,
  log,
}: AgencyPoolCall): Promise<Outcome> => {
  const { agencyId, agencyName: subject } = agency
  const outcome = await startSubscription(services, agencyId)
  if (outcome.kind === 'no_card') return fail('card_required')
  if (outcome.kind === 'ended') return fail('no_subscription')
  if (outcome.kind === 'refused') return toCardFailure(outcome, log)
  const by = { agencyId, projectId: null, actorId: person.userId, address, now }
  await db.transaction().execute(tx => audit(tx, by, { action: 'billing.subscription_started', subject }))
  if (outcome.kind === 'started')
    return { action_url: (await findUnconfirmed(db, agencyId))?.action_url ?? null }
  log.warn({ reason: outcome.reason }, 'the card gateway gave no usable answer')
  return fail('card_gateway_unavailable', { message: WAITING })
}
