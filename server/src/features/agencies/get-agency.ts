import type * as contract from '#domain/agencies/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type { AgencyPoolCall } from '#server/platform/http/route.ts'
import { findAgency } from './agencies.ts'

export const getAgency = async (
  _input: Input<typeof contract.getAgency>,
  { db, agency, services }: AgencyPoolCall,
): Promise<Answer<typeof contract.getAgency>> =>
  (await findAgency(db, agency.agencyId, services.config.publicUrl)) ?? fail('not_found')
