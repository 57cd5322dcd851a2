import { createHash } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolders } from '../make-folders.ts'

/**
 * The workers' counter of heartbeats, kept outside of what a copy of the database takes along: a database that counts less went back in
 * time, also where its files look as before (decision 157). Written after the commit, so it is never ahead of a database that goes on.
 */
export type Witness = {
  /** @returns null if nothing is known of this system */
  read(system: string | null): Promise<number | null>
  /** Of what several processes keep, the greatest stays. A place that cannot be written keeps nothing, which is no fault. */
  keep(system: string | null, beats: number): Promise<void>
}

type Place = {
  readonly DATABASE_URL?: string | undefined
  readonly dataDir: string
  readonly stateDir: string | null
}

/** A copied data folder would take it along, so that of the embedded database is kept among the user's own files. */
const witnessFile = ({ DATABASE_URL, dataDir, stateDir }: Place): string | null => {
  if (DATABASE_URL) return join(dataDir, 'heartbeat')
  if (!stateDir) return null
  return join(stateDir, 'galley', createHash('sha256').update(dataDir).digest('hex').slice(0, 32))
}

export const makeWitness = (place: Place): Witness => {
  const file = witnessFile(place)
  if (file === null) return { read: async () => null, keep: async () => undefined }
  const read: Witness['read'] = async system => {
    const text = await readFile(file, 'utf8').catch(() => '')
    // The end of the line tells that it is whole.
    const [, of, beats] = /^(\S+) (\d{1,15})\n$/.exec(text) ?? []
    return of === nameOf(system) ? Number(beats) : null
  }
  return {
    read,
    keep: async (system, beats) => {
      const kept = await read(system)
      if (kept === null || kept < beats) await replace(file, `${nameOf(system)} ${beats}\n`)
    },
  }
}

/** Another system on the same folder is another database, of which the counter says nothing. */
const nameOf = (system: string | null): string => system ?? 'unknown'

/** By a rename, so that nobody reads half of it. */
const replace = async (file: string, text: string): Promise<void> => {
  const own = `${file}.${process.pid}`
  try {
    makeFolders(dirname(file), 0o700)
    await writeFile(own, text)
    await rename(own, file)
  } catch {
    // Read-only, full or somebody else's: there is no witness then, and everything else goes on.
    await rm(own, { force: true }).catch(() => undefined)
  }
}
