import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Archive } from '#domain/archives/contract.ts'
import { ARCHIVE_KEPT_DAYS, archiveName } from '#domain/archives/format.ts'
import { localOf } from '#domain/kernel/time.ts'
import { can } from '#domain/permissions/can.ts'
import type { Role } from '#domain/permissions/table.ts'
import type { Row } from '#server/platform/db/schema.ts'
import type { FileRule } from '#server/platform/http/media-files.ts'
import { type ProjectScope, roleIn } from '#server/platform/session/scope.ts'
import { publicUrlOf } from '#server/platform/storage/storage.ts'

export type ArchiveRow = Row<'project_archives'>
/** One that a worker has taken. */
export type Claimed = ArchiveRow & { readonly storage_key: string }

const KEPT_MS = ARCHIVE_KEPT_DAYS * 24 * 3_600_000

const expiryOf = ({ finished_at }: ArchiveRow): Date | null =>
  finished_at && new Date(finished_at.getTime() + KEPT_MS)

/** One that ended before this is not kept any longer. */
export const keptSince = (now: Date): Date => new Date(now.getTime() - KEPT_MS)

/** Of `project_archives`: this attempt still writes it, and no other worker has taken it over. */
export const isWrittenBy = ({ id, storage_key }: Claimed): RawBuilder<SqlBool> =>
  sql<SqlBool>`(id = ${id} and storage_key = ${storage_key} and status = 'running')`

export const toWireArchive = (
  row: ArchiveRow,
  { scope, publicUrl }: { readonly scope: ProjectScope; readonly publicUrl: string },
): Archive => ({
  id: row.id,
  status: row.status,
  done: row.done,
  total: row.total,
  missing: row.missing,
  file_name: archiveName(scope.projectName, localOf(row.created_at, scope.timezone).date),
  bytes: row.bytes,
  download_url:
    row.status === 'ready' && row.storage_key ? publicUrlOf(publicUrl, row.storage_key, 'original') : null,
  created_at: row.created_at.toISOString(),
  expires_at: expiryOf(row)?.toISOString() ?? null,
})

/** The export of a project, for those who may make one. */
export const mayReadArchive: FileRule = async (db, storageKey, person) => {
  const { rows } = await sql<{ role: Role | null }>`
    select found.role from project_archives join lateral (
      select ${roleIn('projects', person)} as role from projects
      where projects.id = project_archives.project_id and projects.deleted_at is null) found on true
    where project_archives.storage_key = ${storageKey} and project_archives.status = 'ready'`.execute(db)
  const [found] = rows
  return found !== undefined && can(found, 'project.export')
}
