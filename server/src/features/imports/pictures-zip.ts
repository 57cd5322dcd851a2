import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { ZIP_FILES_MAX } from '#domain/imports/limits.ts'
import type { ZipPicture } from '#domain/imports/zip-pictures.ts'
import { UPLOAD_FOLDER } from '#server/platform/http/multipart.ts'
import type { Services } from '#server/platform/http/route.ts'

/** A zip file whose directory was read. Only what is requested is unpacked, one file at a time. */
export type PicturesZip = {
  readonly pictures: readonly ZipPicture[]
  /** Unpacks one of the files. @returns false if there is no such file, or its content is damaged */
  extract(name: string, target: string): Promise<boolean>
  close(): Promise<void>
}

type Unreadable = { readonly problem: string }

const unreadable: Unreadable = { problem: 'This file could not be read as a zip file.' }

/** What other programs add on their own: folders, hidden files, and what macOS keeps beside each file. */
const isHidden = ({ fileName }: Entry): boolean =>
  fileName.endsWith('/') || fileName.startsWith('__MACOSX/') || path.posix.basename(fileName).startsWith('.')

/** Errors of the disk are ours; all others say what is wrong with the file. */
const isOfDisk = (error: unknown): boolean => error instanceof Error && 'syscall' in error

const readDirectory = async (zip: ZipFile, mostFiles: number): Promise<Map<string, Entry> | Unreadable> => {
  if (zip.entryCount > mostFiles)
    return { problem: `A zip file has at most ${mostFiles} files. Leave out what is not needed.` }
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) {
    if (isHidden(entry)) continue
    if (entry.isEncrypted()) return { problem: 'This zip file has a password. Save it without one.' }
    entries.set(entry.fileName.toWellFormed().replaceAll('\0', ''), entry)
  }
  if (entries.size === 0) return { problem: 'There are no files in this zip file.' }
  return entries
}

/** Reads the directory of a zip file. Names that lead out of it, and sizes that contradict each other, are refused (docs/product/imports.md "Pictures in a zip file"). */
export const openPicturesZip = async (
  file: string,
  mostFiles = ZIP_FILES_MAX,
): Promise<PicturesZip | Unreadable> => {
  let zip: ZipFile | null = null
  try {
    zip = await yauzl.openPromise(file, { autoClose: false })
    const entries = await readDirectory(zip, mostFiles)
    if (!('problem' in entries)) return toPicturesZip(zip, entries)
    zip.close()
    return entries
  } catch (error) {
    zip?.close()
    if (isOfDisk(error)) throw error
    return unreadable
  }
}

const toPicturesZip = (zip: ZipFile, entries: ReadonlyMap<string, Entry>): PicturesZip => ({
  pictures: [...entries].map(([name, { uncompressedSize }]) => ({ name, bytes: uncompressedSize })),
  extract: async (name, target) => {
    const entry = entries.get(name)
    if (!entry) return false
    try {
      // The stream fails when more comes out of it than the directory says.
      await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(target))
      return true
    } catch (error) {
      if (isOfDisk(error)) throw error
      return false
    }
  },
  close: async () => zip.close(),
})

/** The zip file of an import, as long as it is open a copy on the disk. Null: the storage no longer has it. */
export const openStoredZip = async (
  { storage }: Services,
  key: string,
  mostFiles?: number,
): Promise<PicturesZip | null> => {
  const stored = await storage.open(key)
  if (!stored) return null
  const file = path.join(os.tmpdir(), `${UPLOAD_FOLDER}zip-${randomUUID()}`)
  try {
    await pipeline(stored.stream, createWriteStream(file))
    const zip = await openPicturesZip(file, mostFiles)
    if ('problem' in zip) throw new Error(zip.problem)
    // The open file stays readable until it is closed.
    return zip
  } finally {
    await rm(file, { force: true })
  }
}
