import { needsOfMaker, type SecretAddressKind } from '#domain/kernel/secret-addresses.ts'
import { can } from '#domain/permissions/can.ts'
import type { Reader } from '#server/platform/db/database.ts'
import { findPersonScope } from './person-scope.ts'

/**
 * Whether whoever made a secret address may still do what its kind needs, or Galley made it. They know its secret: without this somebody
 * who has left, is blocked or has another role could go on using it (docs/product/accounts.md "Secret addresses").
 */
export const isMakerTrusted = async (
  db: Reader,
  kind: SecretAddressKind,
  { created_by, project_id }: { readonly created_by: number | null; readonly project_id: number },
): Promise<boolean> => {
  if (created_by === null) return true
  const maker = await findPersonScope(db, { userId: created_by, projectId: project_id })
  return maker !== null && can(maker.scope, needsOfMaker[kind])
}
