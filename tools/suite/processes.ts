import { readdirSync, readFileSync } from 'node:fs'

/**
 * A process of this machine. `own`: the processor seconds that it has needed; `waited`: those of its ended children. A process id is
 * used again, together with the time of the start it is unique.
 */
export type Process = { id: string; pid: number; parent: number; own: number; waited: number }

/** The variable that every program of a run inherits. It says whose a process is even when its parent has ended. */
export const runMark = 'GALLEY_TEST_RUN'

/** Linux counts processor time in hundredths of a second. */
const TICKS = 100

/** All processes of this machine; none on systems without /proc. */
export function listProcesses(): Process[] {
  return numbersIn('/proc').flatMap(pid => {
    const text = read(`/proc/${pid}/stat`)
    return text === '' ? [] : [parseStat(pid, text)]
  })
}

/** A line of /proc/<pid>/stat. A program's name may contain spaces and brackets: its fields begin after the last one. */
export function parseStat(pid: number, text: string): Process {
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const seconds = (first: number) => ((fields[first] ?? 0) + (fields[first + 1] ?? 0)) / TICKS
  return { id: `${pid}@${fields[19]}`, pid, parent: fields[1] ?? 0, own: seconds(11), waited: seconds(13) }
}

/** Whether the process has inherited the mark of this run. */
export const isOfRun = (pid: number, run: string): boolean =>
  read(`/proc/${pid}/environ`).split('\0').includes(`${runMark}=${run}`)

/** The name of the program, at most 15 characters. */
export const programOf = (pid: number): string => read(`/proc/${pid}/comm`).trim()

function numbersIn(folder: string): number[] {
  try {
    return readdirSync(folder).map(Number).filter(Boolean)
  } catch (error) {
    if ('syscall' in (error as Error)) return []
    throw error
  }
}

/** Empty if the process has ended, or belongs to somebody else. */
function read(file: string): string {
  try {
    return readFileSync(file, 'latin1')
  } catch (error) {
    if ('syscall' in (error as Error)) return ''
    throw error
  }
}
