import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { plainLines } from '#domain/kernel/text.ts'
import { linkStyles } from '#domain/networks/link-words.ts'
import { linkOfCard } from '#domain/posts/link-cards.ts'
import { selectOutgoing } from '#server/features/posts/attachments.ts'
import { listLinkPreviews, previewAddress } from '#server/features/posts/link-previews/link-previews.ts'
import type {
  LinkCard,
  Picture,
  PostContent,
  PostMedia,
  PublishTask,
} from '#server/networks/network-adapter.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'
import type { Services } from '#server/platform/http/route.ts'
import { batched, oncePer } from '#server/platform/jobs/batches.ts'
import { signedUrlOf } from '#server/platform/storage/signed-url.ts'
import { StoredFileMissing, sizeKey } from '#server/platform/storage/storage.ts'

type Files = Pick<Services, 'storage' | 'config' | 'clock'>

/** The content of a post social to publish, as it is now; `savePrepared` stores the pictures derived for it. */
export const readPostContent = async (
  services: Files & Pick<Services, 'db'>,
  postSocialId: number,
  savePrepared: PublishTask['savePrepared'],
): Promise<PostContent> => {
  const { social, rows } = await readContent(services.db)(postSocialId)
  if (!social) throw new Error(`no post social ${postSocialId}`)
  const of = (description: AttachmentRow['description']) =>
    rows.filter(row => row.description === description)
  return {
    type: social.type,
    message: plainLines(social.message),
    mentions: social.extra_fields.mentions ?? [],
    firstComment: plainLines(social.first_comment),
    link: await linkOf(services, social, of('link')[0]),
    cards: of('child-link').map(row => cardOf(services, row)),
    media: of('media').flatMap(row => mediaOf(services, row, savePrepared)),
  }
}

/** Batched: one read for all that are requested at the same moment. */
const readContent = oncePer((db: Db) =>
  batched(
    async (ids: readonly number[]) => {
      const socials = await db
        .selectFrom('post_socials')
        .select('linked_page')
        .select(['id', 'project_id', 'social_network', 'type', 'message', 'first_comment', 'extra_fields'])
        .where('id', 'in', ids)
        .execute()
      const rows = await readAttachments(db, ids)
      return ids.map(id => ({
        social: socials.find(social => social.id === id),
        rows: rows.filter(row => row.post_social_id === id),
      }))
    },
    { size: 100, atOnce: 2 },
  ),
)

const readAttachments = (db: Db, postSocialIds: readonly number[]) =>
  selectOutgoing(db, postSocialIds)
    .select(['a.post_social_id', 'a.description', 'a.extra_fields'])
    .select(['m.storage_key', 'm.object_type', 'm.content_type', 'm.file_size'])
    .select(['m.width', 'm.height', 'm.duration_seconds'])
    .select(['t.storage_key as thumbnail_key', 't.content_type as thumbnail_type'])
    .execute()

type AttachmentRow = Awaited<ReturnType<typeof readAttachments>>[number]

type Linked = Pick<Row<'post_socials'>, 'type' | 'message' | 'project_id' | 'social_network' | 'linked_page'>

/** A link post without a link of its own takes the first one in its text (docs/product/posts.md "Links"). */
const linkOf = async (
  services: Files & Pick<Services, 'db'>,
  social: Linked,
  row: AttachmentRow | undefined,
): Promise<LinkCard | null> => {
  if (social.type !== 'link' && social.type !== 'link_carousel') return null
  const fields = row?.extra_fields
  const url = linkOfCard(social.type, fields?.link, social.message)
  if (!url) return null
  const own: LinkCard = {
    url,
    title: fields?.title ?? fields?.name ?? '',
    description: fields?.description ?? '',
    picture: row ? cardPicture(services, row) : null,
  }
  return linkStyles[social.social_network].takesWords ? completeCard(services, social, own) : own
}

