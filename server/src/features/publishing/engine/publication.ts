import type { Tx } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'

export type Publication = Row<'publications'>

/** A step of it belongs to the trace that opened it, in whatever process. */
export const spanOf = ({ id, post_social_id, social_network, attempts, trace_parent }: Publication) => ({
  kind: 'CONSUMER' as const,
  parent: trace_parent,
  attributes: {
    'galley.publication': id,
    'galley.post_social': post_social_id,
    'galley.network': social_network,
    'galley.attempts': attempts,
  },
})

/** Another worker has taken over the publication: the one that gets this stops and writes nothing more. */
export class LeaseLost extends Error {}

export type LockedPublication = {
  readonly publication: Row<'publications'>
  readonly social: Row<'post_socials'>
}

/** Locks the post social and then its publication: in this order everywhere, so that transactions never deadlock. */
export const lockPublication = async (tx: Tx, publicationId: number): Promise<LockedPublication> => {
  const locked = (await lockPublications(tx, [publicationId], 'wait')).get(publicationId)
  if (!locked) throw new Error(`no publication ${publicationId}`)
  return locked
}

/**
 * Locks many in the order of their ids; the result is by publication id. `skip`: those that another transaction has locked are left
 * out.
 */
export const lockPublications = async (
  tx: Tx,
  publicationIds: readonly number[],
  ifLocked: 'wait' | 'skip',
): Promise<Map<number, LockedPublication>> => {
  const socials = await tx
    .selectFrom('post_socials')
    .selectAll()
    .where('id', 'in', eb =>
      eb.selectFrom('publications').select('post_social_id').where('id', 'in', publicationIds),
    )
    .orderBy('id')
    .forUpdate()
    .$if(ifLocked === 'skip', query => query.skipLocked())
    .execute()
  const socialOf = new Map(socials.map(social => [social.id, social]))
  if (socials.length === 0) return new Map()
  const publications = await tx
    .selectFrom('publications')
    .selectAll()
    .where('id', 'in', publicationIds)
    .where('post_social_id', 'in', [...socialOf.keys()])
    .orderBy('id')
    .forUpdate()
    .$if(ifLocked === 'skip', query => query.skipLocked())
    .execute()
  return new Map(
    publications.flatMap(publication => {
      const social = socialOf.get(publication.post_social_id)
      return social ? [[publication.id, { publication, social }] as const] : []
    }),
  )
}
