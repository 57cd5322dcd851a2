import { expect, it } from 'vitest'
import { withOneConnection } from '#server/platform/db/one-connection.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { sizeKey, sizes } from '#server/platform/storage/storage.ts'
import { useTestApp } from '#testing/app.ts'
import { useCast } from '#testing/people.ts'
import { buildMedia } from '#testing/posts.ts'
import { findUnreferenced } from './unreferenced-files.ts'

const kit = useTestApp({ routes: [] })
const cast = useCast(kit)
const bytes = Buffer.from('a file')
const put = (key: string) => kit.storage.put(key, { bytes }, 'image/jpeg')

const find = (storage: Storage = kit.storage) =>
  withOneConnection(kit.url, 'galley-test', async ({ client }) =>
    (await findUnreferenced(client, storage)).map(({ key }) => key).toSorted(),
  )

const storedMedia = async (set: { purged_at?: Date; deleted_at?: Date } = {}): Promise<string> => {
  const id = await buildMedia(kit.db, cast.project)
  const key = `media-${id}`
  await kit.db
    .updateTable('medias')
    .set({ storage_key: key, ...set })
    .where('id', '=', id)
    .execute()
  for (const size of sizes) await put(sizeKey(key, size))
  return key
}

it('Files that rows name are none: of media in the bin too, logos, pictures of links, and an import', async () => {
  await storedMedia()
  await storedMedia({ deleted_at: new Date() })
  await kit.db.updateTable('agencies').set({ logo_key: 'logo' }).execute()
  await put(sizeKey('logo', 'small'))
  await kit.db
    .insertInto('link_previews')
    .values({
      project_id: cast.project.projectId,
      url: 'https://bluebird.example/',
      title: '',
      description: '',
      picture_key: 'page',
      has_tags: false,
      problem: null,
      read_at: new Date(),
      used_at: new Date(),
    })
    .execute()
  await put(sizeKey('page', 'original'))
  expect(await find()).toEqual([])
})

it('What nobody refers to is found, and what is left of a file that was deleted for good', async () => {
  const deleted = await storedMedia({ deleted_at: new Date(), purged_at: new Date() })
  await put(sizeKey('forgotten', 'original'))
  await put('imports/forgotten')
  expect(await find()).toEqual(
    [
      ...sizes.map(size => sizeKey(deleted, size)),
      sizeKey('forgotten', 'original'),
      'imports/forgotten',
    ].toSorted(),
  )
})

it('A file whose row is written while the others are listed is none', async () => {
  const before = await find()
  const slow: Storage = {
    ...kit.storage,
    list: async function* () {
      await put(sizeKey('under-way', 'original'))
      yield* kit.storage.list()
      await kit.db.updateTable('users').set({ avatar_key: 'under-way' }).execute()
    },
  }
  expect(await find(slow)).toEqual(before)
})
