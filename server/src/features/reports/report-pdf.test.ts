import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  createReport,
  createReportLink,
  freezeReport,
  getReport,
  getReportPdf,
  getReportPictures,
  openReportPdf,
  openReportPictures,
  revokeReportLinks,
  saveReport,
} from '#domain/reports/contract.ts'
import { readInTurn } from '#server/platform/reading-turns.ts'
import { type TestPerson, testNow, useTestApp } from '#testing/app.ts'
import { buildPoints, buildPublished } from '#testing/figures.ts'
import { readPdf } from '#testing/files/pdf.ts'
import { buildCast, type Cast } from '#testing/people.ts'
import { buildMedia, buildPost } from '#testing/posts.ts'
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

/** The bytes, which `ask` would take for a text. */
const pdfFor = async (person: TestPerson, paper?: 'a4' | 'letter') => {
  const response = await app.app.inject({
    url: `/api/projects/${cast.project.projectId}/reports/${reportId}/pdf${paper ? `?paper=${paper}` : ''}`,
    headers: { authorization: `Bearer ${await app.tokenOf(person)}` },
  })
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toBe('application/pdf')
  // A browser's cache outlives signing out.
  expect(response.headers['cache-control']).toBe('no-store')
  return readPdf(response.rawPayload)
}

const textOf = ({ pages }: { readonly pages: readonly string[] }) => pages.join('\n')

