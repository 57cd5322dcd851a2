import { sql } from 'kysely'
import { ARCHIVE_FILES_MAX } from '#domain/archives/limits.ts'
import { importLifecycle } from '#domain/imports/status.ts'
import { isFailure } from '#domain/kernel/failure.ts'
import { can } from '#domain/permissions/can.ts'
import type { Reader } from '#server/platform/db/database.ts'
import { move } from '#server/platform/db/move.ts'
import type { Row } from '#server/platform/db/schema.ts'
import { emit } from '#server/platform/events/emit.ts'
import { refuseArchived } from '#server/platform/http/archived.ts'
import { jobContext } from '#server/platform/http/job-context.ts'
import type { ScopedContext, Services } from '#server/platform/http/route.ts'
import { inTransaction } from '#server/platform/http/transaction.ts'
import type { JobOutcome, JobQueue } from '#server/platform/jobs/job-queues.ts'
import type { OpenZip } from './fetch-pictures.ts'
import { openStoredZip, type PicturesZip } from './pictures-zip.ts'
import { findRepeated, findUnchanged } from './post-rows.ts'
import { fetchFiles, noFiles } from './row-files.ts'
import { type RowResult, writeDraft } from './write-draft.ts'

/** A thousand rows with pictures take minutes, so a dead worker is noticed by its silence; another one goes on with the rows that are left. */
export const runImportQueue: JobQueue<{ importId: number }> = {
  name: 'run-import',
  retry: { times: 20, firstSeconds: 2, longestSeconds: 60 },
  expireSeconds: 3600,
  heartbeatSeconds: 20,
  // People who wait for their pages come before many rows at once.
  atOnce: 2,
}

/** A row on which the work has failed this often, or the worker has died, would fail again: the person is told, and the others go on. */
const ATTEMPTS_MAX = 4
const failedText = 'This row could not be imported. Import it again later.'

/** An import with thousands of slow pictures takes hours: after each turn those of other people come first. */
const TURN_MS = 60_000

type JobContext = Omit<ScopedContext, 'now'>
type ImportHead = Row<'imports'>
type ImportRow = Row<'import_rows'>

/** Creates the posts of the rows that have no outcome yet, each in a transaction of its own with its outcome: once, whatever is interrupted. */
export const runImport = async (services: Services, importId: number): Promise<JobOutcome> => {
  const head = await services.db
    .selectFrom('imports')
    .selectAll()
    .where('id', '=', importId)
    .where('status', '=', 'running')
    .executeTakeFirst()
  if (!head) return 'done'
  if (!(await attemptRows(services, head))) {
    await services.db.transaction().execute(tx => services.jobs.enqueue(tx, runImportQueue, { importId }))
    return 'done'
  }
  // Some have failed, or another worker has them: one that hangs keeps its row locked for minutes.
  if (await nextRow(services.db, importId, 0)) return 'retry'
  // Before the import counts as done: if this is interrupted, the next run finds no rows and comes here again.
  if (head.pictures_key !== null) await services.storage.remove(head.pictures_key)
  const noPictures = { pictures_key: null, pictures_name: null, pictures: sql<string>`null` }
  await move(services.db, importLifecycle, importId, 'finished', noPictures)
  return 'done'
}

/** @returns false if its turn has ended before its rows */
const attemptRows = async (services: Services, head: ImportHead): Promise<boolean> => {
  let zip: Promise<PicturesZip | null> | undefined
  const mostFiles = head.archive ? ARCHIVE_FILES_MAX : undefined
  const openStored: OpenZip = () =>
    (zip ??=
      head.pictures_key === null
        ? Promise.resolve(null)
        : openStoredZip(services, head.pictures_key, mostFiles))
  const openZip = head.archive ? within(head.archive.folder, openStored) : openStored
  let line = 0
  try {
    // Copying a large one would take the whole turn.
    if (head.archive) await openZip()
    const turnEnds = services.clock.now().getTime() + TURN_MS
    for (;;) {
      const row = await nextRow(services.db, head.id, line)
      if (!row) return true
      if (services.clock.now().getTime() >= turnEnds) return false
      line = row.line
      await attemptRow(services, { head, openZip }, row)
    }
  } finally {
    // One that could not be opened has failed its rows.
    const opened = await zip?.catch(() => null)
    await opened?.close()
  }
}

const within =
  (folder: string, openZip: OpenZip): OpenZip =>
  async () => {
    const zip = await openZip()
    return zip && { ...zip, extract: (name, target) => zip.extract(folder + name, target) }
  }

type Running = { readonly head: ImportHead; readonly openZip: OpenZip }

