import { randomUUID } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { type Config, ConfigError } from '#server/config.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { folderTarget, isInside } from './folder-target.ts'
import type { BackupTarget } from './target.ts'

/** Where it really leads; what is not there yet lies where its nearest folder does. */
const realPathOf = async (file: string): Promise<string> =>
  realpath(file).catch(async () =>
    path.dirname(file) === file ? file : path.join(await realPathOf(path.dirname(file)), path.basename(file)),
  )

/** Without slashes around it. */
const prefixOf = (address: string): string => new URL(address).pathname.replace(/^\/+|\/+$/g, '')

const bucketHasMedia = (address: string): ConfigError =>
  new ConfigError(`${address}: this bucket keeps the media. Use another bucket for backups.`)

/** The same server in another spelling: capitals, its usual port, a slash at the end. */
const isSameServer = (one: string | undefined, other: string | undefined): boolean =>
  (one && new URL(one).href) === (other && new URL(other).href)

/**
 * A server has many names, and a bucket as well: only what is written tells. @throws ConfigError if what is put into the target appears
 * among the media
 */
export const refuseMediaBucket = async (
  { S3_BUCKET }: Config,
  { target, storage }: { readonly target: BackupTarget; readonly storage: Storage },
): Promise<void> => {
  if (S3_BUCKET === undefined || !target.address.startsWith('s3://')) return
  const name = `same-bucket-${randomUUID()}.txt`
  const key = path.posix.join(prefixOf(target.address), name)
  await target.put(name, Readable.from([Buffer.from(name)]))
  try {
    const found = await storage.open(key)
    found?.stream.destroy()
    if (found) throw bucketHasMedia(target.address)
  } finally {
    await target.remove(name)
  }
}

const ofBucket = async (config: Config, address: string): Promise<BackupTarget> => {
  const { hostname: bucket } = new URL(address)
  if (bucket === '') throw new ConfigError(`${address}: the bucket is missing, as in s3://my-backups/galley.`)
  const endpoint = config.BACKUP_S3_ENDPOINT ?? config.S3_ENDPOINT
  if (bucket === config.S3_BUCKET && isSameServer(endpoint, config.S3_ENDPOINT)) throw bucketHasMedia(address)
  // The AWS SDK takes long to load: only who uses it waits for it.
  const { s3Target } = await import('./s3-target.ts')
  const region = config.BACKUP_S3_REGION ?? config.S3_REGION
  return s3Target({ address, bucket, prefix: prefixOf(address), endpoint, region })
}

/** Where backups go to or come from: a folder, or `s3://bucket/prefix`. @throws ConfigError for one that cannot be meant */
export const openTarget = async (config: Config, address: string): Promise<BackupTarget> => {
  if (address.startsWith('s3://')) return ofBucket(config, address)
  if (/^\w+:\/\//.test(address))
    throw new ConfigError(`${address}: backups go to a folder or to s3://bucket/prefix.`)
  const folder = path.resolve(address)
  if (isInside(await realPathOf(folder), await realPathOf(config.dataDir)))
    throw new ConfigError(`${address}: Galley's own files are in there. Use a folder outside DATA_DIR.`)
  return folderTarget(folder)
}
