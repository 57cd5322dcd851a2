import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import qs from 'qs'
import { type Failure, fail } from '#domain/kernel/failure.ts'
import type { UploadedFile } from './route.ts'

export type Form = { fields: unknown; files: UploadedFile[]; discard: () => Promise<void> }

/** Bytes of one field that is not a file; the longest text is the message of a revision. */
const MAX_FIELD_BYTES = 20_000

/** Errors of the disk and the limits have their own answers; any other means that the form ends early, has no boundary, or is none. */
const isUnreadable = (error: unknown): boolean => {
  const { code, syscall } = (error ?? {}) as { code?: unknown; syscall?: unknown }
  return syscall === undefined && !String(code).startsWith('FST_')
}

/**
 * Reads a multipart form: files go to a temporary folder as they stream in, `checkboxes[0][label]` to nested fields. Too many files,
 * an unknown file field or a file over the limit is a failure, and nothing of it stays on the disk.
 */
export const readForm = async (
  request: FastifyRequest,
  allowed: Readonly<Record<string, number>>,
  maxFileBytes: number,
): Promise<Form | Failure> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'galley-upload-'))
  const discard = () => rm(folder, { recursive: true, force: true })
  const files: UploadedFile[] = []
  const pairs: string[] = []
  const refuse = async (failure: Failure) => {
    await discard()
    return failure
  }
  try {
    const limits = { fileSize: maxFileBytes, files: 20, fields: 200, fieldSize: MAX_FIELD_BYTES }
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        if (part.valueTruncated || part.fieldnameTruncated) return await refuse(fail('too_large'))
        if (part.fieldname !== '_method' || part.value !== 'PUT')
          pairs.push(`${encodeURIComponent(part.fieldname)}=${encodeURIComponent(String(part.value))}`)
        continue
      }
      const field = part.fieldname.replace(/\[\d*\]$/, '')
      const taken = files.filter(file => file.field === field).length
      if (taken >= (allowed[field] ?? 0)) {
        part.file.resume()
        return await refuse(fail('validation_error', { errors: { [field]: ['No file is expected here'] } }))
      }
      const target = path.join(folder, String(files.length))
      await pipeline(part.file, createWriteStream(target))
      if (part.file.truncated)
        return await refuse(fail('too_large', { errors: { [field]: ['File is too big'] } }))
      files.push({ field, name: part.filename, path: target, bytes: part.file.bytesRead })
    }
  } catch (error) {
    if (isUnreadable(error)) return await refuse(fail('malformed_request'))
    await discard()
    throw error
  }
  return { fields: qs.parse(pairs.join('&'), { depth: 4, arrayLimit: 100 }), files, discard }
}
