import type * as contract from '#domain/agencies/hand-over-contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail, isFailure } from '#domain/kernel/failure.ts'
import type { ConnectorsOf } from '#server/features/social-accounts/connection/connectors.ts'
import type { AgencyCall } from '#server/platform/http/route.ts'
import { mailAnswer } from './answers.ts'
import { moveProject } from './move-project.ts'
import { isStillOpen, lockOffer, type Offer } from './offers.ts'

/**
 * Locks the rights of both sides: of the person who accepts, and of the one who offered. Somebody who is removed at this moment is removed
 * before, and seen, or afterwards. @returns whether the caller administers the agency that is to have it
 */
const lockAdmins = async (
  { tx, agency, person }: AgencyCall,
  { from_agency_id, offered_by }: Offer,
): Promise<boolean> => {
  const rows = await tx
    .selectFrom('agency_admins')
    .select('agency_id')
    .where(({ or, and, eb }) =>
      or([
        and([eb('agency_id', '=', agency.agencyId), eb('user_id', '=', person.userId)]),
        and([eb('agency_id', '=', from_agency_id), eb('user_id', '=', offered_by)]),
      ]),
    )
    .orderBy('agency_id')
    .forShare()
    .execute()
  return rows.some(({ agency_id }) => agency_id === agency.agencyId)
}

/**
 * Takes a client over (docs/product/hand-over.md "Taking over"). Of two who accept at once the second waits for the offer and finds it
 * ended. People who run the installation accept nothing for an agency that they do not administer.
 */
export const acceptOffer =
  (connectors: ConnectorsOf) =>
  async (
    { params }: Input<typeof contract.acceptOffer>,
    call: AgencyCall,
  ): Promise<Answer<typeof contract.acceptOffer>> => {
    const { tx, agency, person, now } = call
    const offer = await lockOffer(tx, person.userId, params.offerId)
    if (!offer || offer.from_agency_id === agency.agencyId) return fail('not_found')
    if (!(await lockAdmins(call, offer))) return fail('not_found')
    if (!(await isStillOpen(tx, offer, now))) return fail('offer_ended')
    const moved = await moveProject(call, offer, connectors)
    if (isFailure(moved)) return moved
    await tx
      .updateTable('project_hand_overs')
      .set({ accepted_at: now, answered_by: person.userId, to_agency_id: agency.agencyId })
      .where('id', '=', offer.id)
      .execute()
    await mailAnswer(call, offer, agency.agencyName)
    return { project_id: offer.project_id }
  }
