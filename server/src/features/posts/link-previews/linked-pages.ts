import { sql } from 'kysely'
import { takesLinkWords } from '#domain/networks/link-words.ts'
import type { StoredLinkedPage } from '#domain/posts/content.ts'
import { linkOfCard } from '#domain/posts/link-cards.ts'
import type { LinkedPage } from '#domain/posts/model.ts'
import { unsentStatuses } from '#domain/posts/status.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'
import { pictureUrl } from '#server/platform/storage/storage.ts'
import type { LockedSocial } from '../locks.ts'
import { previewAddress } from './link-previews.ts'

/**
 * Freezes what is known now of the pages that these versions link to: they are being sent, and from here on their cards are made of
 * nothing else (decision 41). Call it before their digests are read. @returns the versions as they are now, in the same order
 */
export const freezeLinkedPages = (tx: Tx, socials: readonly LockedSocial[]): Promise<LockedSocial[]> =>
  freeze(tx, socials, () => true)

/** The same for versions that were sent before and have been edited: only where the link is another than the frozen one. */
export const freezeNewLinks = (tx: Tx, socials: readonly LockedSocial[]): Promise<LockedSocial[]> =>
  freeze(tx, socials, ({ link, linked_page }) => link !== (linked_page?.url ?? null))

type Linking = Awaited<ReturnType<typeof readLinks>>[number]

const freeze = async (
  tx: Tx,
  socials: readonly LockedSocial[],
  isDue: (version: Linking) => boolean,
): Promise<LockedSocial[]> => {
  const taking = socials.filter(({ social_network }) => takesLinkWords(social_network))
  if (taking.length === 0) return [...socials]
  const due = (await readLinks(tx, idsOf(taking))).filter(isDue)
  const pages = await lockKnownPages(tx, due)
  const present = new Map<number, LockedSocial>()
  for (const { id, link, project_id } of due) {
    const linked: StoredLinkedPage | null =
      link === null ? null : { url: link, page: pages.get(`${project_id} ${previewAddress(link)}`) ?? null }
    const row = await store(tx, id, linked)
    if (row) present.set(id, row)
  }
  return socials.map(social => present.get(social.id) ?? social)
}

const idsOf = (socials: readonly LockedSocial[]): number[] => socials.map(({ id }) => id)

/** These versions with the address that their card leads to. */
const readLinks = async (tx: Tx, ids: readonly number[]) => {
  const rows = await tx
    .selectFrom('post_socials')
    .select(['id', 'project_id', 'type', 'message', 'linked_page'])
    .where('id', 'in', ids)
    .execute()
  const attached = await tx
    .selectFrom('attachments')
    .select(['post_social_id', 'extra_fields'])
    .where('post_social_id', 'in', ids)
    .where('description', '=', 'link')
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(({ id, project_id, type, message, linked_page }) => {
    const own = attached.find(({ post_social_id }) => post_social_id === id)
    return { id, project_id, linked_page, link: linkOfCard(type, own?.extra_fields.link, message) }
  })
}

/**
 * What is known of these pages, by project and address, without those that were never read. Locked, so that a page that is being read
 * again finds its former picture in use.
 */
const lockKnownPages = async (
  tx: Tx,
  versions: readonly Linking[],
): Promise<Map<string, StoredLinkedPage['page']>> => {
  const addresses = versions.flatMap(({ link }) => (link === null ? [] : (previewAddress(link) ?? [])))
  if (addresses.length === 0) return new Map()
  const rows = await tx
    .selectFrom('link_previews')
    .select(['project_id', 'url', 'title', 'description', 'picture_key', 'has_tags', 'problem'])
    .where(
      'project_id',
      'in',
      versions.map(({ project_id }) => project_id),
    )
    .where('url', 'in', addresses)
    .orderBy('project_id')
    .orderBy('url')
    .forShare()
    .execute()
  const read = rows.filter(({ problem, title }) => problem === null || title !== '')
  return new Map(
    read.map(({ project_id, url, problem: _, ...page }) => [`${project_id} ${url}`, page] as const),
  )
}

/** Another card is another version: people who looked at the former one have not seen it. Undefined: it is the same card. */
const store = (tx: Tx, id: number, linked: StoredLinkedPage | null): Promise<LockedSocial | undefined> => {
  const value = sql<string>`${linked && JSON.stringify(linked)}::jsonb`
  return tx
    .updateTable('post_socials')
    .set(eb => ({ linked_page: value, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('linked_page', 'is distinct from', value as never)
    .returningAll()
    .executeTakeFirst()
}

/** The frozen page in its wire format; null for a version that is not sent, whose card still follows the page. */
export const linkedPageOf = (
  { status, linked_page: linked }: Pick<Row<'post_socials'>, 'status' | 'linked_page'>,
  publicUrl: string,
): LinkedPage | null => {
  if (linked === null || unsentStatuses.includes(status)) return null
  if (linked.page === null) return { url: linked.url, page: null }
  const { picture_key, ...words } = linked.page
  return { url: linked.url, page: { ...words, picture: pictureUrl(publicUrl, picture_key, 'original') } }
}