/** What was not written for the card comes from the page, as it was approved: this network does not read the page. */
const completeCard = async (
  services: Files & Pick<Services, 'db'>,
  { linked_page: linked, project_id }: Linked,
  own: LinkCard,
): Promise<LinkCard> => {
  const readPage = () => findKnownPage(services.db, project_id, own.url)
  const page = linked ? linked.page : await readPage()
  if (!page) return own
  const presentPicture = async () =>
    (await pagePicture(services, page.picture_key)) ??
    // The page may have been read again in this moment, which replaces its picture.
    pagePicture(services, (await readPage())?.picture_key ?? null)
  // A frozen picture is never replaced: without it, something would go out that nobody has approved.
  const picture = linked ? pictureOf(services, page.picture_key, 'image/jpeg') : await presentPicture()
  return {
    url: own.url,
    title: own.title || page.title,
    description: own.description || page.description,
    picture: own.picture ?? picture,
  }
}

/** For what was sent before cards were frozen (decision 41). */
const findKnownPage = async (db: Db, projectId: number, url: string) => {
  const address = previewAddress(url)
  return address === null ? undefined : (await listLinkPreviews(db, projectId, [address]))[0]
}

/** Read at once, and null if its file is gone: a post does not fail for a picture that nobody chose. */
const pagePicture = async (services: Files, key: string | null): Promise<Picture | null> => {
  const picture = pictureOf(services, key, 'image/jpeg')
  try {
    const bytes = await picture?.read()
    return picture && bytes ? { ...picture, read: async () => bytes } : null
  } catch (error) {
    if (error instanceof StoredFileMissing) return null
    throw error
  }
}

/** The picture chosen for a card, otherwise the card's own file. */
const cardPicture = (services: Files, row: AttachmentRow): Picture | null =>
  pictureOf(services, row.thumbnail_key, row.thumbnail_type) ??
  pictureOf(services, row.storage_key, row.content_type)

const cardOf = (services: Files, row: AttachmentRow): LinkCard => ({
  url: row.extra_fields.link ?? '',
  title: row.extra_fields.title ?? row.extra_fields.name ?? '',
  description: row.extra_fields.description ?? '',
  picture: cardPicture(services, row),
})

const pictureOf = (
  { storage, config, clock }: Files,
  key: string | null,
  contentType: string | null,
): Picture | null =>
  key === null
    ? null
    : {
        contentType: contentType ?? 'application/octet-stream',
        url: signedUrlOf(config, `/media/${key}/original`, clock.now()),
        read: () => storage.read(sizeKey(key, 'original')),
      }

const mediaOf = (
  services: Files,
  row: AttachmentRow,
  savePrepared: PublishTask['savePrepared'],
): PostMedia[] => {
  const { storage_key: key, object_type: kind, extra_fields: fields } = row
  const picture = pictureOf(services, key, row.content_type)
  if (key === null || kind === null || !picture) return []
  return [
    {
      ...picture,
      kind,
      bytes: row.file_size ?? 0,
      width: row.width,
      height: row.height,
      seconds: row.duration_seconds,
      altText: plainLines(fields.alt_text ?? ''),
      title: plainLines(fields.title ?? ''),
      contentTags: fields.content_tags ?? [],
      thumbnail: pictureOf(services, row.thumbnail_key, row.thumbnail_type),
      readRange: (start, end) => readRange(services, key, start, end),
      host: jpeg => host(services, jpeg, savePrepared),
    },
  ]
}

const readRange = async ({ storage }: Files, key: string, start: number, end: number): Promise<Buffer> => {
  const file = await storage.open(sizeKey(key, 'original'), { start, end: end - 1 })
  if (!file) throw new StoredFileMissing(sizeKey(key, 'original'))
  return buffer(file.stream)
}

const HOSTED = 'hosted_'

const host = async (
  { storage, config, clock }: Files,
  jpeg: Buffer,
  savePrepared: PublishTask['savePrepared'],
): Promise<string> => {
  const own = randomBytes(16).toString('hex')
  await storage.put(hostedKey(own), { bytes: jpeg }, 'image/jpeg')
  await savePrepared({ [`${HOSTED}${own}`]: own })
  return signedUrlOf(config, `/media/${own}/publish`, clock.now())
}

const hostedKey = (key: string): string => `${key}/publish`

/** The storage keys of the pictures that were derived for this publication. */
export const hostedKeys = (prepared: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(prepared).flatMap(([name, key]) =>
    name.startsWith(HOSTED) && typeof key === 'string' ? [hostedKey(key)] : [],
  )
