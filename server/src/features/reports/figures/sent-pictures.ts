import type { ReportContent } from '#domain/reports/model.ts'
import type { Reader, Tx } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'
import { mediaPath, type Storage } from '#server/platform/storage/storage.ts'
import { findPreviewed, readPictures } from './read-pictures.ts'

type Report = Pick<Row<'reports'>, 'id' | 'project_id' | 'content'>

/** Keeps the pictures that the report has at its sending: files are deleted and replaced later. */
export const keepPictures = async (
  tx: Tx,
  storage: Storage,
  { id, project_id }: Report,
  posts: ReportContent['posts'],
): Promise<void> => {
  const pictures = await readPictures(tx, storage, posts)
  const rows = [...pictures].map(([post_social_id, jpeg]) => ({
    report_id: id,
    project_id,
    post_social_id,
    jpeg: Buffer.from(jpeg),
  }))
  if (rows.length > 0) await tx.insertInto('report_pictures').values(rows).execute()
}

/** The pictures of a sent report as they were, of a draft as they are. */
export const picturesOf = async (
  db: Reader,
  storage: Storage,
  report: Report,
  posts: ReportContent['posts'],
): Promise<ReadonlyMap<number, Uint8Array>> => {
  // Reports that were sent before pictures were kept have no look either.
  if (report.content?.look === undefined) return readPictures(db, storage, posts)
  const rows = await db
    .selectFrom('report_pictures')
    .select(['post_social_id', 'jpeg'])
    .where('report_id', '=', report.id)
    .execute()
  return new Map(rows.map(({ post_social_id, jpeg }) => [post_social_id, new Uint8Array(jpeg)]))
}

type Addressed = { readonly post_social_id: number; readonly src: string }

/** The same for a page. Pictures of a draft stay where they are: people who write reports may read the files. */
export const pictureAddresses = async (
  db: Reader,
  storage: Storage,
  report: Report,
  posts: ReportContent['posts'],
): Promise<Addressed[]> => {
  if (report.content === null) {
    const ids = posts.map(({ post_social_id }) => post_social_id)
    const keys = await findPreviewed(db, ids)
    return [...keys].map(([post_social_id, key]) => ({ post_social_id, src: mediaPath(key, 'small') }))
  }
  const pictures = await picturesOf(db, storage, report, posts)
  return [...pictures].map(([post_social_id, jpeg]) => ({
    post_social_id,
    src: `data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}`,
  }))
}
