import { randomBytes } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { ReadArchive } from '#domain/archives/posts.ts'
import { checkArchived } from '#domain/imports/archived-posts.ts'
import type * as contract from '#domain/imports/contract.ts'
import type { PostImport } from '#domain/imports/contract.ts'
import { unchangedNotice } from '#domain/imports/unchanged.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { socialNetworks } from '#domain/networks/model.ts'
import { readArchive } from '#server/features/archives/read-archive.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { inTransaction } from '#server/platform/http/transaction.ts'
import { type ImportHead, insertRows, readImport, toRow } from './imports.ts'
import { findRepeated, readSetting } from './post-rows.ts'

const refuse = (message: string) => fail('validation_error', { message, errors: { archive: [message] } })

/** The posts of an export become rows, as those of a table; the file stays in the storage until they are imported. */
export const uploadArchive = async (
  _input: Input<typeof contract.uploadArchive>,
  call: ScopedPoolCall,
): Promise<Answer<typeof contract.uploadArchive>> => {
  const [file] = call.files
  if (!file) return refuse('Choose a zip file.')
  const archive = await readArchive(file.path, call.person.userId)
  if ('problem' in archive) return refuse(archive.problem)
  const key = `imports/${randomBytes(16).toString('hex')}`
  call.undoOnFailure(() => call.services.storage.remove(key))
  await call.services.storage.put(key, { path: file.path }, 'application/zip')
  return inTransaction(call.db, tx => insertImport(tx, call, { archive, key, name: file.name }))
}

type Uploaded = { readonly archive: ReadArchive; readonly key: string; readonly name: string }

const insertImport = async (
  tx: Tx,
  call: ScopedPoolCall,
  { archive, key, name }: Uploaded,
): Promise<PostImport> => {
  const { scope, person, now } = call
  const setting = await readSetting(tx, call)
  const used = new Set(archive.rows.flatMap(({ post }) => post.versions.map(({ network }) => network)))
  const { project, folder, labels, hashtag_pools, campaigns } = archive
  const unconnected = socialNetworks.filter(one => used.has(one) && !setting.connected.includes(one))
  const head = await tx
    .insertInto('imports')
    .values({
      project_id: scope.projectId,
      user_id: person.userId,
      encoding: 'ZIP',
      created_at: now,
      file_name: name.slice(0, 255) || 'file',
      headers: '[]',
      mapping: '{}',
      date_order: 'day',
      pictures_key: key,
      pictures_name: name.slice(0, 255) || 'file',
      pictures: '[]',
      archive: JSON.stringify({
        project_name: project.name,
        folder,
        labels,
        hashtag_pools,
        campaigns,
        unconnected,
      }),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await writeArchiveRows(tx, head, { archive, setting })
  return readImport(tx, head)
}

type Checking = {
  readonly archive: ReadArchive
  readonly setting: Awaited<ReturnType<typeof readSetting>>
}

const writeArchiveRows = async (tx: Tx, head: ImportHead, { archive, setting }: Checking): Promise<void> => {
  const own = await findOwnPosts(tx, head.project_id, archive)
  const rows = []
  for (const [index, row] of archive.rows.entries()) {
    // Thousands of posts take a second, and nobody else should wait for all of them.
    if (index % 50 === 0) await nextTurn()
    const checked = checkArchived(archive.project.id, row, setting)
    const notices = own.has(row.post_id) ? ['This post is in this project: it comes a second time.'] : []
    rows.push(
      toRow({ line: index + 1, cells: [] }, { ...checked, notices: [...notices, ...checked.notices] }),
    )
  }
  const repeated = await findRepeated(tx, head.project_id, rows)
  await insertRows(
    tx,
    head,
    rows.map(row =>
      repeated.has(row.external_id ?? '') ? { ...row, problems: [], notices: [unchangedNotice] } : row,
    ),
  )
}

/** The ids of those posts that the export was made of and that are still here: another installation has the same numbers, not the same moments. */
const findOwnPosts = async (
  tx: Tx,
  projectId: number,
  { project, rows }: ReadArchive,
): Promise<Set<number>> => {
  if (project.id !== projectId) return new Set()
  const requested = rows.map(({ post_id, created_at }) => ({ post_id, created_at }))
  const { rows: found } = await sql<{ id: number }>`
    select p.id from jsonb_to_recordset(${JSON.stringify(requested)}::jsonb) as w(post_id bigint, created_at timestamptz)
    join posts p on p.id = w.post_id and date_trunc('milliseconds', p.created_at) = w.created_at
    where p.project_id = ${projectId} and p.deleted_at is null`.execute(tx)
  return new Set(found.map(({ id }) => id))
}
