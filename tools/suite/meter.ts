import { listProcesses, type Process } from './processes.ts'

/**
 * Adds up the processor seconds of programs with everything that they start, by looking at them now and then. Of a child that came and
 * went between two looks its parent tells.
 */
export class Meter {
  readonly #seen = new Map<string, Process>()
  #alive: ReadonlySet<string> = new Set()
  readonly #roots = new Set<number>()

  /** From now on this process counts, with everything that it starts. */
  add(pid: number): void {
    this.#roots.add(pid)
  }

  look(processes: readonly Process[] = listProcesses()): void {
    const parents = new Set(this.#living().map(({ pid }) => pid))
    for (const each of processes) {
      if (!this.#seen.has(each.id) && !parents.has(each.parent) && !this.#roots.has(each.pid)) continue
      this.#seen.set(each.id, each)
      parents.add(each.pid)
    }
    this.#alive = new Set(processes.map(({ id }) => id))
  }

  /** Null where the system does not tell. */
  seconds(): number | null {
    if (this.#seen.size === 0) return null
    // What its parent's time of waiting contains already.
    const counted = new Map<number, number>()
    for (const { id, parent, own, waited } of this.#seen.values())
      if (!this.#alive.has(id)) counted.set(parent, (counted.get(parent) ?? 0) + own + waited)
    return [...this.#seen.values()].reduce(
      (sum, { pid, own, waited }) => sum + own + Math.max(0, waited - (counted.get(pid) ?? 0)),
      0,
    )
  }

  #living(): Process[] {
    return [...this.#seen.values()].filter(({ id }) => this.#alive.has(id))
  }
}