const attemptRow = async (services: Services, { head, openZip }: Running, row: ImportRow): Promise<void> => {
  const attempts = await countAttempt(services.db, row)
  if (attempts === null) return
  const context = await contextOf(services, head)
  if (typeof context === 'string') await refuseRow(services, row, context)
  else if (attempts > ATTEMPTS_MAX) await refuseRow(services, row, failedText)
  else {
    try {
      await importRow(context, row, openZip)
    } catch (error) {
      services.log.error({ err: error, import: head.id, line: row.line, attempts }, 'a row was not imported')
      if (attempts >= ATTEMPTS_MAX) await refuseRow(services, row, failedText)
    }
  }
}

/** Before the attempt, so that one that kills the worker counts. Null: the row has its outcome, or another worker is writing it. */
const countAttempt = async (db: Reader, { import_id, line }: ImportRow): Promise<number | null> => {
  const counted = await db
    .updateTable('import_rows')
    .set(eb => ({ attempts: eb('attempts', '+', 1) }))
    .where('import_id', '=', import_id)
    .where('line', '=', eb =>
      eb
        .selectFrom('import_rows')
        .select('line')
        .where('import_id', '=', import_id)
        .where('line', '=', line)
        .where('outcome', 'is', null)
        .forUpdate()
        .skipLocked(),
    )
    .returning('attempts')
    .executeTakeFirst()
  return counted?.attempts ?? null
}

const nextRow = (db: Reader, importId: number, after: number): Promise<ImportRow | undefined> =>
  db
    .selectFrom('import_rows')
    .selectAll()
    .where('import_id', '=', importId)
    .where('outcome', 'is', null)
    .where('line', '>', after)
    .orderBy('line')
    .limit(1)
    .executeTakeFirst()

/**
 * Who imports, and what they may do now; in words why they may not: somebody can be removed or blocked, and the client archived, while it
 * runs.
 */
const contextOf = async (services: Services, head: Row<'imports'>): Promise<JobContext | string> => {
  const context = await jobContext(services, { userId: head.user_id, projectId: head.project_id })
  if (!context || !can(context.scope, 'post.create')) return 'You may no longer create posts in this project.'
  const archived = refuseArchived(context.scope)
  if (archived) return archived.message
  return { ...context, log: services.log.child({ import: head.id }) }
}

const isUnchanged = async (db: Reader, call: ScopedContext, row: ImportRow): Promise<boolean> => {
  if (!row.draft.archived) return (await findUnchanged(db, call, [row])).has(row)
  const hashed = { external_id: row.external_id, hash: row.draft_hash.toString('hex') }
  return (await findRepeated(db, row.project_id, [hashed])).size > 0
}

const importRow = async (context: JobContext, row: ImportRow, openZip: OpenZip): Promise<void> => {
  const { services, scope, person } = context
  const before = { ...context, now: services.clock.now() }
  // The pictures of a post that stays as it is are there.
  const isSame = await isUnchanged(services.db, before, row)
  const fetched = isSame ? noFiles : await fetchFiles(before, row, openZip)
  if ('problem' in fetched) return refuseRow(services, row, fetched.problem)
  const now = services.clock.now()
  const result = await inTransaction(services.db, async tx => {
    const mine = await tx
      .selectFrom('import_rows')
      .select('line')
      .where('import_id', '=', row.import_id)
      .where('line', '=', row.line)
      .where('outcome', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    // Another worker, which was believed dead, has done it.
    if (!mine) return null
    const emitInProject = (event: Omit<Parameters<typeof emit>[1], 'projectId' | 'actorId'>) =>
      emit(tx, { ...event, projectId: scope.projectId, actorId: person.userId })
    const call = { ...context, now, tx, emit: emitInProject }
    // Somebody has changed the post since then: the next attempt fetches the pictures.
    if (isSame && !(await isUnchanged(tx, call, row))) throw new Error('the post has changed')
    const done = await writeDraft(call, row, fetched)
    if (isFailure(done)) return done
    await writeOutcome(tx, row, done)
    return null
  })
  if (isFailure(result)) await refuseRow(services, row, result.message)
}

const writeOutcome = async (db: Reader, { import_id, line }: ImportRow, result: RowResult): Promise<void> => {
  await db
    .updateTable('import_rows')
    .set(result)
    .where('import_id', '=', import_id)
    .where('line', '=', line)
    .where('outcome', 'is', null)
    .execute()
}

const refuseRow = ({ db }: Services, row: ImportRow, reason: string): Promise<void> =>
  writeOutcome(db, row, { outcome: 'refused', reason, post_id: null })
