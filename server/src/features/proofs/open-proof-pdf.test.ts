import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { PIN_TRIES_PER_DAY, revokeProof } from '#domain/proofs/contract.ts'
import { readInTurn } from '#server/platform/reading-turns.ts'
import { testNow } from '#testing/app.ts'
import { useProofs } from '#testing/openings/proofs.ts'
import { setProject } from '#testing/people.ts'
import { buildMedia } from '#testing/posts.ts'

const { app, cast, inProject, build, make, open, print, refusal, comment } = useProofs()
const DAY_MS = 86_400_000

describe('The PDF of a proof by its link', () => {
  it('has what the page has, for whoever has the link', async () => {
    await build({ message: 'First line\nSecond line', first_comment: 'Come in' })
    await build({ status: 'draft', message: 'A draft' }, '2026-06-21')
    const { token } = await make({ title: 'June for the board' })
    const { pages, structure } = await print(token)
    const text = pages.join('\n')
    for (const part of ['June for the board', 'First line', 'Second line', 'Come in', 'June 2026'])
      expect(text).toContain(part)
    expect(text).toContain('Waiting for approval')
    expect(text).not.toContain('A draft')
    expect(structure).toContain('/Lang (en)')
  })

  it('has the comments only if they were wanted, and no note for inside', async () => {
    const { socialIds } = await build()
    await comment(socialIds[0] ?? 0, 'For inside', false)
    await comment(socialIds[0] ?? 0, 'Lovely', true, cast.external)
    const textOf = async (has_comments: boolean) =>
      (await print((await make({ has_comments })).token)).pages.join('\n')
    expect(await textOf(false)).not.toContain('Lovely')
    const text = await textOf(true)
    expect(text).toContain('Lovely')
    expect(text).toContain(cast.external.name)
    expect(text).not.toContain('For inside')
  })

  it('is frozen or living as the proof is', async () => {
    const { postId } = await build()
    const [frozen, living] = [await make({ is_frozen: true }), await make()]
    await app.db
      .updateTable('post_socials')
      .set({ message: 'Changed since' })
      .where('post_id', '=', postId)
      .execute()
    expect((await print(frozen.token)).pages.join(' ')).toContain('Fresh bread')
    expect((await print(living.token)).pages.join(' ')).toContain('Changed since')
  })

  it('is in the language of the project, or in the one that the reader has chosen', async () => {
    await setProject(app.db, cast.project.projectId, 'client-language', 'fr')
    await build()
    const { token } = await make()
    expect((await print(token)).structure).toContain('/Lang (fr)')
    const german = await print(token, { language: 'de' })
    expect(german.structure).toContain('/Lang (de)')
    expect(german.pages.join(' ')).toContain('Wartet auf Freigabe')
  })

  it('of days without posts says so', async () => {
    expect((await print((await make()).token)).pages.join(' ')).toContain('Nothing is planned here yet')
  })

  it('comes without a picture whose file is gone', async () => {
    const media = await buildMedia(app.db, cast.project)
    await build({ media: [media] })
    const { pages, pictures } = await print((await make()).token)
    expect(pages.join(' ')).toContain('Fresh bread')
    expect(pictures).toBe(0)
  })

  it('needs the PIN, or what it was exchanged for, and counts wrong ones', async () => {
    await build()
    const { token } = await make({ pin: '123456' })
    expect(await refusal(token)).toMatchObject({ status: 422, code: 'wrong_pin' })
    expect(await refusal(token, { pass: 'guessed' })).toMatchObject({ status: 422, code: 'wrong_pin' })
    expect((await print(token, { pin: '123456' })).pages.join(' ')).toContain('Fresh bread')
    expect((await refusal(token, { pin: '000000' })).status).toBe(422)
    for (let count = 1; count < PIN_TRIES_PER_DAY; count++)
      expect((await open(token, { pin: '000000' })).status).toBe(422)
    expect((await refusal(token, { pin: '123456' })).status).toBe(429)
  })

  it('is not given once the link has expired or was revoked, its maker may make none, or for a link that never was', async () => {
    const expired = await make({ days: 7 })
    app.clock.set(new Date(testNow.getTime() + 7 * DAY_MS))
    expect((await refusal(expired.token)).status).toBe(404)
    app.clock.set(testNow)
    const { id, token } = await make()
    await app.ask(cast.admin, revokeProof, { params: { ...inProject().params, proofId: id } })
    expect((await refusal(token)).status).toBe(404)
    const orphaned = await make()
    await sql`delete from project_members where user_id = ${cast.creator.userId}`.execute(app.db)
    expect((await refusal(orphaned.token)).status).toBe(404)
    expect((await refusal('x'.repeat(43))).status).toBe(404)
  })

  it('is not given to whoever waits for their turn while the link is revoked', async () => {
    await build()
    const { id, token } = await make()
    const { promise, resolve: end } = Promise.withResolvers<void>()
    const busy = readInTurn(`proof ${id}`, () => promise)
    const waiting = refusal(token)
    await app.ask(cast.admin, revokeProof, { params: { ...inProject().params, proofId: id } })
    end()
    await busy
    expect((await waiting).status).toBe(404)
  })
})
