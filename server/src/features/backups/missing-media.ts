import { Readable } from 'node:stream'
import type pg from 'pg'
import { type Storage, sizeKey } from '#server/platform/storage/storage.ts'
import { MISSING } from './manifest.ts'
import { type OpenBackup, readLines } from './parts.ts'

/** A file that posts or people use and storage does not have, by its key. */
export type MissingFile = { readonly key: string }

/** What rows need, without what was deleted for good. */
const NEEDED = `
  select storage_key as key from medias where purged_at is null
    and (deleted_at is null or (deleted_by is not null and left_bin_at is null))
  union all select logo_key from agencies where logo_key is not null
  union all select logo_key from projects where logo_key is not null
  union all select avatar_key from users where avatar_key is not null`

const AT_ONCE = 1000

/** Keys of files that rows need, some at a time. */
async function* listNeeded(client: pg.ClientBase): AsyncGenerator<string> {
  for (let after = ''; ; ) {
    const { rows } = await client.query<{ key: string }>(
      `select key from (${NEEDED}) needed where key collate "C" > $1 order by key collate "C" limit $2`,
      [after, AT_ONCE],
    )
    for (const { key } of rows) {
      yield key
      after = key
    }
    if (rows.length < AT_ONCE) return
  }
}

/** Whether rows still need it: what was deleted in the meantime is not missing. */
const isNeeded = async (client: pg.ClientBase, key: string): Promise<boolean> =>
  (await client.query(`select from (${NEEDED}) needed where key = $1`, [key])).rows.length > 0

const ORIGINAL = '/original'

/** What a copied file is the original of; null: it is a preview, which can be made again. */
export const originalOf = (key: string): string | null =>
  key.endsWith(ORIGINAL) ? key.slice(0, -ORIGINAL.length) : null

/** After the copying: what rows need, was not copied, and is not in storage. `copied`: keys without their size. */
export async function* findMissingMedia(
  client: pg.ClientBase,
  storage: Storage,
  copied: ReadonlySet<string>,
): AsyncGenerator<MissingFile> {
  for await (const key of listNeeded(client)) {
    if (copied.has(key)) continue
    const found = await storage.open(sizeKey(key, 'original'))
    found?.stream.destroy()
    if (!found && (await isNeeded(client, key))) yield { key: sizeKey(key, 'original') }
  }
}

/** What the installation itself did not have any more when the backup was made. */
export const readMissing = async (backup: OpenBackup): Promise<string[]> => {
  if (!backup.manifest.parts[MISSING]) return []
  const lines = await Readable.from(readLines<MissingFile>(backup, MISSING)).toArray()
  return lines.map(({ key }: MissingFile) => key)
}
