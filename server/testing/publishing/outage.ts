import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { publishTimings } from '#domain/publishing/timings.ts'
import type { NetworkAdapter } from '#server/networks/network-adapter.ts'
import type { Db } from '#server/platform/db/database.ts'

/** A network in memory: `posts` lists what was published, by text. */
export const memoryNetwork = () => {
  const posts = new Map<string, string>()
  let calls = 0
  const network: NetworkAdapter = {
    prepare: async () => ({ kind: 'ready' }),
    send: async ({ content }) => {
      calls += 1
      const externalId = String(calls)
      await sleep(50 + Math.random() * 200)
      posts.set(content.message, externalId)
      await sleep(50 + Math.random() * 200)
      return { kind: 'published', externalId, permalink: 'https://network.example/', response: 'ok' }
    },
    lookUp: async ({ content }) => {
      const externalId = posts.get(content.message)
      return externalId ? { kind: 'present', externalId, permalink: null } : { kind: 'absent' }
    },
    findPermalink: async () => null,
    addFirstComment: async () => ({ kind: 'not_added', response: 'no' }),
  }
  return {
    networks: { facebook: network, instagram: network, linkedin: network, twitter: network },
    posts,
    calls: () => calls,
  }
}

/** So that what an outage cut off is looked up within seconds. */
export const quickTimings = {
  ...publishTimings,
  leaseMs: 3_000,
  firstLookUpMs: 500,
  lookUpEveryMs: 300,
  absentAfterMs: 1_500,
  backoffMs: [200],
}

export const countLive = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ live: number }>`
    select count(*)::int as live from post_socials where status = 'live'`.execute(db)
  return rows[0]?.live ?? 0
}
