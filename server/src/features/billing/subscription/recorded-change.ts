import type { AuditAction } from '#domain/kernel/audit.ts'
import { type Failure, fail } from '#domain/kernel/failure.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { AgencyPoolCall, Services } from '#server/platform/http/route.ts'
import { toCardFailure, UNANSWERED } from '../card-failure.ts'
import { isBilled } from '../standings.ts'
import type { ChangeOutcome } from './change-subscription.ts'

type Refused = Failure<'cards_not_taken' | 'no_subscription' | 'card_refused' | 'card_gateway_unavailable'>

/** Changes the agency's subscription at the gateway, and records who did it. No transaction is open in the meantime. Null: it is done. */
export const recordChange = async (
  { services, db, agency, person, address, now, log }: AgencyPoolCall,
  action: AuditAction,
  change: (services: Services, agencyId: number) => Promise<ChangeOutcome>,
): Promise<Refused | null> => {
  if (!isBilled(services.config)) return fail('cards_not_taken')
  const outcome = await change(services, agency.agencyId)
  if (outcome.kind === 'none') return fail('no_subscription')
  if (outcome.kind !== 'done') return toCardFailure(outcome, log, UNANSWERED)
  const by = { agencyId: agency.agencyId, projectId: null, actorId: person.userId, address, now }
  await db.transaction().execute(tx => audit(tx, by, { action, subject: agency.agencyName }))
  return null
}
