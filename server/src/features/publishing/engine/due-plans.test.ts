import { beforeAll, expect, it } from 'vitest'
import { publishTimings } from '#domain/publishing/timings.ts'
import { listAbandoned } from '#server/features/posts/deletion/purge-abandoned-drafts.ts'
import { useTestApp } from '#testing/app.ts'
import { buildHistory, explainAll } from '#testing/history.ts'
import { buildProject } from '#testing/people.ts'
import { listCandidates, listDueInTurns, readNextDueMs } from './due.ts'

const kit = useTestApp({ routes: [] })
beforeAll(async () => {
  await buildHistory(kit.db, await buildProject(kit.db), 30_000)
})

const now = new Date()
const planned = { now, limit: 400, perAccount: 2, timings: publishTimings }

it.each<[string, string, Parameters<typeof explainAll>[1]]>([
  [
    'the schedules that are due',
    'schedules_due',
    db => listDueInTurns(db, now, { limit: 400, isBilled: true }),
  ],
  ['the publications to attempt next', 'publications_to_run', db => listCandidates(db, planned)],
  ['the time at which something is due next', 'schedules_due', db => readNextDueMs(db)],
  ['abandoned drafts', 'post_socials_temporary', db => listAbandoned(db, now, 100)],
])('The history is not read to find %s', async (_what, index, work) => {
  const plans = await explainAll(kit.url, work)
  expect(plans).toHaveLength(1)
  expect(plans[0]).toContain(index)
  expect(plans[0]).not.toMatch(/Seq Scan on (posts|post_socials|schedules|publications)\b/)
})

it('No schedule in the past is passed over to find what is due next', async () => {
  const [plan = ''] = await explainAll(kit.url, db => readNextDueMs(db))
  // Older versions of PostgreSQL add that it is not null. Open publications are few, so any of their indexes will do.
  expect(plan).toMatch(/Index Cond: .*\(datetime > .*now\(\)/)
})
