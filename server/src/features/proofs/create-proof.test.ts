import { describe, expect, it } from 'vitest'
import { listProofs, revokeProof } from '#domain/proofs/contract.ts'
import { useProofs } from '#testing/openings/proofs.ts'

const { app, cast, inProject, build, create, make, open } = useProofs()

describe('The proofs of a project', () => {
  it('are for those who make its posts', async () => {
    await build()
    const { id } = await make()
    const removal = { params: { ...inProject().params, proofId: id } }
    for (const [person, status] of [
      [cast.internal, 403],
      [cast.external, 403],
      [cast.stranger, 404],
      [null, 401],
    ] as const) {
      expect((await app.ask(person, listProofs, inProject())).status).toBe(status)
      expect((await create(person)).status).toBe(status)
      expect((await app.ask(person, revokeProof, removal)).status).toBe(status)
    }
    expect((await app.ask(cast.creator, listProofs, inProject())).data).toMatchObject([
      { id, title: 'June', is_frozen: false, has_pin: false, made_by: cast.creator.name },
    ])
  })

  it('are not revoked by way of another project', async () => {
    const { id, token } = await make()
    const params = { projectId: cast.elsewhere.projectId, proofId: id }
    expect((await app.ask(cast.stranger, revokeProof, { params })).status).toBe(404)
    expect((await open(token)).status).toBe(200)
  })

  it.each([
    [{ to: '2026-05-31' }, 'to'],
    [{ to: '2026-08-01' }, 'to'],
    [{ pin: '12' }, 'pin'],
    [{ title: ' ' }, 'title'],
  ])('are not made of %j', async (set, field) => {
    const { status, errors } = await create(cast.creator, set)
    expect([status, Object.keys(errors ?? {})]).toEqual([422, [field]])
  })
})
