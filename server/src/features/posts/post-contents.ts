import { sql } from 'kysely'
import { type KeptContent, mediaIdsOf } from '#domain/posts/kept-content.ts'
import type { Reader, Tx } from '#server/platform/db/database.ts'
import type { StoredContent } from './content.ts'

/** Keeps what versions say. A version keeps each content once, however often it said it. */
export const keepContents = async (tx: Tx, contents: readonly StoredContent[]): Promise<void> => {
  if (contents.length === 0) return
  await tx
    .insertInto('post_contents')
    .values(
      contents.map(({ postSocialId, digest, kept }) => ({
        post_social_id: postSocialId,
        digest,
        content: JSON.stringify(kept),
        media_ids: mediaIdsOf(kept),
      })),
    )
    .onConflict(conflict => conflict.columns(['post_social_id', 'digest']).doNothing())
    .execute()
}

/** Forgets what these versions said between the moments that are kept: the saves in the middle of an edit. */
export const forgetContents = async (tx: Tx, postSocialIds: readonly number[]): Promise<void> => {
  if (postSocialIds.length === 0) return
  await sql`
    delete from post_contents c
    where c.post_social_id = any(${postSocialIds})
      and not exists (
        select 1 from post_edit_versions v
        where v.post_social_id = c.post_social_id and c.digest in (v.digest_before, v.digest_after))
      and not exists (
        select 1 from approval_action_contents a
        where a.post_social_id = c.post_social_id and a.digest = c.digest)
      and not exists (
        select 1 from marks m where m.post_social_id = c.post_social_id and m.content_digest = c.digest)`.execute(
    tx,
  )
}

/** Kept contents, by post social and digest; what was forgotten is left out. */
export const readKeptContents = async (
  db: Reader,
  named: readonly { readonly postSocialId: number; readonly digest: string }[],
): Promise<(postSocialId: number, digest: string) => KeptContent | undefined> => {
  const rows =
    named.length === 0
      ? []
      : await db
          .selectFrom('post_contents')
          .select(['post_social_id', 'digest', 'content'])
          .where(
            'post_social_id',
            'in',
            named.map(({ postSocialId }) => postSocialId),
          )
          .where(
            'digest',
            'in',
            named.map(({ digest }) => digest),
          )
          .execute()
  return (id, digest) => rows.find(row => row.post_social_id === id && row.digest === digest)?.content
}
