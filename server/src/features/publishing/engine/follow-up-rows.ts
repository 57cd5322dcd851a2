import { firstCommentLifecycle } from '#domain/posts/status.ts'
import { followUpCommentLifecycle } from '#domain/publishing/status.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { move } from '#server/platform/db/move.ts'
import type { Row } from '#server/platform/db/schema.ts'
import { emitOfPostSocial } from '#server/platform/events/emit.ts'
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

/** Gives up the first comments of a post's live versions that are certainly not there yet. @returns how many */
export const giveUpComments = async (
  tx: Tx,
  { postId, response, personId }: { postId: number; response: string; personId: number },
): Promise<number> => {
  const pending = await tx
    .selectFrom('publications')
    .innerJoin('publication_follow_ups as f', 'f.publication_id', 'publications.id')
    .innerJoin('post_socials', 'post_socials.id', 'publications.post_social_id')
    .selectAll('post_socials')
    .select('publications.id as publication_id')
    .where('post_socials.post_id', '=', postId)
    .where('publications.status', '=', 'live')
    .where('f.comment', '=', 'pending')
    .where('f.comment_sent_at', 'is', null)
    .forUpdate(['publications', 'f'])
    .execute()
  for (const { publication_id, ...social } of pending) {
    await move(tx, followUpCommentLifecycle, publication_id, 'given_up', { comment_response: response })
    await move(tx, firstCommentLifecycle, social.id, 'given_up', { first_comment_response: response })
    await emitOfPostSocial(tx, 'post_social.first_comment_failed', social, personId)
  }
  return pending.length
}
