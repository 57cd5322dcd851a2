import type { Tx } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'

export type Held = { readonly publication: Row<'publications'>; readonly social: Row<'post_socials'> }

/** Holds the post social and then its publication: in this order everywhere, so that nobody waits in a circle. */
export const holdBoth = async (tx: Tx, publicationId: number): Promise<Held> => {
  const { post_social_id } = await tx
    .selectFrom('publications')
    .select('post_social_id')
    .where('id', '=', publicationId)
    .executeTakeFirstOrThrow()
  const social = await tx
    .selectFrom('post_socials')
    .selectAll()
    .where('id', '=', post_social_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const publication = await tx
    .selectFrom('publications')
    .selectAll()
    .where('id', '=', publicationId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { publication, social }
}
