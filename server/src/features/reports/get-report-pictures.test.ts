import { describe, expect, it } from 'vitest'
import {
  getReport,
  getReportPictures,
  openReportPictures,
  revokeReportLinks,
} from '#domain/reports/contract.ts'
import type { TestPerson } from '#testing/app.ts'
import { usePrintedReports } from '#testing/openings/reports.ts'

const { app, cast, report, params, send, linkToken, buildPictured } = usePrintedReports()

describe('The pictures of a report on a page', () => {
  const ask = (person: TestPerson) => app.ask(person, getReportPictures, { params: params() })

  it('are addresses of the previews while it is a draft, and stay as they were once it is sent', async () => {
    const preview = await buildPictured('Hello')
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
    const theirs = { projectId: cast.elsewhere.projectId, reportId: report.id }
    expect((await app.ask(cast.stranger, getReportPictures, { params: theirs })).status).toBe(404)
  })
})
