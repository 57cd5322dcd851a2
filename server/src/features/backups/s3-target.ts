import type { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { describeS3Problem } from '#server/platform/storage/s3-problems.ts'
import { type BackupTarget, PlaceProblem, readingFrom } from './target.ts'

/** A server that answers every second call with an error lets one in a thousand through to us. */
const ATTEMPTS = 10
/** Ten thousand parts are the most of one file: 160 GB. Two of them are in memory. */
const PART_BYTES = 16 * 1024 * 1024

type Options = {
  readonly address: string
  readonly bucket: string
  readonly prefix: string
  readonly region: string
  readonly endpoint: string | undefined
  readonly attempts?: number
}

type Place = {
  readonly client: S3Client
  readonly Bucket: string
  /** Empty, or with a slash at the end. */
  readonly prefix: string
  /** Does something with the bucket. @throws ConfigError for an answer of the server that says no */
  readonly ask: <T>(work: Promise<T>) => Promise<T>
}

/** What an error of the server means to an operator. What the content's own stream threw is none. */
const explain = (address: string, error: unknown): unknown => {
  const said = describeS3Problem(error)
  return said === null
    ? error
    : new PlaceProblem(
        `The backups in ${address} cannot be used (${said}). Check the bucket, BACKUP_S3_ENDPOINT, BACKUP_S3_REGION and the credentials, then try again.`,
        { cause: error },
      )
}

async function* listObjects({ client, Bucket, prefix, ask }: Place, folder: string): AsyncGenerator<string> {
  const pages = paginateListObjectsV2({ client }, { Bucket, Prefix: `${prefix}${folder}` })
  for (;;) {
    const { value, done } = await ask(pages.next())
    if (done) return
    for (const { Key } of value.Contents ?? []) if (Key !== undefined) yield Key.slice(prefix.length)
  }
}

/** The content's own error comes first, and is none of this place: what the server says of an upload that was given up is of no interest. */
const putObject = async (
  { client, Bucket, prefix, ask }: Place,
  name: string,
  Body: Readable,
): Promise<void> => {
  const params = { Bucket, Key: `${prefix}${name}`, Body }
  const upload = new Upload({ client, params, partSize: PART_BYTES, queueSize: 2 })
  try {
    await ask(upload.done())
  } catch (error) {
    throw Body.errored ?? error
  } finally {
    Body.destroy()
  }
}

/** A bucket, or a part of one. An object appears when its last part is there, and not before. */
export const s3Target = ({
  address,
  bucket: Bucket,
  prefix: below,
  region,
  endpoint,
  attempts = ATTEMPTS,
}: Options): BackupTarget => {
  const client = new S3Client({
    region,
    maxAttempts: attempts,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
  })
  const prefix = below === '' ? '' : `${below}/`
  const ask: Place['ask'] = work =>
    work.catch((error: unknown) => {
      throw explain(address, error)
    })
  const place = { client, Bucket, prefix, ask }
  return {
    address,
    put: (name, content) => putObject(place, name, content),
    open: async name => {
      const getting = client.send(new GetObjectCommand({ Bucket, Key: `${prefix}${name}` }))
      const found = await getting.catch((error: unknown) => {
        if (error instanceof NoSuchKey) return null
        throw explain(address, error)
      })
      return found?.Body ? readingFrom(address, found.Body as Readable) : null
    },
    list: folder => listObjects(place, folder),
    remove: async name => {
      await ask(client.send(new DeleteObjectCommand({ Bucket, Key: `${prefix}${name}` })))
    },
    // The bucket's own rule removes parts of uploads that were cut off: Galley may not list them everywhere.
    sweep: async () => undefined,
  }
}
