import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { inBatches } from '#server/platform/db/in-batches.ts'
import type { QueuedMail } from '#server/platform/mail/queue.ts'
import type { DueRow } from './due-rows.ts'

/** What the mails of a thread are about: a post, or (null) several of a project. */
export type Thread = {
  readonly userId: number
  readonly projectId: number
  readonly postId: number | null
}

/** The thread of a mail about these; null for a mail about several projects, which stands alone. */
export const threadOf = (userId: number, rows: readonly DueRow[]): Thread | null => {
  const [projectId, ...projects] = new Set(rows.map(row => row.project_id))
  if (projectId === undefined || projects.length > 0) return null
  const [post, ...posts] = new Set(rows.map(row => row.post_id))
  return { userId, projectId, postId: posts.length === 0 ? (post ?? null) : null }
}

/** The mail that the thread began with; null: none yet. */
export const findFirstMail = async (tx: Tx, thread: Thread): Promise<QueuedMail | null> => {
  const row = await tx
    .selectFrom('mail_threads')
    .select(['first_mail_id', 'first_mail_at'])
    .where('user_id', '=', thread.userId)
    .where('project_id', '=', thread.projectId)
    .where('post_id', 'is not distinct from', thread.postId)
    .executeTakeFirst()
  return row ? { id: row.first_mail_id, queuedAt: row.first_mail_at.getTime() } : null
}

/** All later mails of the thread answer this one; two workers that begin a thread at once keep one of their mails. */
export const beginThread = async (tx: Tx, thread: Thread, mail: QueuedMail): Promise<void> => {
  await tx
    .insertInto('mail_threads')
    .values({
      user_id: thread.userId,
      project_id: thread.projectId,
      post_id: thread.postId,
      first_mail_id: mail.id,
      first_mail_at: new Date(mail.queuedAt),
    })
    .onConflict(conflict => conflict.columns(['user_id', 'project_id', 'post_id']).doNothing())
    .execute()
}

/** Forgets threads about single posts that began before then: a later mail about the post begins another one. @returns how many */
export const purgeThreads = (db: Db, before: Date): Promise<number> =>
  inBatches(
    db,
    limit => sql`delete from mail_threads where id in (
      select id from mail_threads where post_id is not null and first_mail_at < ${before} limit ${limit})`,
  )
