import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Fault, type FaultName, type FaultTarget, faultKinds, type SocialNetwork } from './model.ts'
import type { Store } from './store.ts'

export type NewFault = {
  network: SocialNetwork
  fault: FaultName
  account?: string | undefined
  times?: number | null | undefined
  delay_ms?: number | undefined
  retry_after?: number | undefined
}

export type Faults = ReturnType<typeof createFaults>

const DEFAULT_DELAY_MS = 30_000

/** Active faults. They are kept in the store, so that restarting the sandbox does not end an outage. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: small methods that share one store
export function createFaults(store: Store, now: () => number) {
  const applies = (fault: Fault, account: string) =>
    fault.remaining !== 0 && (fault.account === '' || fault.account === account)
  let cleared = new AbortController()

  /** Uses one of the faults for this kind of call, the oldest first. */
  function take(target: FaultTarget, network: SocialNetwork, account: string): Fault | undefined {
    const fault = store
      .list('fault', { network })
      .findLast(each => faultKinds[each.fault].target === target && applies(each, account))
    if (!fault) return undefined
    const remaining = fault.remaining === null ? null : fault.remaining - 1
    const taken = { ...fault, remaining, hits: fault.hits + 1 }
    store.put('fault', taken)
    return taken
  }

  return {
    /** Adds a fault. It applies once by default; `times: null` lasts until it is removed. */
    add(newFault: NewFault): Fault {
      const times = newFault.times === undefined ? 1 : newFault.times
      const fault: Fault = {
        id: randomUUID(),
        network: newFault.network,
        account: newFault.account ?? '',
        created_at: now(),
        fault: newFault.fault,
        times,
        remaining: times,
        hits: 0,
      }
      if (
        newFault.delay_ms !== undefined ||
        ['slow', 'figures_slow', 'publishing_slow'].includes(newFault.fault)
      )
        fault.delay_ms = newFault.delay_ms ?? DEFAULT_DELAY_MS
      if (newFault.retry_after !== undefined) fault.retry_after = newFault.retry_after
      store.put('fault', fault)
      return fault
    },
    list: () => store.list('fault'),
    remove: (id: string) => store.remove('fault', id),
    /** Removes all faults; delayed calls continue at once. */
    clear(): void {
      store.clear(['fault'])
      cleared.abort()
      cleared = new AbortController()
    },
    /** Waits for the fault's delay, or until all faults are cleared. @throws if the sandbox stops before */
    async delay({ delay_ms }: Fault, stopping: AbortSignal): Promise<void> {
      if (!delay_ms) return
      const signal = AbortSignal.any([stopping, cleared.signal])
      await sleep(delay_ms, undefined, { signal }).catch((error: unknown) => {
        stopping.throwIfAborted()
        if (!cleared.signal.aborted && !signal.aborted) throw error
      })
    },
    take,
    takeForPublish: (network: SocialNetwork, account: string) => take('publish', network, account),
    /** Whether this read of published posts must fail. */
    takeForReadBack: (network: SocialNetwork, account: string) =>
      take('read_back', network, account) !== undefined,
  }
}
