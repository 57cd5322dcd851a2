import { describe, expect, it } from 'vitest'
import { getProofPdf } from '#domain/proofs/contract.ts'
import type { TestPerson } from '#testing/app.ts'
import { readPdf } from '#testing/files/pdf.ts'
import { useProofs } from '#testing/openings/proofs.ts'

const { app, cast, inProject, build, make } = useProofs()

const get = async (person: TestPerson, id: number, paper = 'a4') =>
  app.app.inject({
    url: `/api/projects/${cast.project.projectId}/proofs/${id}/pdf?paper=${paper}`,
    headers: { authorization: `Bearer ${await app.tokenOf(person)}` },
  })

describe('The PDF of a proof for those who make its posts', () => {
  it('is that of its readers, with no PIN, on the paper that was asked for', async () => {
    await build()
    const { id } = await make({ pin: '123456' })
    const response = await get(cast.creator, id)
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'no-store' })
    const { pages, structure } = readPdf(response.rawPayload)
    expect(pages.join(' ')).toContain('Fresh bread')
    expect(structure).toContain('/MediaBox [0 0 595.28 841.89]')
    const letter = readPdf((await get(cast.admin, id, 'letter')).rawPayload)
    expect(letter.structure).toContain('/MediaBox [0 0 612 792]')
    expect((await get(cast.admin, id, 'a3')).statusCode).toBe(422)
  })

  it('is for no other role, no other agency, and not by way of another project', async () => {
    const { id } = await make()
    const params = { ...inProject().params, proofId: id }
    for (const [person, status] of [
      [cast.internal, 403],
      [cast.external, 403],
      [cast.stranger, 404],
      [null, 401],
    ] as const)
      expect((await app.ask(person, getProofPdf, { params, query: {} })).status).toBe(status)
    const elsewhere = { projectId: cast.elsewhere.projectId, proofId: id }
    expect((await app.ask(cast.stranger, getProofPdf, { params: elsewhere, query: {} })).status).toBe(404)
  })
})
