import { beforeEach, describe, expect, it } from 'vitest'
import type { ApprovalType, PostSocialStatus } from '#domain/posts/status.ts'
import { deleteProject } from '#domain/projects/contract.ts'
import {
  openReport,
  openReportCsv,
  openReportPdf,
  openReportPictures,
  revokeReportLinks,
  sendReport,
} from '#domain/reports/contract.ts'
import { buildPoints } from '#testing/figures.ts'
import { readMails } from '#testing/mails.ts'
import { useReports } from '#testing/openings/reports.ts'
import { buildProject } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'

const { app, cast, params, inProject, read, send, linkToken, open } = useReports()

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

it('A mailed link says the language that its owner chose for the project, then for all; a copied one and that of an address none', async () => {
  const { userId } = cast.external
  const boss = 'boss@client.example'
  const body = { user_ids: [userId], emails: [boss], version: 1 }
  expect((await app.ask(cast.creator, sendReport, { params: params(), body })).status).toBe(200)
  const client = await app.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const mailedTo = async (email: string) => (await readMails(app, email)).at(-1)?.link?.hash.slice(1) ?? ''
  const spoken = async (token: string) => (await open(token)).data.reader_language
  const mailed = await mailedTo(client.email)
  const copied = await linkToken()
  expect(await spoken(mailed)).toBeNull()
  await app.db.updateTable('users').set({ language: 'nl' }).where('id', '=', userId).execute()
  expect(await spoken(mailed)).toBe('nl')
  const choose = (projectId: number, language: 'pl' | 'fr') =>
    app.db
      .updateTable('project_members')
      .set({ language })
      .where('user_id', '=', userId)
      .where('project_id', '=', projectId)
      .execute()
  const { projectId } = await buildProject(app.db)
  const member = { project_id: projectId, user_id: userId, role: 'external-approver' as const }
  await app.db.insertInto('project_members').values(member).execute()
  await choose(projectId, 'fr')
  expect(await spoken(mailed)).toBe('nl')
  await choose(cast.project.projectId, 'pl')
  expect(await spoken(mailed)).toBe('pl')
  expect(await spoken(copied)).toBeNull()
  expect(await spoken(await mailedTo(boss))).toBeNull()
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
