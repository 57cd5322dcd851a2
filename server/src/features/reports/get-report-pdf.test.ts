import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { createReport, getReport, getReportPdf, saveReport } from '#domain/reports/contract.ts'
import { readInTurn } from '#server/platform/reading-turns.ts'
import { buildPoints } from '#testing/figures.ts'
import { textOf, usePrintedReports } from '#testing/openings/reports.ts'
import { buildCampaign } from '#testing/posts.ts'

const { app, cast, report, params, send, buildPictured, pdfFor } = usePrintedReports()

describe('A report as a PDF', () => {
  it('shows what looks like a part of a PDF as text, and does nothing of it', async () => {
    const evil = String.raw`\) Tj ET endstream endobj 99 0 obj << /OpenAction << /S /JavaScript /JS (app.alert(1)) >> >> endobj (`
    await app.db
      .updateTable('projects')
      .set({ name: evil })
      .where('id', '=', cast.project.projectId)
      .execute()
    await buildPictured(evil)
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
    await buildPictured('Łódź, Київ, Αθήνα')
    for (let post = 0; post < 20; post++) await buildPictured('Another')
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

  it('has the figures of each campaign, and of the posts without one', async () => {
    await buildPictured('Without', 4)
    expect(textOf(await pdfFor(cast.creator))).not.toContain('By campaign')
    const campaign_id = await buildCampaign(app.db, cast.project, { name: 'Launch' })
    await app.db
      .updateTable('posts')
      .set({ campaign_id })
      .where('project_id', '=', cast.project.projectId)
      .execute()
    await buildPictured('Another', 6)
    const text = textOf(await pdfFor(cast.creator))
    for (const part of ['By campaign', 'Launch', '4 (4 per post)', 'No campaign', '6 (6 per post)'])
      expect(text).toContain(part)
  })

  it('is tagged, with a title, a language, headings, tables and a text for each picture', async () => {
    await buildPictured('Hello')
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
    await buildPictured('First')
    const gone = await buildPictured('Second')
    expect((await pdfFor(cast.creator)).pictures).toBe(2)
    app.storage.files.delete(gone)
    expect((await pdfFor(cast.creator)).pictures).toBe(1)
  })

  it('marks the best post, and the weakest if the agency wants it', async () => {
    for (const [message, likes] of [
      ['Best of all', 90],
      ['Nobody cared', 1],
    ] as const)
      await buildPictured(message, likes)
    expect(textOf(await pdfFor(cast.creator))).not.toContain('Weakest')
    await app.db.updateTable('agencies').set({ names_weakest_post: true }).execute()
    expect(textOf(await pdfFor(cast.creator))).toMatch(/Best post.*Best of all.*Weakest post.*Nobody cared/s)
    await app.db.updateTable('agencies').set({ names_weakest_post: false }).execute()
  })

  it('names the columns of a long table on each of its pages', async () => {
    for (let post = 0; post < 30; post++) await buildPictured(`Post number ${post}`)
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
    const theirs = { projectId: cast.elsewhere.projectId, reportId: report.id }
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
    const preview = await buildPictured('Hello')
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

  it('have a language, which the next report takes over', async () => {
    const body = { goal: '', reasons: '', version: 1, language: 'de' as const }
    await app.ask(cast.creator, saveReport, { params: params(), body })
    for (const text of ['1.–31. Mai 2026', 'Was geschehen ist', 'Seite 1 von 1'])
      expect(textOf(await pdfFor(cast.creator))).toContain(text)
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
    await buildPictured('Written while the PDF waited')
    end()
    await busy
    expect(textOf(await waiting)).toContain('Written while the PDF waited')
  })
})
