import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deleteReport } from '#domain/reports/contract.ts'
import { testNow } from '#testing/app.ts'
import { buildPoints } from '#testing/figures.ts'
import { useReports } from '#testing/openings/reports.ts'

const { app, cast, params, read, save, send, linkToken, open, buildLive } = useReports()

describe('A sent report', () => {
  it('reads in June as it did when it was sent, whatever happens to figures, posts and names', async () => {
    const social = await buildLive('03', 4)
    const metric = { network: 'facebook', metric: 'page_fans' } as const
    await buildPoints(app.db, cast.project, { ...metric, from: '2026-05-01', values: [10, 20] })
    const token = await send().then(linkToken)
    const shared = (await open(token)).data
    const before = (await read()).data
    expect(shared.content).toEqual(before.content)
    const changes = {
      corrected: () => app.db.updateTable('metric_points').set({ value: 99_999 }).execute(),
      liked: () => app.db.updateTable('post_figures').set({ likes: 77 }).execute(),
      deleted: () => app.db.updateTable('posts').set({ deleted_at: testNow }).execute(),
      rewritten: () =>
        app.db.updateTable('post_socials').set({ message: 'New' }).where('id', '=', social).execute(),
      renamed: () => app.db.updateTable('projects').set({ name: 'Renamed' }).execute(),
      later: async () => app.clock.advance(3 * 86_400_000),
    }
    const names = Object.keys(changes) as (keyof typeof changes)[]
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(names, { minLength: 1 }), async order => {
        for (const name of order) await changes[name]()
        expect((await read()).data).toEqual(before)
      }),
      { numRuns: 8 },
    )
    app.clock.set(testNow)
    expect((await open(token)).data).toEqual(shared)
  })

  it('can be neither changed nor deleted nor sent again', async () => {
    expect((await send()).status).toBe(200)
    expect((await save(1, 'Other')).code).toBe('report_sent')
    expect((await send()).code).toBe('report_sent')
    expect((await app.ask(cast.creator, deleteReport, { params: params() })).code).toBe('report_sent')
  })

  it('is not sent with texts that the sender has not seen', async () => {
    await save(1, 'Grow')
    expect((await send(1)).code).toBe('stale_version')
    expect((await read()).data.sent_at).toBeNull()
  })
})
