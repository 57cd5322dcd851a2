import sharp from 'sharp'
import { beforeEach, expect } from 'vitest'
import {
  createReportLink,
  freezeReport,
  getReport,
  openReport,
  saveReport,
} from '#domain/reports/contract.ts'
import { projectRoutes } from '#server/features/projects/routes.ts'
import { reportRoutes } from '#server/features/reports/routes.ts'
import { type TestApp, type TestPerson, testNow, useTestApp } from '../app.ts'
import { buildPublished } from '../figures.ts'
import { readPdf } from '../files/pdf.ts'
import { type Cast, useNewCast } from '../people.ts'
import { buildMedia, buildPost } from '../posts.ts'
import { prepared } from '../prepared.ts'
import { buildReport } from '../reports.ts'

type Params = () => { readonly projectId: number; readonly reportId: number }

/** What its writer does with a report, and what anybody does who has the link to it. */
const reportCalls = (app: TestApp, cast: Cast, params: Params) => {
  const makeLink = () => app.ask(cast.creator, createReportLink, { params: params(), body: {} })
  return {
    read: (person: TestPerson = cast.creator) => app.ask(person, getReport, { params: params() }),
    save: (version: number, goal: string, person: TestPerson = cast.creator) =>
      app.ask(person, saveReport, { params: params(), body: { goal, reasons: '', version } }),
    send: (version = 1) => app.ask(cast.creator, freezeReport, { params: params(), body: { version } }),
    makeLink,
    linkToken: async () => new URL((await makeLink()).data.url).hash.slice(1),
    open: (token: string) => app.ask(null, openReport, { body: { token } }),
  }
}

/** Opens a test of reports: before each test new people with the draft of a report about May, on the first of June. */
export const useReports = () => {
  const app = useTestApp({ routes: [...reportRoutes, ...projectRoutes] })
  beforeEach(() => app.clock.set(testNow))
  const cast = useNewCast(app)
  const report = prepared(beforeEach, async () => ({ id: await buildReport(app.db, cast.project) }))
  const params = () => ({ projectId: cast.project.projectId, reportId: report.id })
  const inProject = () => ({ params: { projectId: cast.project.projectId } })
  /** A post that went out on Facebook on that day of May, with so many likes. */
  const buildLive = async (day: string, likes: number) => {
    const { socialIds } = await buildPost(app.db, cast.project, { status: 'live' })
    const [id = 0] = socialIds
    const at = new Date(`2026-05-${day}T10:00:00Z`)
    await buildPublished(app.db, cast.project, id, { at, readings: [{ read_at: at, likes }] })
    return id
  }
  return { app, cast, report, params, inProject, buildLive, ...reportCalls(app, cast, params) }
}

/** What tests of printed reports need besides: posts with a picture, and the PDF as it can be read. */
export const usePrintedReports = () => {
  const opening = useReports()
  const { app, cast, report } = opening
  /** A post that went out in May, with a picture of which only the small preview is in storage. @returns the preview’s key */
  const buildPictured = async (message: string, likes = 0) => {
    const media = await buildMedia(app.db, cast.project)
    const { storage_key } = await app.db
      .selectFrom('medias')
      .select('storage_key')
      .where('id', '=', media)
      .executeTakeFirstOrThrow()
    const create = { width: 320, height: 200, channels: 3 as const, background: '#cc3300' }
    const bytes = await sharp({ create }).jpeg().toBuffer()
    await app.storage.put(`${storage_key}/small`, { bytes }, 'image/jpeg')
    const socials = [{ network: 'facebook' as const, message, media: [media] }]
    const { socialIds } = await buildPost(app.db, cast.project, { status: 'live', socials })
    const at = new Date('2026-05-04T10:00:00Z')
    await buildPublished(app.db, cast.project, socialIds[0] ?? 0, { at, readings: [{ read_at: at, likes }] })
    return `${storage_key}/small`
  }
  /** The bytes, which `ask` would take for a text. */
  const pdfFor = async (person: TestPerson, paper?: 'a4' | 'letter') => {
    const response = await app.app.inject({
      url: `/api/projects/${cast.project.projectId}/reports/${report.id}/pdf${paper ? `?paper=${paper}` : ''}`,
      headers: { authorization: `Bearer ${await app.tokenOf(person)}` },
    })
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toBe('application/pdf')
    // A browser's cache outlives signing out.
    expect(response.headers['cache-control']).toBe('no-store')
    return readPdf(response.rawPayload)
  }
  return { ...opening, buildPictured, pdfFor }
}

/** All text of a PDF. */
export const textOf = ({ pages }: { readonly pages: readonly string[] }): string => pages.join('\n')
