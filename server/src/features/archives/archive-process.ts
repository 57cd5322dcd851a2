import { text as readText } from 'node:stream/consumers'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { ARCHIVE_FILES_MAX, PROJECT_TEXT_BYTES_MAX, UNPACKED_BYTES_MAX } from '#domain/archives/limits.ts'
import type { ReadArchive } from '#domain/archives/posts.ts'
import { chooseMediaLimits } from '#domain/networks/media-limits.ts'
import { foreign, readProjectText, type Unreadable } from './read-project-text.ts'

// The process of `readArchive`: whatever a file does to it, everybody else's calls go on.

const unreadable: Unreadable = {
  problem:
    'This file could not be read as a zip file. Choose the file that the export of a project gave you.',
}

/** The kind of a file as Unix writes it into a zip. */
const isSymlink = ({ externalFileAttributes }: Entry): boolean =>
  ((externalFileAttributes >>> 16) & 0o170000) === 0o120000

const refusalOf = (entry: Entry): Unreadable | null => {
  if (entry.isEncrypted()) return { problem: 'This zip file has a password. Save it without one.' }
  if (isSymlink(entry)) return { problem: 'There is a link to another file in this zip file.' }
  return null
}

/** The entries by their names. Names that lead out of the zip file are refused by the library. */
const readDirectory = async (zip: ZipFile): Promise<Map<string, Entry> | Unreadable> => {
  if (zip.entryCount > ARCHIVE_FILES_MAX)
    return {
      problem: `An export has at most ${ARCHIVE_FILES_MAX.toLocaleString('en')} files to be imported.`,
    }
  const entries = new Map<string, Entry>()
  let unpacked = 0
  for await (const entry of zip.eachEntry()) {
    const refusal = refusalOf(entry)
    if (refusal) return refusal
    if (entries.has(entry.fileName)) return unreadable
    entries.set(entry.fileName, entry)
    unpacked += entry.uncompressedSize
  }
  return unpacked > UNPACKED_BYTES_MAX
    ? {
        problem: `The files of an export have at most ${UNPACKED_BYTES_MAX / 1_000_000_000} GB to be imported.`,
      }
    : entries
}

const readZip = async (zip: ZipFile): Promise<ReadArchive | Unreadable> => {
  const entries = await readDirectory(zip)
  if ('problem' in entries) return entries
  const found = findProject([...entries.keys()])
  const entry = found === null ? undefined : entries.get(`${found}project.json`)
  if (found === null || !entry) return foreign
  if (entry.uncompressedSize > PROJECT_TEXT_BYTES_MAX)
    return {
      problem: `This project has too much text: ${PROJECT_TEXT_BYTES_MAX / 1_000_000} MB are imported at most.`,
    }
  // The stream fails when more comes out of it than the directory says.
  const text = await readText(await zip.openReadStreamPromise(entry))
  const sizes = [...entries].flatMap(([name, { uncompressedSize }]) =>
    name.startsWith(found) ? [[name.slice(found.length), uncompressedSize] as const] : [],
  )
  return readProjectText(text, { folder: found, sizes: new Map(sizes) })
}

/** The folder that the project is in: none, or the one that packing an unpacked export again puts around it. */
const findProject = (names: readonly string[]): string | null => {
  if (names.includes('project.json')) return ''
  const folders = names.flatMap(name => /^((?!__MACOSX\/)[^/]+\/)project\.json$/.exec(name)?.[1] ?? [])
  return folders.length === 1 ? (folders[0] ?? null) : null
}

const read = async (path: string): Promise<ReadArchive | Unreadable> => {
  try {
    return await readZip(await yauzl.openPromise(path, { autoClose: false }))
  } catch (error) {
    // Errors of the disk are ours; all others say what is wrong with the file.
    if (error instanceof Error && 'syscall' in error) throw error
    return unreadable
  }
}

// The process that asked may be gone.
process.once('disconnect', () => process.exit())
const [, , path = '', limits] = process.argv
if (limits === 'current') chooseMediaLimits(limits)
const answer = await read(path).then(
  found => ({ read: found }),
  (error: Error) => ({ failure: error.message }),
)
process.send?.(answer)
