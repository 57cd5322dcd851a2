import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useTestApp } from '#testing/app.ts'
import { addNewerBackup, type BackupPlace, openPlace } from '#testing/backups.ts'
import { readKeyFile } from './encryption.ts'
import { findBackup, nameOfPart, TABLES, writeManifest } from './manifest.ts'
import { verifyBackup } from './verify-backup.ts'

const test = useTestApp({ routes: [], now: new Date() })
let place: BackupPlace
beforeAll(async () => {
  await test.db.schema.dropTable('test_jobs').execute()
  await test.db.insertInto('users').values({ name: 'Ada', email: 'ada@example.com' }).execute()
  for (const name of ['one', 'two'])
    await test.storage.put(`${name}/original`, { bytes: Buffer.from(name) }, 'image/png')
  place = await openPlace()
  await place.backUp({ config: test.services.config, url: test.url, storage: test.storage })
})
afterAll(() => place.remove())

const problems = async (): Promise<string[]> =>
  place.open().then(verifyBackup, (error: Error) => [error.message])

/** What is said while the file is as `change` makes it (null: gone). The file is as it was afterwards. */
const whileChanged = async (name: string, change: (bytes: Buffer) => Buffer | null): Promise<string[]> => {
  const file = path.join(place.folder, name)
  const bytes = await readFile(file)
  const changed = change(Buffer.from(bytes))
  if (changed) await writeFile(file, changed)
  else await rm(file)
  try {
    return await problems()
  } finally {
    await writeFile(file, bytes)
  }
}
const withOtherByte = (at: number) => (bytes: Buffer) => {
  bytes[at] = (bytes[at] ?? 0) ^ 1
  return bytes
}

describe('Verifying a backup', () => {
  it('finds nothing wrong with one that is whole', async () => {
    expect(await problems()).toEqual([])
  })

  it('finds one changed byte anywhere, and says which file it is in', async () => {
    // The place's own mark belongs to no backup.
    const files = (await place.files()).filter(name => name.includes('/'))
    for (const name of files) {
      const { length } = await readFile(path.join(place.folder, name))
      for (const at of [Math.floor(length / 2), length - 3]) {
        const found = await whileChanged(name, withOtherByte(at))
        expect(found, name).toEqual([
          expect.stringContaining(`${place.folder}/${name} was changed or damaged`),
        ])
        expect(found[0]).toContain('Use another copy of it, or another backup.')
      }
    }
  })

  it('names every media file that is missing', async () => {
    const [first = '', second = ''] = (await place.files()).filter(name => name.startsWith('media/'))
    const found = await whileChanged(first, () => null)
    expect(found).toEqual([expect.stringContaining(`${place.folder}/${first} is missing. Put it back`)])
    expect(second).not.toBe('')
  })

  it('says that the snapshot of the database is missing', async () => {
    const { manifest } = await place.open()
    const found = await whileChanged(nameOfPart(manifest.id, TABLES), () => null)
    expect(found).toEqual([expect.stringMatching(/tables\.sql\.zst\.age is missing/)])
  })

  it('asks for the right key, and for a key file that can be read', async () => {
    const other = await openPlace()
    const { target, manifest } = await place.open()
    expect(await verifyBackup({ target, manifest, decrypt: await readKeyFile(other.keyFile) })).toEqual([
      `The key file does not open this backup. It needs the secret key of ${place.recipient}.`,
    ])
    await expect(readKeyFile('/nowhere/key.txt')).rejects.toThrow(
      'The key file /nowhere/key.txt cannot be read',
    )
    const folder = await mkdtemp(path.join(os.tmpdir(), 'galley-key-'))
    await writeFile(path.join(folder, 'key'), '# nothing\n')
    await expect(readKeyFile(path.join(folder, 'key'))).rejects.toThrow('it contains no key')
    await writeFile(path.join(folder, 'key'), 'AGE-SECRET-KEY-1DAMAGED\n')
    await expect(readKeyFile(path.join(folder, 'key'))).rejects.toThrow('a key in it is damaged')
    await rm(folder, { recursive: true })
    await other.remove()
  })

  it('refuses a backup of a newer Galley in one line, and a format that it does not know', async () => {
    const { target } = place
    const newer = await addNewerBackup(place)
    await expect(place.open().then(verifyBackup)).rejects.toThrow(
      /^Backup 29991231T000000Z-ffffff was made by Galley 9\.0\.0 \(9999-later\.sql\), which this one \([\d.]+\) does not know\. Restore it with that version or a newer one\.$/,
    )
    await writeManifest(target, { ...newer, format: 2 } as never)
    await expect(place.open()).rejects.toThrow('in a format that this version of Galley does not know')
    await target.remove(nameOfPart(newer.id, 'manifest.json'))
  })

  it('says that there is none, or none of that name', async () => {
    const empty = await openPlace()
    await expect(empty.open()).rejects.toThrow(`There is no backup in ${empty.folder}.`)
    await expect(findBackup(place.target, 'yesterday')).rejects.toThrow('There is no backup yesterday in')
    await empty.target.put(nameOfPart('x', TABLES), Readable.from([Buffer.from('half')]))
    await expect(empty.open()).rejects.toThrow(`There is no backup in ${empty.folder}.`)
    await empty.remove()
  })
})
