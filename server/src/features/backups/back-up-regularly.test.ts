import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { checkBackups } from '#server/doctor-backups.ts'
import type { Services } from '#server/platform/http/route.ts'
import { useTestApp } from '#testing/app.ts'
import { type BackupPlace, openPlace } from '#testing/backups.ts'
import { withBackupLock } from './back-up.ts'
import { backUpRegularly } from './back-up-regularly.ts'
import { makeBackup } from './operator-commands.ts'
import { recordBackup } from './past-backups.ts'

const test = useTestApp({ routes: [], now: new Date() })
const HOUR = 3_600_000
let place: BackupPlace
let services: Services
beforeAll(async () => {
  place = await openPlace()
  const config = {
    ...test.services.config,
    BACKUP_TARGET: place.folder,
    BACKUP_RECIPIENTS: [place.recipient],
    BACKUP_EVERY_HOURS: 24,
    BACKUP_KEEP: 2,
  }
  services = { ...test.services, config }
  for (const [name, isSuper] of [
    ['ada', true],
    ['bob', false],
    ['eve', true],
  ] as const)
    await test.db
      .insertInto('users')
      .values({ name, email: `${name}@example.com`, is_super_admin: isSuper, is_blocked: name === 'eve' })
      .execute()
})
afterEach(async () => {
  await test.db.deleteFrom('backups').execute()
  await test.db.deleteFrom('outgoing_mails').execute()
})
afterAll(() => place.remove())

const target = () => services.config.BACKUP_TARGET ?? ''
const endedBefore = (
  hours: number,
  outcome: { backupId: string; missingFiles: number } | { problem: string },
) =>
  recordBackup(test.db, {
    target: target(),
    endedAt: new Date(Date.now() - hours * HOUR),
    seconds: 3,
    outcome,
  })
const mailed = async () =>
  (await test.db.selectFrom('outgoing_mails').select(['recipient', 'kind']).execute()).map(
    ({ recipient, kind }) => `${kind} ${recipient}`,
  )
/** How often the job ran a backup, which does what is given. */
const runs = async (work: () => Promise<string | null>, given = services): Promise<number> => {
  let count = 0
  await backUpRegularly(given, () => {
    count += 1
    return work()
  })
  return count
}
const fails = async () => {
  await endedBefore(0, { problem: 'its disk is full.' })
  return 'its disk is full.'
}
const succeeds = async () => {
  const { config, storage } = services
  await makeBackup({ config, storage, url: test.url }, [])
  return null
}

describe('Regular backups', () => {
  it('are made when the last good one is old enough, and as many are kept as were asked for', async () => {
    expect(await runs(succeeds)).toBe(1)
    expect(await runs(succeeds)).toBe(0)
    await test.db
      .updateTable('backups')
      .set({ ended_at: new Date(Date.now() - 23.97 * HOUR) })
      .execute()
    expect(await runs(succeeds)).toBe(1)
    await makeBackup({ config: services.config, storage: services.storage, url: test.url }, [])
    expect(await readdir(path.join(target(), 'backups'))).toHaveLength(2)
    expect(await checkBackups(services.config, test.url)).toMatchObject({ state: 'fine' })
    expect(await mailed()).toEqual([])
  })

  it('are not made without a place or a key', async () => {
    const { config } = services
    expect(await runs(succeeds, { ...services, config: { ...config, BACKUP_TARGET: undefined } })).toBe(0)
    expect(await runs(succeeds, { ...services, config: { ...config, BACKUP_RECIPIENTS: [] } })).toBe(0)
    expect(await checkBackups({ ...config, BACKUP_RECIPIENTS: [] }, test.url)).toMatchObject({
      state: 'note',
    })
  })

  it('are not missed before the first one was due', async () => {
    expect(await checkBackups(services.config, test.url)).toEqual({
      what: 'backups',
      state: 'note',
      text: `there is none in ${target()} yet; a worker makes the first within five minutes`,
    })
    await withBackupLock(test.url, async () => {
      expect(await checkBackups(services.config, test.url)).toMatchObject({
        state: 'note',
        text: expect.stringContaining('the first is being made'),
      })
      expect(await runs(succeeds)).toBe(0)
    })
  })

  it('begin at the same time every day, however long one takes', async () => {
    await endedBefore(20, { backupId: 'good', missingFiles: 0 })
    expect(await runs(async () => null)).toBe(0)
    await test.db
      .updateTable('backups')
      .set({ seconds: 4 * 3600 })
      .execute()
    expect(await runs(async () => null)).toBe(1)
  })

  it('that fail are tried again every hour, and the super-admins hear of it when the last good one is too old', async () => {
    await endedBefore(47, { backupId: 'good', missingFiles: 0 })
    expect(await runs(fails)).toBe(1)
    expect(await mailed()).toEqual([])
    expect(await checkBackups(services.config, test.url)).toMatchObject({
      state: 'note',
      text: expect.stringContaining('the latest attempt failed: its disk is full.'),
    })
    await test.db.deleteFrom('backups').execute()
    await endedBefore(49, { backupId: 'good', missingFiles: 0 })
    expect(await runs(fails)).toBe(1)
    expect(await runs(fails)).toBe(0)
    await test.db
      .updateTable('backups')
      .set({ ended_at: new Date(Date.now() - HOUR) })
      .where('backup_id', 'is', null)
      .execute()
    expect(await runs(fails)).toBe(1)
    expect(await mailed()).toEqual(['late-backup ada@example.com'])
    expect(await checkBackups(services.config, test.url)).toMatchObject({
      state: 'wrong',
      text: expect.stringContaining('which is too old; the latest attempt failed: its disk is full.'),
    })
  })

  it('that lack files are told about once a day as well', async () => {
    await endedBefore(1, { backupId: 'good', missingFiles: 2 })
    for (let turn = 0; turn < 2; turn++) expect(await runs(succeeds)).toBe(0)
    expect(await mailed()).toEqual(['incomplete-backup ada@example.com'])
  })

  it('are told about at once if the very first one fails', async () => {
    await runs(fails)
    expect(await mailed()).toEqual(['late-backup ada@example.com'])
    expect(await checkBackups(services.config, test.url)).toMatchObject({
      state: 'wrong',
      text: `there is none in ${target()} yet: its disk is full.`,
    })
  })

  it('are noted by the command with what was wrong', async () => {
    const config = { ...services.config, BACKUP_TARGET: place.keyFile }
    await expect(makeBackup({ config, storage: services.storage, url: test.url }, [])).rejects.toThrow()
    const row = await test.db.selectFrom('backups').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ target: config.BACKUP_TARGET, backup_id: null })
    expect(row.problem).toContain('it is not a folder')
  })
})
