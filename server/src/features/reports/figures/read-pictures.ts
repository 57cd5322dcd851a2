import pLimit from 'p-limit'
import sharp, { type ResizeOptions } from 'sharp'
import type { ReportContent } from '#domain/reports/model.ts'
import { selectOutgoing } from '#server/features/posts/attachments.ts'
import type { Reader } from '#server/platform/db/database.ts'
import { isDamagedPicture } from '#server/platform/pictures/damaged-picture.ts'
import { type Storage, StoredFileMissing, sizeKey } from '#server/platform/storage/storage.ts'

type Post = Pick<ReportContent['posts'][number], 'post_social_id' | 'rank'>

/** Pixels on a side: 34 points of a table, and 92 points of the best and the weakest post, at some 220 dots per inch. */
const SIDE = 104
const RANKED_SIDE = 288
/** A preview of 320 pixels takes 0.3 MB when it is decoded. */
const atOnce = 4

/** A square picture of each of these posts that has one, by the id of its version. Made of previews, never of the whole files. */
export const readPictures = async (
  db: Reader,
  storage: Storage,
  posts: readonly Post[],
): Promise<ReadonlyMap<number, Uint8Array>> => {
  const ids = posts.map(post => post.post_social_id)
  const keys = [...(await findPreviewed(db, ids))].map(([id, key]) => [id, sizeKey(key, 'small')] as const)
  return drawPictures(storage, posts, new Map(keys))
}

/** The pictures of those posts that have a preview under one of these keys. */
export const drawPictures = async (
  storage: Pick<Storage, 'read'>,
  posts: readonly Post[],
  keys: ReadonlyMap<number, string>,
): Promise<ReadonlyMap<number, Uint8Array>> => {
  const limit = pLimit(atOnce)
  const drawn = await Promise.all(
    posts.map(({ post_social_id: id, rank }) =>
      limit(async () => {
        const key = keys.get(id)
        const picture = key === undefined ? null : await drawSquare(storage, key, rank ? RANKED_SIDE : SIDE)
        return picture ? ([[id, picture]] as const) : []
      }),
    ),
  )
  return new Map(drawn.flat())
}

/** The key of the first attachment that has previews, by version; a thumbnail that was chosen comes first. */
export const findPreviewed = async (
  db: Reader,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> => {
  const found = new Map<number, string>()
  if (ids.length === 0) return found
  const rows = await selectOutgoing(db, ids)
    .select(['a.post_social_id', 'm.storage_key as file', 'm.has_previews as has_file'])
    .select(['t.storage_key as thumbnail', 't.has_previews as has_thumbnail'])
    .execute()
  for (const { post_social_id: id, file, has_file, thumbnail, has_thumbnail } of rows) {
    const key = has_thumbnail ? thumbnail : has_file ? file : null
    if (key !== null && !found.has(id)) found.set(id, key)
  }
  return found
}

/** Null: the file is gone or cannot be read, and the report has no picture there. */
export const drawSquare = (
  storage: Pick<Storage, 'read'>,
  key: string,
  side: number,
): Promise<Uint8Array | null> => drawForPaper(storage, key, { width: side, height: side, fit: 'cover' })

/** The same in a size in pixels. */
export const drawForPaper = async (
  storage: Pick<Storage, 'read'>,
  key: string,
  size: ResizeOptions,
): Promise<Uint8Array | null> => {
  try {
    return await sharp(await storage.read(key))
      .resize(size)
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 82 })
      .toBuffer()
  } catch (error) {
    if (error instanceof StoredFileMissing || isDamagedPicture(error)) return null
    throw error
  }
}