/** A post that went out in May, with a picture of which only the small preview is in storage. */
const buildLive = async (message: string, likes = 0) => {
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

const send = () => app.ask(cast.creator, freezeReport, { params: params(), body: { version: 1 } })
const linkToken = async () => {
  const { data } = await app.ask(cast.creator, createReportLink, { params: params(), body: {} })
  return new URL(data.url).hash.slice(1)
}

describe('A report as a PDF', () => {
  it('shows what looks like a part of a PDF as text, and does nothing of it', async () => {
    const evil = String.raw`\) Tj ET endstream endobj 99 0 obj << /OpenAction << /S /JavaScript /JS (app.alert(1)) >> >> endobj (`
    await app.db
      .updateTable('projects')
      .set({ name: evil })
      .where('id', '=', cast.project.projectId)
      .execute()
    await buildLive(evil)
    const body = { goal: evil, reasons: evil, version: 1 }
    expect((await app.ask(cast.creator, saveReport, { params: params(), body })).status).toBe(200)
    const pdf = await pdfFor(cast.creator)
    expect(textOf(pdf)).toContain('JavaScript')
    // In a string of the PDF every bracket is escaped; nothing outside of one is the text's.
    const outside = pdf.structure.replace(/\((?:\\[\s\S]|[^\\()])*\)/g, '()')
    expect(outside).not.toMatch(/OpenAction|JavaScript/)
  })

  it('has its texts, figures and posts as text that can be selected, in embedded fonts', async () => {
    const metric = { network: 'facebook', metric: 'page_impressions' } as const
    await buildPoints(app.db, cast.project, { ...metric, from: '2026-05-01', values: [1200, 34] })
    await buildLive('Łódź, Київ, Αθήνα')
    for (let post = 0; post < 20; post++) await buildLive('Another')
    const body = { goal: 'Grow in the north.', reasons: 'It was spring.', version: 1 }
    await app.ask(cast.creator, saveReport, { params: params(), body })
    const pdf = await pdfFor(cast.creator)
    for (const text of [
      'Grow in the north.',
      'It was spring.',
      '31 May 2026',
      'Impressions',
      '1,234',
      'Łódź, Київ, Αθήνα',
      '4 May 2026',
      'Posts made elsewhere count in the figures above, but are not listed.',
      'Page 2 of 3',
      'Draft: figures as of 1 June 2026',
    ])
      expect(textOf(pdf)).toContain(text)
    for (const page of pdf.pages) expect(page).toContain('Draft · ')
    expect(pdf.links).toContainEqual(expect.stringMatching(/^https:\/\/example\.com\/\d+$/))
    expect(pdf.fonts).toHaveLength(2)
  })

  it('is tagged, with a title, a language, headings, tables and a text for each picture', async () => {
    await buildLive('Hello')
    const { structure } = await pdfFor(cast.admin)
    expect(structure).toContain('/Marked true')
    expect(structure).toContain('/Lang (en)')
    expect(structure).toContain('/DisplayDocTitle true')
    for (const type of ['Document', 'H1', 'H2', 'Table', 'TH', 'TD', 'Link'])
      expect(structure).toMatch(new RegExp(`/S /${type}\n`))
    const pictures = structure.match(/\/S \/Figure\n[^>]*/g) ?? []
    expect(pictures.length).toBeGreaterThan(0)
    for (const picture of pictures) expect(picture).toContain('/Alt ')
  })

  it('is on A4, or on Letter when that is requested', async () => {
    expect((await pdfFor(cast.creator)).structure).toContain('/MediaBox [0 0 595.28 841.89]')
    expect((await pdfFor(cast.creator, 'letter')).structure).toContain('/MediaBox [0 0 612 792]')
  })

  it('shows pictures by their previews, and does without one whose file is gone', async () => {
    await buildLive('First')
    const gone = await buildLive('Second')
    expect((await pdfFor(cast.creator)).pictures).toBe(2)
    app.storage.files.delete(gone)
    expect((await pdfFor(cast.creator)).pictures).toBe(1)
  })

  it('marks the best and the weakest post', async () => {
    for (const [message, likes] of [
      ['Best of all', 90],
      ['Nobody cared', 1],
    ] as const)
      await buildLive(message, likes)
    expect(textOf(await pdfFor(cast.creator))).toMatch(/Best post.*Best of all.*Weakest post.*Nobody cared/s)
  })

  it('names the columns of a long table on each of its pages', async () => {
    for (let post = 0; post < 30; post++) await buildLive(`Post number ${post}`)
    const { pages } = await pdfFor(cast.creator)
    const withPosts = pages.filter(page => page.includes('Post number'))
    expect(withPosts.length).toBeGreaterThan(2)
    for (const page of withPosts) expect(page).toContain('Comments\nShares')
    for (let post = 0; post < 30; post++) expect(textOf({ pages })).toContain(`Post number ${post}\n`)
  })

  it('is for those who may write reports', async () => {
    for (const person of [cast.internal, cast.external])
      expect((await app.ask(person, getReportPdf, { params: params() })).status).toBe(403)
    expect((await app.ask(cast.stranger, getReportPdf, { params: params() })).status).toBe(404)
    const theirs = { projectId: cast.elsewhere.projectId, reportId }
    expect((await app.ask(cast.stranger, getReportPdf, { params: theirs })).status).toBe(404)
  })
})

const logo = (background: string) =>
  sharp({ create: { width: 256, height: 256, channels: 3, background } })
    .png()
    .toBuffer()

describe('The looks of a report', () => {
  const content = async () => (await app.ask(cast.creator, getReport, { params: params() })).data.content
  beforeEach(async () => {
    await app.storage.put('agencylogo/medium', { bytes: await logo('#aa0000') }, 'image/png')
    await app.db
      .updateTable('agencies')
      .set({ accent_color: '#0055aa', logo_key: 'agencylogo' })
      .where('id', '=', cast.project.agencyId)
      .execute()
  })

  it('have the agency’s color and the logos there are', async () => {
    expect((await content()).look).toEqual({
      accent: '#0055aa',
      project_logo: null,
      agency_logo: expect.stringMatching(/^data:image\/png;base64,/),
    })
    const pdf = await pdfFor(cast.creator)
    expect(pdf.pictures).toBe(1)
    expect(pdf.structure).toContain('/Alt (Logo of ')
  })

  it('stay as they were at the sending, with the posts’ pictures', async () => {
    const preview = await buildLive('Hello')
    await send()
    const { look } = await content()
    app.storage.files.delete(preview)
    app.storage.files.delete('agencylogo/medium')
    await app.db.updateTable('agencies').set({ accent_color: null, logo_key: null }).execute()
    expect((await content()).look).toEqual(look)
    expect((await pdfFor(cast.creator)).pictures).toBe(2)
  })

  it('do without a logo whose file is gone', async () => {
    app.storage.files.delete('agencylogo/medium')
    expect((await content()).look?.agency_logo).toBeNull()
  })

  it('have a language of days, which the next report takes over', async () => {
    const body = { goal: '', reasons: '', version: 1, language: 'de' as const }
    await app.ask(cast.creator, saveReport, { params: params(), body })
    expect(textOf(await pdfFor(cast.creator))).toContain('1.–31. Mai 2026')
    const next = { from: '2026-06-01', to: '2026-06-30', networks: ['facebook' as const] }
    const made = await app.ask(cast.creator, createReport, {
      params: { projectId: cast.project.projectId },
      body: next,
    })
    const requested = { params: { ...params(), reportId: made.data.id } }
    expect((await app.ask(cast.creator, getReport, requested)).data.language).toBe('de')
  })
})

describe('A PDF that waits for its turn', () => {
  it('is read when that comes, so that those who wait take little memory', async () => {
    const { promise, resolve: end } = Promise.withResolvers<void>()
    const busy = readInTurn(cast.creator.userId, () => promise)
    const waiting = pdfFor(cast.creator)
    await buildLive('Written while the PDF waited')
    end()
    await busy
    expect(textOf(await waiting)).toContain('Written while the PDF waited')
  })
})

describe('A PDF by a link', () => {
  it('does not wait for those that somebody asks for by the link to another report', async () => {
    const tokenOf = async () => {
      expect((await send()).status).toBe(200)
      return linkToken()
    }
    const often = { id: reportId, token: await tokenOf() }
    reportId = await buildReport(app.db, cast.project)
    const once = await tokenOf()
    const done: string[] = []
    const print = async (token: string) => {
      expect((await app.ask(null, openReportPdf, { body: { token, paper: 'a4' } })).status).toBe(200)
      done.push(token)
    }
    const { promise, resolve: end } = Promise.withResolvers<void>()
    const busy = readInTurn(`report ${often.id}`, () => promise)
    const waiting = print(often.token)
    await print(once)
    expect(done).toEqual([once])
    end()
    await Promise.all([busy, waiting])
    expect(done).toEqual([once, often.token])
  })

  it('is that of the sent report, until the link is revoked', async () => {
    await send()
    const token = await linkToken()
    const response = await app.app.inject({ method: 'POST', url: '/api/report-link/pdf', payload: { token } })
    expect(response.statusCode).toBe(200)
    const text = textOf(readPdf(response.rawPayload))
    expect(text).toContain('Figures as of 1 June 2026')
    expect(text).not.toContain('Draft')
    await app.ask(cast.creator, revokeReportLinks, { params: params() })
    expect((await app.ask(null, openReportPdf, { body: { token } })).status).toBe(404)
    expect((await app.ask(null, openReportPdf, { body: { token: 'x'.repeat(43) } })).status).toBe(404)
  })
})

describe('The pictures of a report on a page', () => {
  const ask = (person: TestPerson) => app.ask(person, getReportPictures, { params: params() })

  it('are addresses of the previews while it is a draft, and stay as they were once it is sent', async () => {
    const preview = await buildLive('Hello')
    const social = (await app.ask(cast.creator, getReport, { params: params() })).data.content.posts[0]
    expect((await ask(cast.creator)).data).toEqual([
      { post_social_id: social?.post_social_id, src: `/media/${preview}` },
    ])
    await send()
    app.storage.files.delete(preview)
    const kept = [
      {
        post_social_id: social?.post_social_id,
        src: expect.stringMatching(/^data:image\/jpeg;base64,\/9j\//),
      },
    ]
    expect((await ask(cast.creator)).data).toEqual(kept)
    const token = await linkToken()
    expect((await app.ask(null, openReportPictures, { body: { token } })).data).toEqual(kept)
    await app.ask(cast.creator, revokeReportLinks, { params: params() })
    expect((await app.ask(null, openReportPictures, { body: { token } })).status).toBe(404)
  })

  it('are for those who may write reports', async () => {
    for (const person of [cast.internal, cast.external]) expect((await ask(person)).status).toBe(403)
    expect((await ask(cast.stranger)).status).toBe(404)
    const theirs = { projectId: cast.elsewhere.projectId, reportId }
    expect((await app.ask(cast.stranger, getReportPictures, { params: theirs })).status).toBe(404)
  })
})
