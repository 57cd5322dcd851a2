import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestSandbox, type TestSandbox } from '#sandbox/testing/start.ts'
import { jobQueues } from '#server/background-work.ts'
import { makeKey } from '#server/config.ts'
import { seedDemo } from '#server/demo/seed.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { createEmptyDatabase, type TestDatabase } from '#server/platform/db/testing.ts'
import { makeLog } from '#server/platform/log.ts'
import { diskStorage } from '#server/platform/storage/disk.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { addNewerBackup, type BackupPlace, fingerprint, openPlace } from '#testing/backups.ts'
import { memoryStorage } from '#testing/files/storage.ts'
import type { Installation } from './back-up.ts'
import { nameOfPart } from './manifest.ts'
import { restoreBackup } from './restore-backup.ts'

let sandbox: TestSandbox
let demo: TestApp
let place: BackupPlace
let own: Installation
let restored: Installation
const databases: TestDatabase[] = []
const folders: string[] = []
beforeAll(async () => {
  sandbox = await startTestSandbox()
  demo = await startTestApp({ routes: [], now: new Date() })
  await seedDemo(demo.services, sandbox.url())
  await sql`drop table test_jobs`.execute(demo.db)
  own = { config: demo.services.config, url: demo.url, storage: demo.storage }
  place = await openPlace()
  await place.backUp(own)
  const folder = await mkdtemp(path.join(os.tmpdir(), 'galley-restored-'))
  folders.push(folder)
  restored = { ...(await emptyInstallation()), storage: diskStorage(folder) }
  await place.restore(restored)
})
afterAll(async () => {
  for (const database of databases) await database.drop()
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
  await place.remove()
  await demo.close()
  await sandbox.stop()
})

const emptyInstallation = async (): Promise<Installation> => {
  const database = await createEmptyDatabase()
  databases.push(database)
  return { config: demo.services.config, url: database.url, storage: memoryStorage() }
}
const during = async <T>(url: string, work: (db: TestApp['db']) => Promise<T>): Promise<T> => {
  const { db, close } = openDatabase({ url, max: 2, log: makeLog('silent') })
  try {
    return await work(db)
  } finally {
    await close()
  }
}

/** What a restore writes itself: that it was one. */
const OF_RESTORE = [
  'publishing_heartbeat',
  'publishing_holds',
  'publishing_holds_id_seq',
  'schema_migrations',
]
const others = (found: Record<string, string>) =>
  Object.fromEntries(Object.entries(found).filter(([name]) => !OF_RESTORE.includes(name)))

