import type pg from 'pg'
import type { Storage, StoredFile } from '#server/platform/storage/storage.ts'

/** Where rows name stored files: by the part of the key before the size, or by all of it. A purged file that is still there is left over. */
const REFERENCED = `
  select storage_key as key from medias where purged_at is null
  union all select logo_key from agencies
  union all select logo_key from projects
  union all select avatar_key from users
  union all select picture_key from link_previews
  union all select linked_page -> 'page' ->> 'picture_key' from post_socials
  union all select pictures_key from imports
  union all select storage_key from project_archives
  union all select result_key from media_conversions
  union all select hosted.value from publications u, jsonb_each_text(u.prepared) hosted
    where u.status not in ('failed', 'cancelled')`

const AT_ONCE = 1_000

const folderOf = ({ key }: StoredFile): string => key.slice(0, Math.max(0, key.lastIndexOf('/')))

/** Of these files those that `named` does not have. */
const without = async (
  client: pg.ClientBase,
  named: string,
  files: readonly StoredFile[],
): Promise<StoredFile[]> => {
  const keys = files.flatMap(file => [file.key, folderOf(file)])
  const { rows } = await client.query<{ key: string }>(`select key from ${named} where key = any($1)`, [keys])
  const found = new Set(rows.map(({ key }) => key))
  return files.filter(file => !found.has(file.key) && !found.has(folderOf(file)))
}

async function* inGroups(files: AsyncIterable<StoredFile>): AsyncGenerator<StoredFile[]> {
  let group: StoredFile[] = []
  for await (const file of files) {
    group.push(file)
    if (group.length < AT_ONCE) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}

/**
 * Stored files that no row refers to, such as what an interrupted upload has left. Whatever seems to be one is asked about again once all
 * are listed, because a file is stored a moment before its row is written. The client's session gets a temporary table.
 */
export const findUnreferenced = async (client: pg.ClientBase, storage: Storage): Promise<StoredFile[]> => {
  await client.query(
    `create temp table referenced on commit preserve rows as select distinct key from (${REFERENCED}) named where key is not null`,
  )
  await client.query('create index on referenced (key)')
  const found: StoredFile[] = []
  for await (const group of inGroups(storage.list()))
    found.push(...(await without(client, 'pg_temp.referenced', group)))
  await client.query('drop table referenced')
  return found.length === 0 ? [] : without(client, `(${REFERENCED}) named`, found)
}
