import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, vi } from 'vitest'
import { makePublisher, type Publisher } from '#server/features/publishing/engine/publisher.ts'
import { publishingRoutes } from '#server/features/publishing/routes.ts'
import { scheduleRoutes } from '#server/features/schedules/routes.ts'
import type { NetworkAdapters } from '#server/networks/adapters.ts'
import type { NetworkAdapter } from '#server/networks/network-adapter.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import type { Route } from '#server/platform/http/route.ts'
import { buildCrowd, fillPosts } from '../../../bench/publishing/fill.ts'
import { startTestApp, type TestApp } from '../app.ts'

type Waits = {
  /** What a post waits for before it is sent. */
  readonly preparing?: (message: string) => Promise<void>
  /** How long a call is on its way. */
  readonly reaching?: () => Promise<void>
}

/** Networks that answer after a moment; `sent` lists every call that has reached one, by text. */
export const countingNetworks = ({ preparing, reaching }: Waits = {}) => {
  const sent: string[] = []
  const network: NetworkAdapter = {
    prepare: async ({ content }) => {
      await preparing?.(content.message)
      return { kind: 'ready' }
    },
    send: async ({ content }) => {
      await reaching?.()
      const externalId = String(sent.push(content.message))
      await sleep(Math.random() * 20)
      return { kind: 'published', externalId, permalink: 'https://network.example/', response: 'ok' }
    },
    lookUp: async () => ({ kind: 'absent' }),
    findPermalink: async () => null,
    addFirstComment: async () => ({ kind: 'not_added', response: 'no' }),
  }
  const networks: NetworkAdapters = {
    facebook: network,
    instagram: network,
    linkedin: network,
    twitter: network,
  }
  return { networks, sent }
}

/** An application and workers, each with connections of its own, that do the same work at once. New for each test. */
export const useRace = (more: readonly Route[] = []) => {
  let app: TestApp | null = null
  const closes: (() => Promise<void>)[] = []
  beforeEach(async () => {
    app = await startTestApp({
      routes: [...scheduleRoutes, ...publishingRoutes, ...more],
      config: { TOKEN_KEY: randomBytes(32).toString('hex') },
    })
  })
  afterEach(async () => {
    vi.useRealTimers()
    for (const close of closes.splice(0)) await close()
    await app?.close()
  })
  const kit = (): TestApp => {
    if (!app) throw new Error('the test has not begun')
    return app
  }
  return {
    kit,
    /** A worker with its own connections. */
    makeWorker: (networks: NetworkAdapters, own: Partial<Publisher> = {}): Publisher => {
      const { services, url } = kit()
      const { db, close } = openDatabase({ url, max: 3, log: services.log, connectTimeoutMs: 120_000 })
      closes.push(close)
      return makePublisher({ ...services, db }, { networks, ...own })
    },
    /** Posts that are all due at this moment, in turn over the projects. @returns the projects */
    fill: async (
      count: number,
      due: Date,
      size = { agencies: 5, projects: 10 },
      name = 'Raced',
    ): Promise<number[]> => {
      const { db, services } = kit()
      const { projectsOf } = await buildCrowd(db, services.config, size)
      const projectIds = [...projectsOf.values()].flat()
      await fillPosts(db, { projectIds, count, due, name })
      return projectIds
    },
    /** Schedules that are not released, and publications that are not over. */
    countOpen: async (): Promise<number> => {
      const { rows } = await sql<{ open: number }>`
        select ((select count(*) from schedules where released_at is null and deleted_at is null)
          + (select count(*) from publications where closed_at is null and held_at is null))::int as open`.execute(
        kit().db,
      )
      return rows[0]?.open ?? 0
    },
  }
}
