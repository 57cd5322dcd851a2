import type { Tx } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'
import type { Publication } from './publication.ts'

/** What remains to be done for a live post, and the state of its first comment. A post with nothing left to do has no row. */
export type FollowUp = Row<'publication_follow_ups'>

/** A live publication that is followed up. The publication's lease covers both rows. */
export type FollowedPublication = Publication & { readonly followUp: FollowUp }

type NewFollowUp = Pick<FollowUp, 'publication_id' | 'run_at' | 'since' | 'comment'> & Partial<FollowUp>

/** Adds the follow-up rows of posts that went live, for those publications that need one. */
export const openFollowUps = async (tx: Tx, followUps: readonly NewFollowUp[]): Promise<void> => {
  if (followUps.length === 0) return
  await tx
    .insertInto('publication_follow_ups')
    .values([...followUps])
    .onConflict(conflict =>
      conflict.column('publication_id').doUpdateSet(eb => ({
        run_at: eb.ref('excluded.run_at'),
        since: eb.ref('excluded.since'),
        comment: eb.ref('excluded.comment'),
      })),
    )
    .execute()
}

/** Lock the publication before it, as everywhere. */
export const lockFollowUp = (tx: Tx, publicationId: number): Promise<FollowUp | undefined> =>
  tx
    .selectFrom('publication_follow_ups')
    .selectAll()
    .where('publication_id', '=', publicationId)
    .forUpdate()
    .executeTakeFirst()
