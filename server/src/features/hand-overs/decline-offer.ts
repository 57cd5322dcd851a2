import type * as contract from '#domain/agencies/hand-over-contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { SignedInCall } from '#server/platform/http/route.ts'
import { mailAnswer } from './answers.ts'
import { isStillOpen, lockOffer } from './offers.ts'

export const declineOffer = async (
  { params }: Input<typeof contract.declineOffer>,
  call: SignedInCall,
): Promise<Answer<typeof contract.declineOffer>> => {
  const { tx, person, now } = call
  const offer = await lockOffer(tx, person.userId, params.offerId)
  if (!offer) return fail('not_found')
  if (!(await isStillOpen(tx, offer, now))) return fail('offer_ended')
  await tx
    .updateTable('project_hand_overs')
    .set({ declined_at: now, answered_by: person.userId })
    .where('id', '=', offer.id)
    .execute()
  // In the log of the agency that offered it: from where they declined is none of its business.
  const by = {
    agencyId: offer.from_agency_id,
    projectId: offer.project_id,
    actorId: person.userId,
    address: null,
    now,
  }
  await audit(tx, by, {
    action: 'project.offer_declined',
    subject: offer.project_name,
    new: { to: offer.email },
  })
  await mailAnswer(call, offer, null)
  return {}
}
