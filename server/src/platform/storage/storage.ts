import type { Readable } from 'node:stream'

export type NewContent = { readonly path: string; readonly isSpare?: boolean } | { readonly bytes: Buffer }

/** File storage. Keys are unguessable and never reused; the file under a key stays the same picture, and changes only where it is cleaned. */
export type Storage = {
  /**
   * Stores a file under a key; overwriting with the same bytes is harmless. One that is spare may be moved instead of copied: nobody needs it
   * at its place any more, not even where storing fails.
   */
  put(key: string, content: NewContent, contentType: string): Promise<void>
  /** The whole file. @throws StoredFileMissing */
  read(key: string): Promise<Buffer>
  /**
   * The file as a stream, for a browser or a network. Null when it does not exist. `range` in bytes, inclusive; past the end of the file
   * the stream is empty. `bytes` is the whole file's.
   */
  open(
    key: string,
    range?: { start: number; end: number },
  ): Promise<{ stream: Readable; bytes: number; contentType: string } | null>
  remove(key: string): Promise<void>
  /** Every file that is stored, in no order. What is added or removed in the meantime may be missing or listed. */
  list(): AsyncIterable<StoredFile>
}

/** `stamp` differs whenever the file under the key was written again. */
export type StoredFile = { readonly key: string; readonly bytes: number; readonly stamp: string }

/** The database refers to a file that storage does not have. */
export class StoredFileMissing extends Error {
  constructor(key: string) {
    super(`no stored file ${key}`)
  }
}

/** The three sizes of a picture, as used in keys and addresses (docs/product/media.md "Preview sizes"). */
export const sizes = ['small', 'medium', 'original'] as const
export type Size = (typeof sizes)[number]

/** The storage key of one size of a media file. */
export const sizeKey = (storageKey: string, size: Size): string => `${storageKey}/${size}`

/** The same as `publicUrlOf` without the host: short, for lists of many posts. */
export const mediaPath = (storageKey: string, size: Size): string => `/media/${storageKey}/${size}`

/** The storage key in such a path, with the size; null: it is no path of a stored file. */
export const keyOfPath = (path: string): string | null =>
  /^\/media\/([\w-]+\/(?:small|medium|original))$/.exec(path)?.[1] ?? null

/** Where the people who may read a media file find it (docs/product/media.md "Who may read a file"). Networks get `signedUrlOf`. */
export const publicUrlOf = (publicUrl: string, storageKey: string, size: Size): string =>
  `${publicUrl}${mediaPath(storageKey, size)}`

/** The address of a logo or an avatar; null if there is none. */
export const pictureUrl = (publicUrl: string, storageKey: string | null, size: Size): string | null =>
  storageKey === null ? null : publicUrlOf(publicUrl, storageKey, size)
