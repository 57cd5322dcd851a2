import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Megabytes of a process that it shares with no other, and its share of the rest; 0 where the system does not tell. */
const proportionalMegabytes = (pid: number): number => {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    return Number(/Pss:\s+(\d+)/.exec(rollup)?.[1] ?? 0) / 1024
  } catch (error) {
    // It has ended since, or belongs to another account.
    if ('code' in (error as Error)) return residentMegabytes(pid)
    throw error
  }
}

const residentMegabytes = (pid: number): number => {
  try {
    const [, pages = '0', shared = '0'] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')
    return ((Number(pages) - Number(shared)) * 4096) / 1_048_576
  } catch (error) {
    if ('code' in (error as Error)) return 0
    throw error
  }
}

const parents = (): Map<number, number> =>
  new Map(
    readdirSync('/proc')
      .filter(name => /^\d+$/.test(name))
      .flatMap(name => {
        try {
          const after = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1) ?? ''
          return [[Number(name), Number(after.split(' ')[1])] as const]
        } catch (error) {
          if ('code' in (error as Error)) return []
          throw error
        }
      }),
  )

const withDescendants = (pid: number): number[] => {
  const parentOf = parents()
  const found = [pid]
  for (const one of found) for (const [child, parent] of parentOf) if (parent === one) found.push(child)
  return found
}

const postmasterOf = (dataDir: string): number => {
  const [pid = '0'] = readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
  return Number(pid)
}

const isSandbox = (pid: number): boolean => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('sandbox/src/main.ts')
  } catch (error) {
    if ('code' in (error as Error)) return false
    throw error
  }
}

/**
 * Megabytes in use by Galley (web and worker are one process), by the sandbox beside it, which an installation does not have, and by its
 * database. `total` is without the sandbox. Null where /proc is missing.
 */
export const memoryOf = ({ pid, dataDir }: { pid: number; dataDir: string }) => {
  if (process.platform !== 'linux') return null
  const sum = (root: number) =>
    withDescendants(root).reduce((total, one) => total + proportionalMegabytes(one), 0)
  const database = sum(postmasterOf(dataDir))
  // The database was started detached: it is no child, or is counted once.
  const postgres = new Set(withDescendants(postmasterOf(dataDir)))
  const own = withDescendants(pid).filter(one => !postgres.has(one))
  const sumOf = (pids: readonly number[]) =>
    pids.reduce((total, one) => total + proportionalMegabytes(one), 0)
  const sandbox = sumOf(own.filter(isSandbox))
  const galley = sumOf(own.filter(one => !isSandbox(one)))
  return { galley, sandbox, database, total: galley + database }
}