describe('A restored backup', () => {
  it('has every row of every table and every byte of every file', async () => {
    const { storage } = restored
    const before = await fingerprint(own.url)
    expect(Object.values(before).filter(digest => !digest.startsWith('0 ')).length).toBeGreaterThan(40)
    expect(others(await fingerprint(restored.url))).toEqual(others(before))
    expect(demo.storage.files.size).toBeGreaterThan(50)
    for (const [key, { bytes, contentType }] of demo.storage.files) {
      expect((await storage.read(key)).equals(bytes), key).toBe(true)
      expect((await storage.open(key))?.contentType).toBe(contentType)
    }
  })

  it('holds publishing in every agency, and the next worker takes its database for another one', async () => {
    await during(restored.url, async db => {
      const agencies = await db.selectFrom('agencies').select('id').execute()
      const holds = await db.selectFrom('publishing_holds').select(['agency_id', 'reason']).execute()
      expect(holds).toEqual(agencies.map(({ id }) => ({ agency_id: id, reason: 'other_database' })))
      const heartbeat = await db.selectFrom('publishing_heartbeat').selectAll().executeTakeFirstOrThrow()
      expect(heartbeat.system_identifier).toBe('restored')
      expect(Date.now() - (heartbeat.beat_at?.getTime() ?? 0)).toBeGreaterThan(60_000)
    })
  })

  it('can be restored again where a restore was cut off', async () => {
    const again = await emptyInstallation()
    const { storage } = again
    let left = 20
    const put: typeof storage.put = async (...given) => {
      left -= 1
      if (left < 0) throw new Error('killed')
      await storage.put(...given)
    }
    await expect(place.restore({ ...again, storage: { ...storage, put } })).rejects.toThrow('killed')
    const counted = await place.open()
    const manifest = { ...counted.manifest, tables: { ...counted.manifest.tables, users: 0 } }
    await expect(
      restoreBackup({ ...counted, manifest }, again, {
        queues: jobQueues,
        log: makeLog('silent'),
        isWithoutKeys: false,
      }),
    ).rejects.toThrow('(rows of users) was changed or damaged')
    await place.restore(again)
    expect(others(await fingerprint(again.url))).toEqual(others(await fingerprint(own.url)))
  })

  it('keeps its constraints, indexes and triggers', async () => {
    const fresh = await emptyInstallation()
    await migrate(fresh.url)
    const rules = async (url: string) => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      const constraints = await client.query(
        `select conrelid::regclass::text, conname, convalidated, pg_get_constraintdef(oid) from pg_constraint
         where connamespace = 'public'::regnamespace order by 1, 2`,
      )
      const triggers = await client.query(
        'select tgrelid::regclass::text, tgname, tgenabled from pg_trigger where not tgisinternal order by 1, 2',
      )
      const indexes = await client.query(
        `select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1`,
      )
      await client.end()
      return { indexes: indexes.rows, constraints: constraints.rows, triggers: triggers.rows }
    }
    expect(await rules(restored.url)).toEqual(await rules(fresh.url))
  })
})

describe('A restore is refused', () => {
  const refusal = async (installation: Installation) => {
    const before = await fingerprint(installation.url)
    const error = await place.restore(installation).then(
      () => null,
      (caught: Error) => caught,
    )
    expect(await fingerprint(installation.url)).toEqual(before)
    return error?.message
  }

  it('where people are, who keep everything they have', async () => {
    expect(await refusal(own)).toMatch(/^This installation is in use|^Galley is running on this database/)
    const living = await emptyInstallation()
    await migrate(living.url)
    await during(living.url, db =>
      db.insertInto('users').values({ name: 'Ada', email: 'ada@example.com' }).execute(),
    )
    expect(await refusal(living)).toMatch(/^This installation is in use.* Nothing was changed/)
  })

  it('when a newer Galley made it, which leaves the database and the files as they were', async () => {
    const { target } = place
    const newer = await addNewerBackup(place)
    const put: string[] = []
    const empty = await emptyInstallation()
    const storage = {
      ...empty.storage,
      put: (key: string, ...rest: [never, never]) => {
        put.push(key)
        return empty.storage.put(key, ...rest)
      },
    }
    for (const installation of [{ ...empty, storage }, own])
      expect(await refusal(installation)).toMatch(
        /^Backup 29991231T000000Z-ffffff was made by Galley 9\.0\.0 \(9999-later\.sql\), which this one .* does not know\. Restore it with that version or a newer one\.$/,
      )
    expect(put).toEqual([])
    await target.remove(nameOfPart(newer.id, 'manifest.json'))
    // The same place then gives its backup of this version.
    await place.restore(empty)
  })

  it('while Galley runs on the database', async () => {
    const living = await emptyInstallation()
    await during(living.url, async db => {
      await sql`select 1`.execute(db)
      expect(await refusal(living)).toBe(
        'Galley is running on this database. Stop it, and restore into an empty one.',
      )
    })
  })

  it('without the keys of the social accounts, and names them; --without-keys goes on', async () => {
    const restored = await emptyInstallation()
    const config = { ...restored.config, TOKEN_KEY: makeKey() }
    const { manifest } = await place.open()
    expect(manifest.token_key_ids).toHaveLength(1)
    expect(await refusal({ ...restored, config })).toContain(`token key ${manifest.token_key_ids[0]}`)
    await place.restore({ ...restored, config }, { isWithoutKeys: true })
  })
})
