import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import type { Config } from '#server/config.ts'
import type { Db, Reader } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'
import {
  type FetchRefusal,
  makePublicFetch,
  type PublicFetch,
} from '#server/platform/http/outgoing-requests/public-fetch.ts'
import type { Services } from '#server/platform/http/route.ts'
import { oncePer } from '#server/platform/jobs/batches.ts'
import { isDamagedPicture } from '#server/platform/pictures/damaged-picture.ts'
import { decodeInTurn } from '#server/platform/pictures/decode-in-turn.ts'
import { type Storage, sizeKey } from '#server/platform/storage/storage.ts'
import { readPageFacts } from './page-facts.ts'

const pages = {
  types: ['text/html', 'application/xhtml+xml'],
  maxBytes: 2_000_000,
  takesBeginning: true,
} as const
const pictures = {
  types: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'],
  maxBytes: 10_000_000,
} as const
/** The widest that a network shows. */
const SIDE_MAX = 1200
const PIXELS_MAX = 64_000_000
const LONGEST_URL = 2048

export type LinkPreviewRow = Row<'link_previews'>

/** Fetches what people name: public addresses, and the sandbox's pages where the sandbox runs. */
export const publicFetchOf: (config: Config) => PublicFetch = oncePer(({ sandbox, sandboxUrl }: Config) =>
  makePublicFetch({ allowed: sandbox ? [`${sandboxUrl}/pages/`] : [] }),
)

/** The form of an address under which its preview is stored, without what only the browser uses; null if it has none. */
export const previewAddress = (link: string): string | null => {
  if (!URL.canParse(link)) return null
  const url = new URL(link)
  url.hash = ''
  return url.href.length <= LONGEST_URL && /^https?:/.test(url.protocol) ? url.href : null
}

/** What is known of these addresses in the project. */
export const listLinkPreviews = (
  db: Db,
  projectId: number,
  urls: readonly string[],
): Promise<LinkPreviewRow[]> =>
  db
    .selectFrom('link_previews')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('url', 'in', urls)
    .execute()

/**
 * The same text whatever keeps a site from answering: somebody who names a machine of a private network must not learn from it whether that
 * exists, answers or is refused (decision 50).
 */
const unread =
  'This page could not be read. Check the address, and that the page is public. Its card may look different when the post is published.'

/** Notes that the page was shown, at most once a day. */
export const recordUse = async (
  db: Db,
  { project_id, url, used_at }: LinkPreviewRow,
  now: Date,
): Promise<void> => {
  if (now.getTime() - used_at.getTime() < 24 * 60 * 60_000) return
  await db
    .updateTable('link_previews')
    .set({ used_at: now })
    .where('project_id', '=', project_id)
    .where('url', '=', url)
    .execute()
}

/** Why a page could not be read, for people. The others come only from a public site that has answered. */
const problems: Readonly<Record<FetchRefusal, string>> = {
  address_refused: unread,
  host_not_found: unread,
  unreachable: unread,
  too_slow: unread,
  too_large: 'The page is too large for a preview.',
  wrong_type: 'The address leads to a file, not to a page, so it has no card of its own.',
  http_error: 'The website answered with an error. Check that the page is public.',
  too_many_redirects: unread,
}

const underWay = oncePer((_db: Db) => new Map<string, Promise<LinkPreviewRow>>())

type Reading = {
  readonly projectId: number
  readonly url: string
  /** For whom it is read. */
  readonly personId: number
  /** What was known when they asked. */
  readonly known: LinkPreviewRow | undefined
}

/** Reads the page and stores what it says about itself. The same address is read once at a time. */
export const readLinkPreview = (
  services: Pick<Services, 'db' | 'config' | 'storage' | 'clock'>,
  request: Reading,
): Promise<LinkPreviewRow> => {
  const reading = underWay(services.db)
  const key = `${request.projectId} ${request.url}`
  const found = reading.get(key)
  if (found) return found
  const begun = readAndStore(services, request).finally(() => reading.delete(key))
  reading.set(key, begun)
  return begun
}

const readAndStore = async (
  { db, config, storage, clock }: Pick<Services, 'db' | 'config' | 'storage' | 'clock'>,
  { projectId, url, personId, known }: Reading,
): Promise<LinkPreviewRow> => {
  const [newer] = await listLinkPreviews(db, projectId, [url])
  // It was read for somebody else since they asked.
  if (newer && newer.read_at.getTime() !== known?.read_at.getTime()) return newer
  const fetchPublic = publicFetchOf(config)
  const page = await fetchPublic(url, pages, String(personId))
  const read_at = clock.now()
  if (page.kind === 'refused')
    return store(db, {
      project_id: projectId,
      url,
      read_at,
      used_at: read_at,
      problem: problems[page.reason],
    })
  const { title, description, picture, hasTags } = readPageFacts(page)
  const fetched = picture === null ? null : await fetchPublic(picture, pictures, String(personId))
  const picture_key = fetched?.kind === 'fetched' ? await storePicture(storage, fetched.bytes) : null
  const [before] = await listLinkPreviews(db, projectId, [url])
  const row = await store(db, {
    project_id: projectId,
    url,
    read_at,
    used_at: read_at,
    problem: null,
    title,
    description,
    picture_key,
    has_tags: hasTags,
  })
  const former = before?.picture_key ?? null
  if (former !== null && (await findProjectOfSentPicture(db, former)) === undefined)
    await storage.remove(sizeKey(former, 'original'))
  return row
}

type NewRow = Pick<LinkPreviewRow, 'project_id' | 'url' | 'problem' | 'read_at' | 'used_at'> &
  Partial<LinkPreviewRow>

/** A page that can no longer be read keeps what it said last. */
const store = (db: Db, row: NewRow): Promise<LinkPreviewRow> =>
  db
    .insertInto('link_previews')
    .values({ title: '', description: '', picture_key: null, has_tags: false, ...row })
    .onConflict(conflict => conflict.columns(['project_id', 'url']).doUpdateSet(row))
    .returningAll()
    .executeTakeFirstOrThrow()

/** The project of a version that was sent with this picture; undefined: none was. */
export const findProjectOfSentPicture = async (
  db: Reader,
  storageKey: string,
): Promise<number | undefined> => {
  const found = await db
    .selectFrom('post_socials')
    .select('project_id')
    .where(sql<string>`linked_page -> 'page' ->> 'picture_key'`, '=', storageKey)
    .limit(1)
    .executeTakeFirst()
  return found?.project_id
}

/** Stores a page's picture as a JPEG under a new key; null if it is none that can be shown. */
const storePicture = async (storage: Storage, bytes: Buffer): Promise<string | null> => {
  const jpeg = await decodeInTurn(() => toJpeg(bytes))
  if (!jpeg) return null
  const key = randomBytes(16).toString('hex')
  await storage.put(sizeKey(key, 'original'), { bytes: jpeg }, 'image/jpeg')
  return key
}

/** The formats that are decoded, by their first bytes: whatever the header says, nothing else reaches the decoder. */
const isKnown = (bytes: Buffer): boolean =>
  /^(ffd8ff|89504e470d0a1a0a|474946383[79]61|52494646.{8}57454250)/.test(
    bytes.subarray(0, 12).toString('hex'),
  )

const toJpeg = async (bytes: Buffer): Promise<Buffer | null> => {
  if (!isKnown(bytes)) return null
  try {
    return await sharp(bytes, { limitInputPixels: PIXELS_MAX })
      .rotate()
      .resize(SIDE_MAX, SIDE_MAX, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 85 })
      .toBuffer()
  } catch (error) {
    if (isDamagedPicture(error)) return null
    throw error
  }
}
