import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import qs from 'qs'
import { type Failure, fail } from '#domain/kernel/failure.ts'
import type { UploadedFile } from './route.ts'

export type Form = {
  fields: unknown
  files: UploadedFile[]
  discard: () => Promise<void>
  /** Whether somebody else has removed its files. */
  isLost: () => Promise<boolean>
}

/** Bytes of one field that is not a file; the longest text is the message of a revision. */
const FIELD_BYTES_MAX = 20_000
const FIELDS_MAX = 200
/** The most that a form may have besides its files: its fields, and the boundaries between its parts. */
export const FORM_BYTES_MAX = FIELDS_MAX * (FIELD_BYTES_MAX + 1_000)

/**
 * Errors of the disk and of the limits have their own answers; any other means that the form ends early, has no boundary, or is not a
 * form.
 */
const isUnreadable = (error: unknown): boolean => {
  const { code, syscall } = (error ?? {}) as { code?: unknown; syscall?: unknown }
  return syscall === undefined && !String(code).startsWith('FST_')
}

type FormOptions = {
  /** The file fields, and how many files each may have. */
  readonly allowed: Readonly<Record<string, number>>
  readonly maxFileBytes: number
  /** All its fields together. */
  readonly maxFieldBytes: number
  /** Called once, with the fields so far, before the first byte of a file is written. */
  readonly beforeFiles: (fields: unknown) => Promise<Failure | null>
  /** Aborts reading the form; what was written of it is removed. */
  readonly signal: AbortSignal
}

type FilePart = Extract<Awaited<ReturnType<FastifyRequest['file']>>, object>

const fieldsOf = (pairs: readonly string[]): unknown =>
  qs.parse(pairs.join('&'), { depth: 4, arrayLimit: 100 })

/** Writes one file of the form to the folder, if it is expected and fits. */
const writePart = async (
  part: FilePart,
  {
    folder,
    files,
    allowed,
    signal,
  }: Pick<FormOptions, 'allowed' | 'signal'> & { folder: string; files: UploadedFile[] },
): Promise<Failure | null> => {
  const field = part.fieldname.replace(/\[\d*\]$/, '')
  const taken = files.filter(file => file.field === field).length
  if (taken >= (Object.hasOwn(allowed, field) ? (allowed[field] ?? 0) : 0))
    return fail('validation_error', { errors: { [field]: ['No file is expected here'] } })
  const target = path.join(folder, String(files.length))
  await pipeline(part.file, createWriteStream(target), { signal })
  if (part.file.truncated) return fail('too_large', { errors: { [field]: ['File is too big'] } })
  files.push({ field, name: part.filename, path: target, bytes: part.file.bytesRead })
  return null
}

/** The prefix of folders with files on their way to the storage: those of a form exist until it is answered. A start removes what a kill has left. */
export const UPLOAD_FOLDER = 'galley-upload-'

/**
 * Reads a multipart form: files are streamed to a temporary folder, `checkboxes[0][label]` becomes nested fields. Too many files, an
 * unknown file field or a file over the limit is a failure, and nothing of it stays on the disk.
 */
export const readForm = async (request: FastifyRequest, options: FormOptions): Promise<Form | Failure> => {
  let folder: string | null = null
  const discard = async () => {
    if (folder !== null) await rm(folder, { recursive: true, force: true })
  }
  const isLost = async () => folder !== null && (await stat(folder).catch(() => null)) === null
  const files: UploadedFile[] = []
  const pairs: string[] = []
  let fieldBytes = 0
  const readPart = async (part: FilePart): Promise<Failure | null> => {
    if (folder === null) {
      const refusal = await options.beforeFiles(fieldsOf(pairs))
      if (refusal) return refusal
      folder = await mkdtemp(path.join(os.tmpdir(), UPLOAD_FOLDER))
    }
    return writePart(part, { ...options, folder, files })
  }
  try {
    const limits = {
      fileSize: options.maxFileBytes,
      files: 20,
      fields: FIELDS_MAX,
      fieldSize: FIELD_BYTES_MAX,
    }
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') {
        const refusal = await readPart(part)
        if (!refusal) continue
        part.file.resume()
        await discard()
        return refusal
      }
      fieldBytes += String(part.value).length
      if (part.valueTruncated || part.fieldnameTruncated || fieldBytes > options.maxFieldBytes) {
        await discard()
        return fail('too_large')
      }
      if (part.fieldname !== '_method' || part.value !== 'PUT')
        pairs.push(`${encodeURIComponent(part.fieldname)}=${encodeURIComponent(String(part.value))}`)
    }
  } catch (error) {
    await discard()
    if (isUnreadable(error)) return fail('malformed_request')
    throw error
  }
  return { fields: fieldsOf(pairs), files, discard, isLost }
}
