import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ProofContent, SharedProof } from '#domain/proofs/model.ts'
import type { Db, Reader, Tx } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'
import type { LinkRule } from '#server/platform/http/media-files.ts'
import type { Services } from '#server/platform/http/route.ts'
import { batched, oncePer } from '#server/platform/jobs/batches.ts'
import { hashSecret } from '#server/platform/session/links.ts'
import { isMakerTrusted } from '#server/platform/session/maker.ts'
import { findSystemScope, type ProjectScope } from '#server/platform/session/scope.ts'
import { readProofContent, type Shown } from './read-content.ts'

export type ProofRow = Row<'proofs'>

/** One of those that a project lists. */
export const findListedProof = async (
  db: Reader,
  { projectId }: ProjectScope,
  id: number,
  now: Date,
): Promise<ProofRow | null> => {
  const row = await db
    .selectFrom('proofs')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row && (await isMakerTrusted(db, 'proof', row)) ? row : null
}

const findOpen = async (db: Reader, isIt: RawBuilder<SqlBool>, now: Date): Promise<ProofRow | null> => {
  const row = await db
    .selectFrom('proofs as l')
    .innerJoin('projects as p', 'p.id', 'l.project_id')
    .selectAll('l')
    .where(isIt)
    .where('l.expires_at', '>', now)
    .where('p.deleted_at', 'is', null)
    .executeTakeFirst()
  return row && (await isMakerTrusted(db, 'proof', row)) ? row : null
}

/** What the holder of this secret may open; null: it has ended, with its time or with what its maker may do, or never was. */
export const findProof = (db: Reader, token: string, now: Date): Promise<ProofRow | null> =>
  findOpen(db, sql`l.token_hash = ${hashSecret(token)}`, now)

/** A page asks for all its pictures at once. */
const openReader = oncePer((db: Db) =>
  batched(
    async (requests: readonly { readonly id: number; readonly now: Date }[]) => {
      const open = new Map<number, boolean>()
      for (const { id, now } of requests)
        if (!open.has(id)) open.set(id, (await findOpen(db, sql`l.id = ${id}`, now)) !== null)
      return requests.map(({ id }) => open.get(id) === true)
    },
    { size: 50, atOnce: 2 },
  ),
)

/** Pictures of a proof are shown while its link works. */
export const isProofOpen: LinkRule = (db, id, now) => openReader(db)({ id, now })

const shownBy = ({ from_day, to_day, post_ids, has_drafts, has_comments }: ProofRow): Shown => {
  if (post_ids !== null) return { about: { postIds: post_ids }, has_drafts, has_comments }
  if (from_day === null || to_day === null) throw new Error('a proof is about days or about posts')
  return { about: { from: from_day, to: to_day }, has_drafts, has_comments }
}

type Reading = { readonly db: Reader; readonly services: Services; readonly now: Date }

/** Of a frozen one what was kept, of a living one what is planned now. */
const contentOf = async ({ db, services, now }: Reading, row: ProofRow): Promise<ProofContent | null> => {
  if (row.content !== null) return row.content
  const scope = await findSystemScope(db, row.project_id)
  return scope && (await readProofContent({ db, scope, services, now }, shownBy(row))).content
}

/** What it shows, with addresses of files that nobody has signed. Null: the project was deleted a moment ago. */
export const sharedProofOf = async (reading: Reading, row: ProofRow): Promise<SharedProof | null> => {
  const content = await contentOf(reading, row)
  return (
    content && {
      ...content,
      title: row.title,
      from: row.from_day,
      to: row.to_day,
      has_comments: row.has_comments,
      frozen_at: row.content === null ? null : row.created_at.toISOString(),
      expires_at: row.expires_at.toISOString(),
    }
  )
}

export const deleteProofs = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  await tx.deleteFrom('proofs').where('id', 'in', ids).execute()
}

/** Deletes those that have ended, with what frozen ones kept. @returns how many */
export const purgeProofs = async (db: Db, now: Date): Promise<number> => {
  const { numDeletedRows } = await db.deleteFrom('proofs').where('expires_at', '<=', now).executeTakeFirst()
  return Number(numDeletedRows)
}

/** A page reads again whenever somebody comes back to it: what was noted within a minute is not noted again. */
export const noteOpening = async (db: Db, { id }: ProofRow, now: Date): Promise<void> => {
  await sql`update proofs set opened_at = ${now}
    where id = ${id} and (opened_at is null or opened_at < ${new Date(now.getTime() - 60_000)})`.execute(db)
}
