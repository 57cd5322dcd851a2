import { can } from '#domain/permissions/can.ts'
import type { Reader } from '#server/platform/db/database.ts'
import { findPersonScope } from '#server/platform/session/person-scope.ts'

/**
 * Whether whoever made a link to a report may read it now, or Galley made it. They know its secret: without this somebody who has left, is
 * blocked or writes no reports any more could go on reading (docs/product/reports.md "Reports").
 */
export const isMakerTrusted = async (
  db: Reader,
  { created_by, project_id }: { readonly created_by: number | null; readonly project_id: number },
): Promise<boolean> => {
  if (created_by === null) return true
  const maker = await findPersonScope(db, { userId: created_by, projectId: project_id })
  return maker !== null && can(maker.scope, 'report.write')
}
