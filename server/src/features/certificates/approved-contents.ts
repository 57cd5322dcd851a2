import type { CertifiedContent, CertifiedFile } from '#domain/certificates/model.ts'
import { canonicalContent } from '#domain/posts/content.ts'
import { contentOfKept, type KeptContent } from '#domain/posts/kept-content.ts'
import { readStoredContents } from '#server/features/posts/content.ts'
import { readKeptContents } from '#server/features/posts/post-contents.ts'
import type { Reader } from '#server/platform/db/database.ts'

type Approved = {
  readonly content: CertifiedContent
  /** Its files that have previews, in order: `file` is their place among all of them. */
  readonly previews: readonly { readonly file: number; readonly key: string }[]
}

/** What each version is approved to say, by version. */
export type ApprovedContents = ReadonlyMap<number, Approved>

/** The contents that these versions are cleared with: what an approval is bound to, and nothing that was changed since. */
export const readApprovedContents = async (db: Reader, ids: readonly number[]): Promise<ApprovedContents> => {
  const cleared = await db
    .selectFrom('post_socials')
    .select(['id', 'cleared_digest'])
    .where('id', 'in', ids)
    .where('cleared_digest', 'is not', null)
    .execute()
  const named = cleared.flatMap(({ id, cleared_digest: digest }) =>
    digest === null ? [] : [{ postSocialId: id, digest }],
  )
  if (named.length === 0) return new Map()
  const present = await readStoredContents(
    db,
    named.map(({ postSocialId }) => postSocialId),
  )
  const kept = await readKeptContents(db, named)
  const found = named.flatMap(({ postSocialId: id, digest }) => {
    const current = present.get(id)
    const content = current?.digest === digest ? current.kept : kept(id, digest)
    return content ? [{ id, digest, content }] : []
  })
  const files = await readFiles(
    db,
    found.map(({ content }) => content),
  )
  return new Map(found.map(({ id, digest, content }) => [id, toApproved(digest, content, files)]))
}

type FileRow = {
  readonly id: number
  readonly storage_key: string
  readonly original_name: string
  readonly object_type: string
  readonly has_previews: boolean
  readonly is_deleted: boolean
}
type Files = ReadonlyMap<number, FileRow>

const readFiles = async (db: Reader, contents: readonly KeptContent[]): Promise<Files> => {
  const ids = contents.flatMap(({ attachments }) =>
    attachments.flatMap(({ media_id, thumbnail_media_id }) =>
      [media_id, thumbnail_media_id].filter(id => id !== null),
    ),
  )
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('medias')
    .select(['id', 'storage_key', 'original_name', 'object_type', 'has_previews', 'deleted_at'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map(({ deleted_at, ...row }) => [row.id, { ...row, is_deleted: deleted_at !== null }]))
}

const toApproved = (digest: string, kept: KeptContent, files: Files): Approved => ({
  content: {
    digest,
    canonical: canonicalContent(contentOfKept(kept)),
    message: kept.message,
    first_comment: kept.first_comment,
    files: kept.attachments.map(each => toFile(each, files)),
  },
  previews: kept.attachments.flatMap(({ media_id, thumbnail_media_id }, file) => {
    const shown = [thumbnail_media_id, media_id]
      .flatMap(id => (id === null ? [] : (files.get(id) ?? [])))
      .find(({ has_previews, is_deleted }) => has_previews && !is_deleted)
    return shown ? [{ file, key: shown.storage_key }] : []
  }),
})

const toFile = (attachment: KeptContent['attachments'][number], files: Files): CertifiedFile => {
  const file = attachment.media_id === null ? undefined : files.get(attachment.media_id)
  return {
    sha256: attachment.sha256,
    name: file?.original_name ?? '',
    kind: file?.object_type ?? attachment.description,
    alt_text: attachment.extra_fields.alt_text ?? '',
  }
}
