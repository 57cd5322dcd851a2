import { describe, expect, it } from 'vitest'
import { deleteReport } from '#domain/reports/contract.ts'
import { useReports } from '#testing/openings/reports.ts'

const { app, cast, params, read, makeLink } = useReports()

describe('A draft', () => {
  it('can be deleted, and has no links', async () => {
    expect(await makeLink()).toMatchObject({ status: 409, code: 'report_not_sent' })
    expect((await app.ask(cast.creator, deleteReport, { params: params() })).status).toBe(200)
    expect((await read()).status).toBe(404)
  })
})
