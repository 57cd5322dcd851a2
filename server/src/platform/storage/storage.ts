import type { Readable } from 'node:stream'

/** Where files are kept. Keys are unguessable and never reused, so what stands under one never changes. */
export type Storage = {
  /** Stores a file under a key; overwriting with the same bytes is harmless. */
  put(key: string, content: { path: string } | { bytes: Buffer }, contentType: string): Promise<void>
  /** The whole file. @throws StoredFileMissing */
  read(key: string): Promise<Buffer>
  /** The file as a stream, for the answer to a browser or a network; null where there is none. `range` in bytes, both ends inside. */
  open(
    key: string,
    range?: { start: number; end: number },
  ): Promise<{ stream: Readable; bytes: number; contentType: string } | null>
  remove(key: string): Promise<void>
}

/** The database names a file that storage does not have. */
export class StoredFileMissing extends Error {
  constructor(key: string) {
    super(`no stored file ${key}`)
  }
}

/** The three sizes of a picture (document 1 section 9), as they stand in a key and in an address. */
export const sizes = ['small', 'medium', 'original'] as const
export type Size = (typeof sizes)[number]

/** The storage key of one size of a media. */
export const sizeKey = (storageKey: string, size: Size): string => `${storageKey}/${size}`

/**
 * Where browsers and networks read a media. The key is 128 random bits: who has the address may read it, as the networks must, and
 * nobody finds it by guessing.
 */
export const publicUrlOf = (publicUrl: string, storageKey: string, size: Size): string =>
  `${publicUrl}/media/${storageKey}/${size}`
