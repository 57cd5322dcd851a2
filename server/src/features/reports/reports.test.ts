import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ApprovalType, PostSocialStatus } from '#domain/posts/status.ts'
import { deleteProject } from '#domain/projects/contract.ts'
import {
  createReport,
  createReportLink,
  deleteReport,
  freezeReport,
  getReport,
  listReports,
  openReport,
  openReportCsv,
  openReportPdf,
  openReportPictures,
  revokeReportLinks,
  saveReport,
} from '#domain/reports/contract.ts'
import { projectRoutes } from '#server/features/projects/routes.ts'
import { type TestPerson, testNow, useTestApp } from '#testing/app.ts'
import { buildPoints, buildPublished } from '#testing/figures.ts'
import { buildCast, type Cast } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { buildReport } from '#testing/reports.ts'
import { reportRoutes } from './routes.ts'

let cast: Cast
let reportId: number
const app = useTestApp({ routes: [...reportRoutes, ...projectRoutes] })
beforeEach(async () => {
  app.clock.set(testNow)
  cast = await buildCast(app.db)
  reportId = await buildReport(app.db, cast.project)
})

const params = () => ({ projectId: cast.project.projectId, reportId })
const inProject = () => ({ params: { projectId: cast.project.projectId } })
const read = (person: TestPerson = cast.creator) => app.ask(person, getReport, { params: params() })
const save = (version: number, goal: string, person: TestPerson = cast.creator) =>
  app.ask(person, saveReport, { params: params(), body: { goal, reasons: '', version } })
const send = (version = 1) => app.ask(cast.creator, freezeReport, { params: params(), body: { version } })
const makeLink = () => app.ask(cast.creator, createReportLink, { params: params(), body: {} })
const open = (token: string) => app.ask(null, openReport, { body: { token } })
const linkToken = async () => new URL((await makeLink()).data.url).hash.slice(1)

/** A post that went out on Facebook on that day of May, with so many likes. */
const buildLive = async (day: string, likes: number) => {
  const { socialIds } = await buildPost(app.db, cast.project, { status: 'live' })
  const [id = 0] = socialIds
  const at = new Date(`2026-05-${day}T10:00:00Z`)
  await buildPublished(app.db, cast.project, id, { at, readings: [{ read_at: at, likes }] })
  return id
}

