import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { type Storage, StoredFileMissing } from './storage.ts'

const ifPastTheEnd = (error: unknown) => {
  if (error instanceof S3ServiceException && error.name === 'InvalidRange') return 'past the end' as const
  throw error
}

/** Files in an S3 bucket. The AWS SDK finds the credentials in its usual places. */
export const s3Storage = (options: {
  bucket: string
  region: string
  endpoint?: string | undefined
}): Storage => {
  const client = new S3Client({
    region: options.region,
    ...(options.endpoint ? { endpoint: options.endpoint, forcePathStyle: true } : {}),
  })
  const at = (key: string) => ({ Bucket: options.bucket, Key: key })
  const get = async (key: string, range?: { start: number; end: number }) => {
    try {
      return await client.send(
        new GetObjectCommand({
          ...at(key),
          ...(range ? { Range: `bytes=${range.start}-${range.end}` } : {}),
        }),
      )
    } catch (error) {
      if (error instanceof NoSuchKey) return null
      throw error
    }
  }
  return {
    put: async (key, content, contentType) => {
      const Body = 'path' in content ? createReadStream(content.path) : content.bytes
      await client.send(new PutObjectCommand({ ...at(key), Body, ContentType: contentType }))
    },
    read: async key => {
      const found = await get(key)
      if (!found?.Body) throw new StoredFileMissing(key)
      return Buffer.from(await found.Body.transformToByteArray())
    },
    open: async (key, range) => {
      const found = await get(key, range).catch(ifPastTheEnd)
      if (found === 'past the end') {
        const { ContentLength: bytes = 0, ContentType: contentType = '' } = await client.send(
          new HeadObjectCommand(at(key)),
        )
        return { stream: Readable.from([]), bytes, contentType }
      }
      if (!found?.Body) return null
      const whole = Number(found.ContentRange?.split('/')[1] ?? found.ContentLength ?? 0)
      return {
        stream: found.Body as Readable,
        bytes: whole,
        contentType: found.ContentType ?? 'application/octet-stream',
      }
    },
    remove: async key => {
      await client.send(new DeleteObjectCommand(at(key)))
    },
    list: async function* () {
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: options.bucket }))
        for (const { Key: key, Size: bytes = 0, ETag: stamp = '' } of Contents)
          if (key !== undefined) yield { key, bytes, stamp }
    },
  }
}
