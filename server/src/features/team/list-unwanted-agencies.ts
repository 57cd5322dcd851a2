import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { harmlessNames } from '#domain/kernel/public-names.ts'
import type * as contract from '#domain/team/contract.ts'
import type { SignedInPoolCall } from '#server/platform/http/route.ts'

export const listUnwantedAgencies = async (
  _input: Input<typeof contract.listUnwantedAgencies>,
  { db, person }: SignedInPoolCall,
): Promise<Answer<typeof contract.listUnwantedAgencies>> => {
  const rows = await db
    .selectFrom('users as u')
    .innerJoin('unwanted_agencies as n', 'n.email', 'u.email')
    .innerJoin('agencies as a', 'a.id', 'n.agency_id')
    .select(['a.id', 'a.name', 'n.created_at'])
    .where('u.id', '=', person.userId)
    .where('u.is_confirmed', '=', true)
    .orderBy('n.created_at', 'desc')
    .orderBy('a.id', 'desc')
    .execute()
  return rows.map(({ id, name, created_at }) => ({
    agency_id: id,
    agency: harmlessNames(name),
    since: created_at.toISOString(),
  }))
}
