import { describe, expect, it } from 'vitest'
import { createReport, getReport, listReports } from '#domain/reports/contract.ts'
import { useReports } from '#testing/openings/reports.ts'

const { app, cast, report, inProject } = useReports()

describe('A draft', () => {
  it('is made for days and networks, and listed with the newest period first', async () => {
    const body = { from: '2026-06-01', to: '2026-06-30', networks: ['linkedin' as const] }
    const made = await app.ask(cast.creator, createReport, { ...inProject(), body })
    expect(made.status).toBe(200)
    const { data } = await app.ask(cast.admin, listReports, inProject())
    expect(data.map(({ id }) => id)).toEqual([made.data.id, report.id])
    expect(data[0]).toMatchObject({ ...body, sent_at: null })
  })

  it('is in the language of the project’s clients, or else in that of the report before', async () => {
    const { projectId } = cast.project
    const body = { from: '2026-06-01', to: '2026-06-30', networks: ['linkedin' as const] }
    const languageOfNext = async (value: string) => {
      const setting = { project_id: projectId, name: 'client-language', value }
      await app.db
        .insertInto('project_settings')
        .values(setting)
        .onConflict(on => on.columns(['project_id', 'name']).doUpdateSet({ value }))
        .execute()
      const { id } = (await app.ask(cast.creator, createReport, { ...inProject(), body })).data
      return (await app.ask(cast.creator, getReport, { params: { projectId, reportId: id } })).data.language
    }
    expect(await languageOfNext('')).toBe('en-GB')
    expect(await languageOfNext('fr')).toBe('fr')
    expect(await languageOfNext('')).toBe('fr')
    expect(await languageOfNext('en')).toBe('en-GB')
    // What the agency prefers of the same language stays.
    await app.db
      .updateTable('reports')
      .set({ language: 'en-US' })
      .where('project_id', '=', projectId)
      .execute()
    expect(await languageOfNext('en')).toBe('en-US')
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
})
