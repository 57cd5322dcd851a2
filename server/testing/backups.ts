import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { jobQueues } from '#server/background-work.ts'
import {
  type BackupResult,
  backUp,
  type Installation,
  withBackupLock,
} from '#server/features/backups/back-up.ts'
import { readKeyFile, writeKeyFile } from '#server/features/backups/encryption.ts'
import { folderTarget } from '#server/features/backups/folder-target.ts'
import { findBackup, writeManifest } from '#server/features/backups/manifest.ts'
import type { OpenBackup } from '#server/features/backups/parts.ts'
import { restoreBackup } from '#server/features/backups/restore-backup.ts'
import type { BackupTarget } from '#server/features/backups/target.ts'
import { makeLog } from '#server/platform/log.ts'

/** A place for backups with its key. */
export type BackupPlace = {
  readonly folder: string
  readonly keyFile: string
  readonly recipient: string
  readonly target: BackupTarget
  backUp(installation: Installation): Promise<BackupResult>
  open(id?: string): Promise<OpenBackup>
  restore(installation: Installation, options?: { isWithoutKeys?: boolean }): Promise<number>
  /** Every file of the place by its name. */
  files(): Promise<string[]>
  remove(): Promise<void>
}

/** Adds the latest backup as if a Galley of the future had made it. @returns its manifest */
export const addNewerBackup = async (place: BackupPlace) => {
  const { target, manifest } = await place.open()
  const newer = {
    ...manifest,
    id: '29991231T000000Z-ffffff',
    galley: '9.0.0',
    last_migration: '9999-later.sql',
  }
  await writeManifest(target, newer)
  return newer
}

/** `target`: by default a new folder. */
export const openPlace = async (target?: BackupTarget): Promise<BackupPlace> => {
  const home = await mkdtemp(path.join(os.tmpdir(), 'galley-backups-'))
  const folder = path.join(home, 'backups')
  const keyFile = path.join(home, 'key.txt')
  const recipient = await writeKeyFile(keyFile)
  const place = target ?? folderTarget(folder)
  const open = async (id?: string) => ({
    target: place,
    manifest: await findBackup(place, id),
    decrypt: await readKeyFile(keyFile),
  })
  return {
    folder,
    keyFile,
    recipient,
    target: place,
    open,
    backUp: installation =>
      withBackupLock(installation.url, client =>
        backUp(installation, client, { target: place, recipients: [recipient], now: new Date() }),
      ),
    restore: async (installation, { isWithoutKeys = false } = {}) =>
      restoreBackup(await open(), installation, { queues: jobQueues, log: makeLog('silent'), isWithoutKeys }),
    files: () => listAll(folder),
    remove: () => rm(home, { recursive: true, force: true }),
  }
}

const listAll = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter(entry => entry.isFile())
    .map(entry => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort()
}

/** What is in the files of a folder, by name. */
export const readAll = async (folder: string): Promise<Map<string, Buffer>> =>
  new Map(
    await Promise.all(
      (await listAll(folder)).map(async name => [name, await readFile(path.join(folder, name))] as const),
    ),
  )

/** A fingerprint of the rows of each table, and where each sequence is. */
export const fingerprint = async (url: string): Promise<Record<string, string>> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
    )
    const found: Record<string, string> = {}
    for (const { name } of rows) {
      const { rows: digests } = await client.query<{ digest: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, E'\\n' order by t::text)), '') as digest
         from public."${name}" t`,
      )
      found[name] = digests[0]?.digest ?? ''
    }
    const { rows: sequences } = await client.query<{ name: string; value: number | null }>(
      `select sequencename as name, last_value as value from pg_sequences where schemaname = 'public'`,
    )
    for (const { name, value } of sequences) found[name] = String(value)
    return found
  } finally {
    await client.end()
  }
}
