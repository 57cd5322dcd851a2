import type * as contract from '#domain/billing/contract.ts'
import type { BillingAddress } from '#domain/billing/model.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { AgencyPoolCall } from '#server/platform/http/route.ts'
import { isBilled } from '../standings.ts'
import { saveBillingAddress } from '../subscription/change-subscription.ts'

/** Written first, then sent to the gateway, for its tax. If that is not reached the same form can be sent again. */
export const updateBillingAddress = async (
  { body }: Input<typeof contract.updateBillingAddress>,
  { db, agency, person, services, address, now, log }: AgencyPoolCall,
): Promise<Answer<typeof contract.updateBillingAddress>> => {
  if (!isBilled(services.config)) return fail('cards_not_taken')
  const { agency_id: _named, ...typed } = body
  const by = { agencyId: agency.agencyId, projectId: null, actorId: person.userId, address, now }
  await db.transaction().execute(async tx => {
    await writeAddress(tx, agency.agencyId, typed)
    await audit(tx, by, { action: 'billing.address_changed', subject: agency.agencyName })
  })
  const outcome = await saveBillingAddress(services, agency.agencyId)
  if (outcome.kind === 'done' || outcome.kind === 'none') return typed
  log.warn({ outcome: outcome.kind }, 'the card gateway did not take a billing address')
  return fail('card_gateway_unavailable', {
    message: 'The address could not be passed on to the payment service. Please save it again in a moment.',
  })
}

const writeAddress = async (tx: Tx, agencyId: number, typed: BillingAddress): Promise<void> => {
  const values = {
    first_name: typed.firstName,
    last_name: typed.lastName,
    address: typed.address,
    state: typed.state,
    city: typed.city,
    country: typed.country,
    zip: typed.zip,
    ...(typed.vat_number === undefined ? {} : { vat_number: typed.vat_number }),
    ...(typed.invoice_email === undefined ? {} : { invoice_email: typed.invoice_email.toLowerCase() }),
  }
  await tx
    .insertInto('billing_addresses')
    .values({ agency_id: agencyId, ...values })
    .onConflict(clash => clash.column('agency_id').doUpdateSet(values))
    .execute()
}