describe('A draft', () => {
  it('shows figures against the period before and a usual one', async () => {
    const metric = { network: 'facebook', metric: 'page_impressions' } as const
    await buildPoints(app.db, cast.project, { ...metric, from: '2026-05-01', values: [100, 200] })
    await buildPoints(app.db, cast.project, { ...metric, from: '2026-03-31', values: [50, 150] })
    const { content } = (await read()).data
    expect(content.networks[0]?.figures.find(({ label }) => label === 'Impressions')).toEqual({
      label: 'Impressions',
      value: 300,
      previous: 200,
      change: 50,
      trailing: 3100,
      daily: [100, 200, ...Array.from({ length: 29 }, () => null)],
    })
    expect(content.suggestions).toEqual(['Impressions on Facebook rose by 50 % (from 200 to 300).'])
  })

  it('compares a period that has just begun with as many days, and nothing with days that are not known', async () => {
    const metric = { network: 'facebook', metric: 'page_impressions' } as const
    const impressions = async () =>
      (await read()).data.content.networks[0]?.figures.find(({ label }) => label === 'Impressions')
    await buildPoints(app.db, cast.project, { ...metric, from: '2026-05-01', values: [100, 100] })
    expect(await impressions()).toMatchObject({ value: 200, previous: null, change: null })
    await buildPoints(app.db, cast.project, { ...metric, from: '2026-04-10', values: [80, 80, 80] })
    expect(await impressions()).toMatchObject({ value: 200, previous: null, change: null })
    await buildPoints(app.db, cast.project, { ...metric, from: '2026-03-31', values: Array(10).fill(80) })
    expect(await impressions()).toMatchObject({ value: 200, previous: 160, change: 25 })
  })

  it('counts paid followers of LinkedIn as well', async () => {
    await app.db
      .updateTable('reports')
      .set({ networks: ['linkedin'] })
      .where('id', '=', reportId)
      .execute()
    const days = { network: 'linkedin', from: '2026-05-30' } as const
    await buildPoints(app.db, cast.project, { ...days, metric: 'organic_followers', values: [40, 50] })
    await buildPoints(app.db, cast.project, { ...days, metric: 'paid_followers', values: [5, 6] })
    const { figures = [] } = (await read()).data.content.networks[0] ?? {}
    expect(figures.find(({ label }) => label === 'Followers')).toMatchObject({ value: 56 })
  })

  it('lists what went out on its networks, with the best and the worst post', async () => {
    const [poor, good, middle] = [
      await buildLive('03', 1),
      await buildLive('04', 9),
      await buildLive('31', 5),
    ]
    await buildLive('31', 3)
    const linkedin = await buildPost(app.db, cast.project, {
      socials: [{ network: 'linkedin' }],
      status: 'live',
    })
    await buildPublished(app.db, cast.project, linkedin.socialIds[0] ?? 0, { at: new Date('2026-05-05') })
    const { posts } = (await read()).data.content
    expect(posts.slice(0, 3).map(({ post_social_id, rank }) => [post_social_id, rank])).toEqual([
      [poor, 'worst'],
      [good, 'best'],
      [middle, null],
    ])
    expect(posts).toHaveLength(4)
    expect(posts[0]?.permalink).toBe(`https://example.com/${poor}`)
  })

  it('is made for days and networks, and listed with the newest period first', async () => {
    const body = { from: '2026-06-01', to: '2026-06-30', networks: ['linkedin' as const] }
    const made = await app.ask(cast.creator, createReport, { ...inProject(), body })
    expect(made.status).toBe(200)
    const { data } = await app.ask(cast.admin, listReports, inProject())
    expect(data.map(({ id }) => id)).toEqual([made.data.id, reportId])
    expect(data[0]).toMatchObject({ ...body, sent_at: null })
  })

  it.each([
    ['no network', { from: '2026-06-01', to: '2026-06-30', networks: [] }],
    ['a network twice', { from: '2026-06-01', to: '2026-06-30', networks: ['twitter', 'twitter'] }],
    ['a year that is a slip', { from: '0026-06-01', to: '0026-06-30', networks: ['twitter'] }],
    ['days in the wrong order', { from: '2026-06-30', to: '2026-06-01', networks: ['twitter'] }],
  ])('is not made with %s', async (_, body) => {
    const made = await app.ask(cast.creator, createReport, { ...inProject(), body: body as never })
    expect(made).toMatchObject({ status: 422, code: 'validation_error' })
  })

  it('refuses the texts of somebody who has not seen the newest', async () => {
    expect((await save(1, 'Grow')).data).toEqual({ version: 2 })
    expect((await save(1, 'Shrink', cast.admin)).code).toBe('stale_version')
    expect((await read()).data).toMatchObject({ goal: 'Grow', version: 2 })
  })

  it.each([1.5, -1e300])('refuses the version %d, which none can have', async version => {
    expect((await save(version, 'Grow')).status).toBe(422)
    expect((await send(version)).status).toBe(422)
  })

  it('can be deleted, and has no links', async () => {
    expect(await makeLink()).toMatchObject({ status: 409, code: 'report_not_sent' })
    expect((await app.ask(cast.creator, deleteReport, { params: params() })).status).toBe(200)
    expect((await read()).status).toBe(404)
  })
})

