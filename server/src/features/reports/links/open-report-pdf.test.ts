import { describe, expect, it } from 'vitest'
import { createReportLink, freezeReport, openReportPdf, revokeReportLinks } from '#domain/reports/contract.ts'
import { readInTurn } from '#server/platform/reading-turns.ts'
import { readPdf } from '#testing/files/pdf.ts'
import { textOf, usePrintedReports } from '#testing/openings/reports.ts'
import { buildReport } from '#testing/reports.ts'

const { app, cast, report, params, send, linkToken } = usePrintedReports()

describe('A PDF by a link', () => {
  it('does not wait for those that somebody asks for by the link to another report', async () => {
    const tokenOf = async (reportId: number) => {
      const its = { params: { ...params(), reportId } }
      const sent = await app.ask(cast.creator, freezeReport, { ...its, body: { version: 1 } })
      expect(sent.status).toBe(200)
      const made = await app.ask(cast.creator, createReportLink, { ...its, body: {} })
      return new URL(made.data.url).hash.slice(1)
    }
    const often = { id: report.id, token: await tokenOf(report.id) }
    const once = await tokenOf(await buildReport(app.db, cast.project))
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

  it('is in the language of the report, or in another one that its reader has chosen', async () => {
    await send()
    const token = await linkToken()
    const pdfIn = async (language?: string) => {
      const payload = { token, ...(language ? { language } : {}) }
      return app.app.inject({ method: 'POST', url: '/api/report-link/pdf', payload })
    }
    expect(textOf(readPdf((await pdfIn()).rawPayload))).toContain('Figures as of 1 June 2026')
    expect(textOf(readPdf((await pdfIn('pl')).rawPayload))).toContain('Dane z dnia 1 czerwca 2026')
    expect((await pdfIn('xx')).statusCode).toBe(422)
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
