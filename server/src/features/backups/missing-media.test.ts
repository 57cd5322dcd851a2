import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jobQueues } from '#server/background-work.ts'
import { checkBackups } from '#server/doctor-backups.ts'
import { createEmptyDatabase } from '#server/platform/db/testing.ts'
import { makeLog } from '#server/platform/log.ts'
import { useTestApp } from '#testing/app.ts'
import { type BackupPlace, openPlace } from '#testing/backups.ts'
import { memoryStorage } from '#testing/files/storage.ts'
import { buildCast, type TestProject } from '#testing/people.ts'
import { buildMedia } from '#testing/posts.ts'
import type { Installation } from './back-up.ts'
import { listBackups } from './manifest.ts'
import { makeBackup, openBackup, restore, verify } from './operator-commands.ts'

const test = useTestApp({ routes: [], now: new Date() })
let place: BackupPlace
let installation: Installation
let project: TestProject
beforeAll(async () => {
  place = await openPlace()
  await test.db.schema.dropTable('test_jobs').execute()
  const config = {
    ...test.services.config,
    BACKUP_TARGET: place.folder,
    BACKUP_RECIPIENTS: [place.recipient],
    BACKUP_EVERY_HOURS: 24,
    BACKUP_KEEP: 1,
  }
  installation = { config, url: test.url, storage: test.storage }
  project = (await buildCast(test.db)).project
})
afterAll(() => place.remove())

const store = async (): Promise<string> => {
  const id = await buildMedia(test.db, project)
  const { storage_key: key } = await test.db
    .selectFrom('medias')
    .select('storage_key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  for (const size of ['original', 'small'])
    await test.storage.put(`${key}/${size}`, { bytes: Buffer.from(`${size} of ${key}`) }, 'image/jpeg')
  return key
}
const words = () => [place.folder, '--key', place.keyFile]

describe('A backup of an installation that has lost files', () => {
  it('is made and named incomplete by the command, by verify and by the doctor', async () => {
    const kept = await store()
    const lost = await store()
    const deleted = await store()
    const preview = await store()
    expect(await makeBackup(installation, [])).toMatchObject({ isDone: true })
    const complete = await listBackups(place.target)
    for (const key of [lost, deleted]) await test.storage.remove(`${key}/original`)
    await test.storage.remove(`${preview}/small`)
    await test.db
      .updateTable('medias')
      .set({ deleted_at: new Date() })
      .where('storage_key', '=', deleted)
      .execute()

    const made = await makeBackup(installation, [])
    expect(made.isDone).toBe(false)
    expect(made.text).toContain('It is not complete: 1 file that is in use could not be copied')
    const named = made.text.match(/^ {2}\S+$/gm)
    expect(named).toEqual([`  ${lost}/original`])
    expect(made.text).not.toContain(kept)

    const verified = await verify(installation.config, words())
    expect(verified).toMatchObject({
      isDone: false,
      text: expect.stringContaining('is whole and can be restored.\nIt is not complete: 1 file'),
    })
    expect(verified.text).toContain(`  ${lost}/original`)
    expect(await checkBackups(installation.config, test.url)).toMatchObject({
      state: 'wrong',
      text: expect.stringContaining('1 file that is in use is missing from it'),
    })
    // One is to be kept, and yet the files are nowhere else.
    const { whole } = await listBackups(place.target)
    expect(whole).toHaveLength(2)
    expect(whole).toEqual(expect.arrayContaining([...complete.whole]))
  })

  it('can be restored, which says what is missing', async () => {
    const database = await createEmptyDatabase()
    const restored = await restore(
      { ...installation, url: database.url, storage: memoryStorage() },
      await openBackup(installation.config, words()),
      { queues: jobQueues, log: makeLog('silent') },
    )
    expect(restored).toMatchObject({
      isDone: true,
      text: expect.stringMatching(/^It is not complete: 1 file/),
    })
    await database.drop()
  })

  it('is followed by a complete one once the file is back, and the older ones are removed', async () => {
    const { storage_key: key } = await test.db
      .selectFrom('medias')
      .select('storage_key')
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .offset(1)
      .executeTakeFirstOrThrow()
    await test.storage.put(`${key}/original`, { bytes: Buffer.from('again') }, 'image/jpeg')
    expect(await makeBackup(installation, [])).toMatchObject({
      isDone: true,
      text: expect.stringContaining('2 older ones were removed.'),
    })
    expect(await checkBackups(installation.config, test.url)).toMatchObject({ state: 'fine' })
  })
})
