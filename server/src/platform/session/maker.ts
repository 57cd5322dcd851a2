import { needsOfMaker, type SecretAddressKind } from '#domain/kernel/secret-addresses.ts'
import { can } from '#domain/permissions/can.ts'
import type { Reader } from '#server/platform/db/database.ts'
import { findPersonScope } from './person-scope.ts'

type Made = { readonly created_by: number | null; readonly project_id: number }

/**
 * Whether the maker of a secret address may still do what its kind needs, or Galley made it. The maker knows the secret: without this
 * somebody who has left, is blocked or has another role could go on using it (docs/product/accounts.md "Secret addresses").
 */
export const isMakerTrusted = async (
  db: Reader,
  kind: SecretAddressKind,
  { created_by, project_id }: Made,
): Promise<boolean> => {
  if (created_by === null) return true
  const maker = await findPersonScope(db, { userId: created_by, projectId: project_id })
  return maker !== null && can(maker.scope, needsOfMaker[kind])
}

/** Those of which `isMakerTrusted` is true. Asked once of each maker: an admin may have made hundreds. */
export const listTrusted = async <T extends Made>(
  db: Reader,
  rows: readonly T[],
  kindOf: (row: T) => SecretAddressKind,
): Promise<T[]> => {
  const keyOf = (row: T) => `${kindOf(row)} ${row.project_id} ${row.created_by}`
  const trusted = new Map<string, boolean>()
  for (const row of rows)
    if (!trusted.has(keyOf(row))) trusted.set(keyOf(row), await isMakerTrusted(db, kindOf(row), row))
  return rows.filter(row => trusted.get(keyOf(row)))
}
