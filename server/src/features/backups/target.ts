import { Readable } from 'node:stream'
import { ConfigError } from '#server/config.ts'

/** The place itself cannot be used at the moment: this says nothing about the backups in it. */
export class PlaceProblem extends ConfigError {}

/** The stream, in which whatever goes wrong is the place's problem. */
export const readingFrom = (address: string, content: Readable): Readable =>
  Readable.from(
    (async function* () {
      try {
        yield* content
      } catch (error) {
        const said = error instanceof Error ? error.message : String(error)
        throw new PlaceProblem(
          `The backups in ${address} cannot be read (${said}). Check the connection or the disk, then try again.`,
          { cause: error },
        )
      }
    })(),
    { objectMode: false },
  )

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
