import { setTimeout as sleep } from 'node:timers/promises'
import type { NetworkAdapters } from '#server/networks/adapters.ts'
import type { NetworkAdapter } from '#server/networks/network-adapter.ts'

/** What arrived at a network, and when: milliseconds since 1970 on this machine's clock. */
export type Sent = { readonly text: string; readonly at: number }

const FASTEST_MS = 150
const SLOWEST_MS = 450
/** Galley's timeout for the irreversible call. */
const HANG_MS = 30_000

/** Networks in memory that take 150 to 450 ms for a post. `hangs`: the share of calls that are never answered. */
export const hastyNetworks = (hangs: number): { networks: NetworkAdapters; sent: Sent[] } => {
  const sent: Sent[] = []
  const found = new Map<string, string>()
  const network: NetworkAdapter = {
    prepare: async () => ({ kind: 'ready' }),
    send: async ({ content }) => {
      const externalId = `${sent.push({ text: content.message, at: Date.now() })}/${process.pid}`
      found.set(content.message, externalId)
      const isHanging = Math.random() < hangs
      await sleep(isHanging ? HANG_MS : FASTEST_MS + Math.random() * (SLOWEST_MS - FASTEST_MS))
      const permalink = 'https://network.example/post'
      return isHanging
        ? { kind: 'unknown', response: 'No answer.' }
        : { kind: 'published', externalId, permalink, response: 'ok' }
    },
    lookUp: async ({ content }) => {
      await sleep(FASTEST_MS)
      const externalId = found.get(content.message)
      return externalId ? { kind: 'present', externalId, permalink: null } : { kind: 'absent' }
    },
    findPermalink: async () => null,
    addFirstComment: async () => ({ kind: 'added', externalId: 'comment' }),
  }
  return {
    networks: { facebook: network, instagram: network, linkedin: network, twitter: network },
    sent,
  }
}
