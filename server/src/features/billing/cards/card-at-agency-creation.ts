import { type Failure, fail } from '#domain/kernel/failure.ts'
import { type AuditBy, audit } from '#server/platform/audit/audit.ts'
import { cardGateway } from '#server/platform/cards/configured.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Services, SignedInContext } from '#server/platform/http/route.ts'
import { waitBefore } from '#server/platform/session/attempts.ts'
import { toCardFailure } from '../card-failure.ts'
import { describeCard, findCard } from '../payment-cards.ts'
import { openSubscription } from '../subscription/start-subscription.ts'

/** A declined card should be replaced, not retried until its bank accepts it. */
const CHECKS = { times: 20, minutes: 60 } as const

/**
 * A refused card stops the creation (docs/product/agencies.md "Creating an agency"). Checked before anything of the agency is written,
 * outside its transaction. Null: go on, also if the installation takes no cards.
 */
export const checkCardBeforeAgency = async ({
  services,
  person,
  log,
  now,
}: SignedInContext): Promise<Failure<
  'card_required' | 'card_refused' | 'card_gateway_unavailable' | 'too_many_requests'
> | null> => {
  const gateway = cardGateway(services.config)
  if (!gateway) return null
  const card = await findCard(services.db, { userId: person.userId, agencyId: null })
  if (!card) return fail('card_required')
  const limit = { subject: `check card ${person.userId}`, ...CHECKS }
  const wait = await waitBefore(services.db, limit, now)
  if (wait !== null) return fail('too_many_requests', { wait })
  const outcome = await gateway.checkCard(card.gateway_token)
  return outcome.kind === 'good' ? null : toCardFailure(outcome, log)
}

/** Transfers the founder's card to the agency, and the trial with it, which begins the agency's subscription. */
export const giveCardToAgency = async (
  tx: Tx,
  by: AuditBy & { agencyId: number; actorId: number },
  services: Services,
): Promise<void> => {
  const card = await tx
    .updateTable('payment_cards')
    .set({ agency_id: by.agencyId })
    .where('user_id', '=', by.actorId)
    .where('agency_id', 'is', null)
    .returning(['brand', 'last_four'])
    .executeTakeFirst()
  if (!card) return
  await audit(tx, by, { action: 'card.added', subject: describeCard(card) })
  await openSubscription(tx, services, by.agencyId)
}
