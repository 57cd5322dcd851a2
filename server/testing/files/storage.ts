import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { type Storage, StoredFileMissing } from '#server/platform/storage/storage.ts'

/** Storage in memory. `files` has its content by key. */
export const memoryStorage = (): Storage & { files: Map<string, { bytes: Buffer; contentType: string }> } => {
  const files = new Map<string, { bytes: Buffer; contentType: string }>()
  return {
    files,
    put: async (key, content, contentType) => {
      files.set(key, {
        bytes: 'bytes' in content ? content.bytes : await readFile(content.path),
        contentType,
      })
    },
    read: async key => {
      const file = files.get(key)
      if (!file) throw new StoredFileMissing(key)
      return file.bytes
    },
    open: async (key, range) => {
      const file = files.get(key)
      if (!file) return null
      const bytes = range ? file.bytes.subarray(range.start, range.end + 1) : file.bytes
      return { stream: Readable.from([bytes]), bytes: file.bytes.length, contentType: file.contentType }
    },
    remove: async key => {
      files.delete(key)
    },
    list: async function* () {
      for (const [key, { bytes }] of files) yield { key, bytes: bytes.length, stamp: '' }
    },
  }
}
