import type * as contract from '#domain/agencies/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail, isFailure } from '#domain/kernel/failure.ts'
import {
  checkCardBeforeAgency,
  giveCardToAgency,
} from '#server/features/billing/cards/card-at-agency-creation.ts'
import { mayCreateAgency } from '#server/features/billing/payment-cards.ts'
import { joinAgency } from '#server/features/team/memberships.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { SignedInContext, SignedInPoolCall } from '#server/platform/http/route.ts'
import { storeLogo } from '#server/platform/pictures/logo.ts'
import { findAgency } from './agencies.ts'

/** Who cannot create an agency uploads no logo for it. */
export const mayUploadLogo = async (
  _params: undefined,
  { services, person }: Pick<SignedInContext, 'services' | 'person'>,
) => ((await mayCreateAgency(services.db, person.userId)) ? null : fail('already_in_agency'))

/**
 * The card is checked first, and a refusal stops the creation (docs/product/agencies.md "Creating an agency"): no transaction waits
 * for the gateway.
 */
export const createAgency = async (
  input: Input<typeof contract.createAgency>,
  call: SignedInPoolCall,
): Promise<Answer<typeof contract.createAgency>> => {
  const { db } = call
  if (!(await mayCreateAgency(db, call.person.userId))) return fail('already_in_agency')
  const refusal = await checkCardBeforeAgency(call)
  return refusal ?? db.transaction().execute(tx => insertAgency(tx, input, call))
}

/** Makes the caller the admin of a new agency. Two clicks at once create one. Refuses before it writes. */
const insertAgency = async (
  tx: Tx,
  { body: { name } }: Input<typeof contract.createAgency>,
  call: SignedInContext,
): Promise<Answer<typeof contract.createAgency>> => {
  const { person, services, now, address } = call
  const { userId } = person
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  if (!(await mayCreateAgency(tx, userId))) return fail('already_in_agency')
  const logo_key = await storeLogo(call)
  if (isFailure(logo_key)) return logo_key
  const { id: agencyId } = await tx
    .insertInto('agencies')
    .values({ name, logo_key, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await joinAgency(tx, { agencyId, userId, role: 'agency-admin', now })
  const by = { agencyId, projectId: null, actorId: userId, address, now }
  await audit(tx, by, { action: 'agency.created', subject: name, new: { name } })
  await giveCardToAgency(tx, by, services)
  return (await findAgency(tx, agencyId, services.config.publicUrl)) ?? fail('not_found')
}
