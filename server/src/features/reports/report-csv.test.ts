import { parse } from 'csv-parse/sync'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  createReportLink,
  freezeReport,
  getReportCsv,
  openReportCsv,
  revokeReportLinks,
  saveReport,
} from '#domain/reports/contract.ts'
import { testNow, useTestApp } from '#testing/app.ts'
import { buildPoints, buildPublished } from '#testing/figures.ts'
import { buildCast, type Cast } from '#testing/people.ts'
import { buildCampaign, buildPost } from '#testing/posts.ts'
import { buildReport } from '#testing/reports.ts'
import { reportRoutes } from './routes.ts'

let cast: Cast
let reportId: number
const app = useTestApp({ routes: reportRoutes })
beforeEach(async () => {
  app.clock.set(testNow)
  cast = await buildCast(app.db)
  reportId = await buildReport(app.db, cast.project)
})

const params = () => ({ projectId: cast.project.projectId, reportId })
const rowsOf = (csv: string): string[][] =>
  parse(csv, { bom: true, relax_column_count: true, skip_empty_lines: true })
const ask = () => app.ask(cast.creator, getReportCsv, { params: params() })

describe('A report as a table', () => {
  it('has its figures as numbers, also those below 0, day by day too', async () => {
    const metric = { network: 'facebook', metric: 'page_impressions' } as const
    await buildPoints(app.db, cast.project, { ...metric, from: '2026-05-01', values: [100, 50] })
    await buildPoints(app.db, cast.project, { ...metric, from: '2026-03-31', values: [100, 200] })
    const { status, data } = await ask()
    expect(status).toBe(200)
    const rows = rowsOf(data)
    expect(rows.find(row => row[1] === 'Impressions')?.slice(0, 5)).toEqual([
      ...['Facebook', 'Impressions', '150', '300', '-50'],
    ])
    expect(rows).toContainEqual(['Facebook', 'Impressions', '2026-05-02', '50'])
  })

  it('lists the posts with their whole figures, and nothing in it is run as a formula', async () => {
    const message = '=HYPERLINK("https://evil.example","Click")'
    const { postId, socialIds } = await buildPost(app.db, cast.project, {
      status: 'live',
      socials: [{ network: 'facebook', message }],
    })
    const at = new Date('2026-05-04T10:00:00Z')
    const readings = [{ read_at: at, likes: 7, comments: 2 }]
    await buildPublished(app.db, cast.project, socialIds[0] ?? 0, { at, readings })
    const campaign_id = await buildCampaign(app.db, cast.project, { name: '=Launch' })
    await app.db.updateTable('posts').set({ campaign_id }).where('id', '=', postId).execute()
    const body = { goal: '+1 follower', reasons: '-', version: 1 }
    await app.ask(cast.creator, saveReport, { params: params(), body })
    const rows = rowsOf((await ask()).data)
    const post = rows.find(row => row.includes(`'${message}`))
    expect(post?.[3]).toBe(`https://example.com/${socialIds[0]}`)
    expect(post?.slice(6, 8)).toEqual(['7', '2'])
    expect(rows).toContainEqual(["'+1 follower"])
    expect(rows).toContainEqual(["'=Launch", '1', '', '', '', '', '9', '9', '', ''])
    expect(rows).toContainEqual(['Client', '0', '', '', '', '0', '0'])
  })

  it('is for those who may write reports', async () => {
    for (const person of [cast.internal, cast.external])
      expect((await app.ask(person, getReportCsv, { params: params() })).status).toBe(403)
    expect((await app.ask(cast.stranger, getReportCsv, { params: params() })).status).toBe(404)
  })

  it('is read by a link until that is revoked, as it was frozen', async () => {
    await app.ask(cast.creator, freezeReport, { params: params(), body: { version: 1 } })
    const { data: link } = await app.ask(cast.creator, createReportLink, { params: params(), body: {} })
    const body = { token: new URL(link.url).hash.slice(1) }
    const shared = await app.ask(null, openReportCsv, { body })
    expect(shared.data).toBe((await ask()).data)
    await app.ask(cast.creator, revokeReportLinks, { params: params() })
    expect((await app.ask(null, openReportCsv, { body })).status).toBe(404)
  })
})
