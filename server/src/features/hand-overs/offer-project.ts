import { sql } from 'kysely'
import type * as contract from '#domain/agencies/hand-over-contract.ts'
import { OFFER_DAYS } from '#domain/agencies/hand-over-contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { fullName } from '#domain/kernel/text.ts'
import { isUnwanted } from '#server/features/projects/outgoing.ts'
import { countMail } from '#server/features/team/invite.ts'
import { audit, byScoped } from '#server/platform/audit/audit.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { emitOfAgency } from '#server/platform/events/emit.ts'
import { refuseArchived } from '#server/platform/http/archived.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { queueMail } from '#server/platform/mail/queue.ts'
import { endExpiredOfferQueue } from './end-expired-offer.ts'
import { offerMail } from './mails.ts'
import { findRecipient, findStanding, isOpen } from './offers.ts'

const DAY_MS = 86_400_000

/** One that nobody can accept any more makes room for the next. */
const closeEnded = async (tx: Tx, projectId: number, now: Date): Promise<void> => {
  await sql`update project_hand_overs o set withdrawn_at = ${now} from projects p
    where o.project_id = ${projectId} and p.id = o.project_id and not ${isOpen(now)}
      and o.accepted_at is null and o.declined_at is null and o.withdrawn_at is null`.execute(tx)
}

const insertOffer = async ({ tx, scope, person, now }: ScopedCall, email: string) =>
  tx
    .insertInto('project_hand_overs')
    .values({
      project_id: scope.projectId,
      from_agency_id: scope.agencyId,
      project_name: scope.projectName,
      offered_by: person.userId,
      email,
      offered_at: now,
      expires_at: new Date(now.getTime() + OFFER_DAYS * DAY_MS),
    })
    // Of two admins at once the second finds it offered.
    .onConflict(clash => clash.doNothing())
    .returning(['id', 'expires_at'])
    .executeTakeFirst()

const tellRecipient = async (call: ScopedCall, email: string, handOverId: number): Promise<void> => {
  const { tx, scope, person, services } = call
  const recipient = await findRecipient(tx, scope.agencyId, email)
  if (!recipient || (await isUnwanted(tx, scope.agencyId, email))) return
  const { name: agency } = await tx
    .selectFrom('agencies')
    .select('name')
    .where('id', '=', scope.agencyId)
    .executeTakeFirstOrThrow()
  const mail = offerMail({
    publicUrl: services.config.publicUrl,
    name: fullName(recipient),
    project: scope.projectName,
    agency,
    offeredBy: person.name,
    days: OFFER_DAYS,
  })
  await queueMail(tx, services, { to: email, ...mail })
  await emitOfAgency(tx, 'project.offered', recipient.agency_id, { userId: recipient.id, handOverId })
}

/** Offers a client to an admin of another agency. The answer does not depend on whose address it is. */
export const offerProject = async (
  { body: { email } }: Input<typeof contract.offerProject>,
  call: ScopedCall,
): Promise<Answer<typeof contract.offerProject>> => {
  const { tx, scope, now, services } = call
  const archived = refuseArchived(scope)
  if (archived) return archived
  const tooMany = await countMail(call, scope.agencyId, email)
  if (tooMany) return tooMany
  await closeEnded(tx, scope.projectId, now)
  const inserted = await insertOffer(call, email)
  if (!inserted) return fail('already_offered')
  await tellRecipient(call, email, inserted.id)
  const { id: offerId, expires_at: runAt } = inserted
  await services.jobs.enqueue(tx, endExpiredOfferQueue, { offerId }, { runAt })
  await audit(tx, byScoped(call), {
    action: 'project.offered',
    subject: scope.projectName,
    new: { to: email },
  })
  const offer = await findStanding(tx, scope.projectId, now)
  // Their right to offer it has ended in this very moment.
  return offer ? { offer } : fail('not_found')
}