describe('A sent report', () => {
  it('reads in June as it did when it was sent, whatever happens to figures, posts and names', async () => {
    const social = await buildLive('03', 4)
    const metric = { network: 'facebook', metric: 'page_fans' } as const
    await buildPoints(app.db, cast.project, { ...metric, from: '2026-05-01', values: [10, 20] })
    const token = await send().then(linkToken)
    const [before, shared] = [(await read()).data, (await open(token)).data]
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

describe('The client who reads a report', () => {
  it('reads nothing of drafts, and no text that has not reached them', async () => {
    const schedule = { date: '2026-05-10', time: '09:00' }
    const build = async (status: PostSocialStatus, sent_back_in: ApprovalType | null = null) => {
      const message = `${status} ${sent_back_in}`
      const { socialIds } = await buildPost(app.db, cast.project, {
        socials: [{ network: 'facebook', message }],
        status,
        schedule,
      })
      const [id = 0] = socialIds
      await app.db.updateTable('post_socials').set({ sent_back_in }).where('id', '=', id).execute()
    }
    await build('draft')
    await build('pending_internal_approval')
    await build('pending_external_approval')
    await build('requires_revision', 'internal')
    await build('requires_revision', 'external')
    await build('publishing_failed')
    await send()
    const { approvals } = (await open(await linkToken())).data.content
    expect(approvals.not_out.map(({ reason, message }) => [reason, message])).toEqual([
      ['waiting_for_agency', ''],
      ['waiting_for_client', 'pending_external_approval null'],
      ['sent_back', ''],
      ['sent_back', 'requires_revision external'],
      ['failed', 'publishing_failed null'],
    ])
  })

  it('reads no sentence that the writer did not take', async () => {
    const metric = { network: 'facebook', metric: 'page_fans' } as const
    await buildPoints(app.db, cast.project, { ...metric, from: '2026-04-30', values: [10, 20] })
    expect((await read()).data.content.suggestions).toHaveLength(1)
    await send()
    expect((await open(await linkToken())).data.content.suggestions).toEqual([])
  })
})

describe('A link to a report', () => {
  beforeEach(async () => {
    expect((await send()).status).toBe(200)
  })

  it('is read without signing in as often as anybody likes, and only its hash is kept', async () => {
    const token = await linkToken()
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    expect((await open(token)).status).toBe(200)
    expect((await open(token)).status).toBe(200)
    const rows = await app.db.selectFrom('report_links').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    expect((await read()).data.links).toBe(1)
  })

  it('is not found when it was revoked, has expired or never was, or its project is gone', async () => {
    const missing = { status: 404, code: 'not_found' }
    const token = await linkToken()
    expect(await open('x'.repeat(43))).toMatchObject(missing)
    const revoked = await app.ask(cast.admin, revokeReportLinks, { params: params() })
    expect(revoked.data).toEqual({ revoked: 1 })
    expect(await open(token)).toMatchObject(missing)
    const second = await linkToken()
    app.clock.advance(90 * 86_400_000)
    expect(await open(second)).toMatchObject(missing)
    const third = await linkToken()
    expect((await open(third)).status).toBe(200)
    expect((await app.ask(cast.admin, deleteProject, inProject())).status).toBe(200)
    expect(await open(third)).toMatchObject(missing)
  })
})

describe('A link to a report ends with what its maker may see', () => {
  beforeEach(async () => {
    expect((await send()).status).toBe(200)
  })
  const ofMaker = () => ({ projectId: cast.project.projectId, userId: cast.creator.userId })
  const endings: [string, () => Promise<unknown>][] = [
    [
      'leaves the project',
      () => app.db.deleteFrom('project_members').where('user_id', '=', ofMaker().userId).execute(),
    ],
    [
      'is blocked',
      () =>
        app.db.updateTable('users').set({ is_blocked: true }).where('id', '=', ofMaker().userId).execute(),
    ],
    [
      'becomes an approver',
      () =>
        app.db
          .updateTable('project_members')
          .set({ role: 'internal-approver' })
          .where('user_id', '=', ofMaker().userId)
          .execute(),
    ],
  ]

  it.each(endings)('who %s: it is not found, in any form, and counts no more', async (_, end) => {
    const token = await linkToken()
    const readAll = () =>
      Promise.all(
        [openReport, openReportPictures, openReportCsv, openReportPdf].map(
          async endpoint => (await app.ask(null, endpoint as typeof openReport, { body: { token } })).status,
        ),
      )
    expect(await readAll()).toEqual([200, 200, 200, 200])
    expect((await read(cast.admin)).data.links).toBe(1)
    await end()
    expect(await readAll()).toEqual([404, 404, 404, 404])
    expect((await read(cast.admin)).data.links).toBe(0)
  })
})

describe('Reports are for those who write them', () => {
  it('approvers are refused, and strangers find nothing', async () => {
    for (const person of [cast.internal, cast.external]) {
      expect((await read(person)).status).toBe(403)
      expect((await app.ask(person, listReports, inProject())).status).toBe(403)
    }
    expect((await read(cast.stranger)).status).toBe(404)
  })

  it('a report of another project is not found through one’s own', async () => {
    const theirs = { projectId: cast.elsewhere.projectId, reportId }
    expect((await app.ask(cast.stranger, getReport, { params: theirs })).status).toBe(404)
    const body = { goal: '', reasons: '', version: 1 }
    expect((await app.ask(cast.stranger, saveReport, { params: theirs, body })).status).toBe(404)
    const sent = await app.ask(cast.stranger, freezeReport, { params: theirs, body: { version: 1 } })
    expect(sent.status).toBe(404)
    expect((await app.ask(cast.stranger, deleteReport, { params: theirs })).status).toBe(404)
  })
})
