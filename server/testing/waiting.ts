import { sql } from 'kysely'
import { expect } from 'vitest'
import type { TestApp } from './app.ts'

/** Waits until this many calls are waiting for a lock that someone else has. */
export const untilWaiting = ({ db }: TestApp, count: number): Promise<void> =>
  expect
    .poll(async () => {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      return rows[0]?.count
    })
    .toBe(count)
