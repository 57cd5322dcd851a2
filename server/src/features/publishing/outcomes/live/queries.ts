import type { SocialNetwork } from '#domain/networks/model.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { holdName, tryHoldNames } from '#server/platform/db/locks.ts'
import type { Row } from '#server/platform/db/schema.ts'

type Publication = Row<'publications'>

const nameOf = (network: SocialNetwork, externalId: string): string => `${network}/${externalId}`

/**
 * Whether this post of the network is another publication's: two must never be live as the same post. Holds the post until the transaction
 * ends, so that nobody else takes it meanwhile.
 */
export const isTaken = async (tx: Tx, row: Publication, externalId: string | null): Promise<boolean> => {
  if (externalId === null) return false
  await holdName(tx, nameOf(row.social_network, externalId))
  const other = await tx
    .selectFrom('publications')
    .select('id')
    .where('social_network', '=', row.social_network)
    .where('external_id', '=', externalId)
    .where('id', '<>', row.id)
    .executeTakeFirst()
  return other !== undefined
}

type Named = { readonly publication: Publication; readonly live: { readonly externalId: string | null } }

/** Those of many whose posts nobody else has, held likewise; what somebody holds in this moment is left out. */
export const findFree = async <T extends Named>(tx: Tx, answers: readonly T[]): Promise<T[]> => {
  const named = new Map<string, T>()
  for (const answer of answers) {
    const { publication, live } = answer
    if (live.externalId !== null) named.set(nameOf(publication.social_network, live.externalId), answer)
  }
  if (named.size === 0) return [...answers]
  const held = await tryHoldNames(tx, [...named.keys()])
  const taken = await tx
    .selectFrom('publications')
    .select(['social_network', 'external_id'])
    .where(
      'external_id',
      'in',
      answers.flatMap(({ live }) => live.externalId ?? []),
    )
    .where('social_network', 'in', [...new Set(answers.map(({ publication }) => publication.social_network))])
    .execute()
  for (const { social_network, external_id } of taken)
    if (external_id !== null) held.delete(nameOf(social_network, external_id))
  return answers.filter(answer => {
    const { publication, live } = answer
    if (live.externalId === null) return true
    const name = nameOf(publication.social_network, live.externalId)
    return held.has(name) && named.get(name) === answer
  })
}
