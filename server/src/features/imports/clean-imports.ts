import { sql } from 'kysely'
import { IMPORT_KEPT_DAYS } from '#domain/imports/limits.ts'
import { databaseNow } from '#server/platform/db/database-now.ts'
import type { Services } from '#server/platform/http/route.ts'
import { inTransaction } from '#server/platform/http/transaction.ts'
import type { JobOutcome, JobQueue } from '#server/platform/jobs/job-queues.ts'

export const cleanImportsQueue: JobQueue = { name: 'clean-imports', cron: '17 3 * * *', expireSeconds: 1800 }

export const cleanImports = async (services: Services): Promise<JobOutcome> => {
  await cleanAllImports(services, await databaseNow(services.db))
  return 'done'
}

/** An upload is up to 10 MB of cells, which nobody reads after its month. (docs/product/imports.md "After 30 days") */
export const cleanAllImports = async (services: Services, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - IMPORT_KEPT_DAYS * 24 * 3_600_000)
  while (await cleanOne(services, before, now)) {
    // Each in a transaction of its own: thousands of rows take a while.
  }
}

/** Somebody may be starting or undoing it: it is skipped then. @returns whether there was one */
const cleanOne = ({ db }: Services, before: Date, now: Date): Promise<boolean> =>
  inTransaction(db, async tx => {
    const found = await tx
      .selectFrom('imports')
      .select(['id', 'status'])
      .where('created_at', '<', before)
      .where('cleaned_at', 'is', null)
      .where('status', '<>', 'running')
      // A file in the storage has to be removed first, which `purgeImportPictures` does.
      .where('pictures_key', 'is', null)
      .orderBy('id')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!found) return false
    if (found.status === 'checked') {
      await tx.deleteFrom('imports').where('id', '=', found.id).execute()
      return true
    }
    // The page still leads to the posts, which have their first network in the address.
    await sql`update import_rows
      set cells = '[]', links = '{}', draft = jsonb_build_object('networks', draft->'networks', 'message', '')
      where import_id = ${found.id}`.execute(tx)
    await tx
      .updateTable('imports')
      .set({ cleaned_at: now, lines_above: '[]' })
      .where('id', '=', found.id)
      .execute()
    return true
  })
