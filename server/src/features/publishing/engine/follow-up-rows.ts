import type { Tx } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'
import type { Publication } from './publication.ts'

/** What is still to do for a live post, and how its first comment stands. A post that nothing follows has no row. */
export type FollowUp = Row<'publication_follow_ups'>

/** A live publication that is followed up. The lease of the publication covers both. */
export type FollowedPublication = Publication & { readonly followUp: FollowUp }

type NewFollowUp = Pick<FollowUp, 'publication_id' | 'run_at' | 'since' | 'comment'> & Partial<FollowUp>

/** Opens what follows posts that went live, for each publication that something follows. */
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

/** Lock the publication first, as everywhere. */
export const lockFollowUp = (tx: Tx, publicationId: number): Promise<FollowUp | undefined> =>
  tx
    .selectFrom('publication_follow_ups')
    .selectAll()
    .where('publication_id', '=', publicationId)
    .forUpdate()
    .executeTakeFirst()
