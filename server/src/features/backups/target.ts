import type { Readable } from 'node:stream'

/** A place for backups. Names have slashes. What has a name is whole: it is written under another one, or appears at once. */
export type BackupTarget = {
  /** As an operator wrote it. */
  readonly address: string
  /** @throws what went wrong, also where the stream did. Nothing is left under the name then */
  put(name: string, content: Readable): Promise<void>
  /** Null: there is nothing of that name. */
  open(name: string): Promise<Readable | null>
  /** The names below a folder, which ends in a slash. */
  list(folder: string): AsyncIterable<string>
  remove(name: string): Promise<void>
  /** Removes what a killed backup has left half written. */
  sweep(): Promise<void>
}
