import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { listProofs, PIN_TRIES_PER_DAY, revokeProof } from '#domain/proofs/contract.ts'
import { endFormerAccess } from '#server/features/hand-overs/former-people.ts'
import { cleanAllMedia } from '#server/features/media/clean-media.ts'
import { registerMediaFiles } from '#server/platform/http/media-files.ts'
import { sizeKey } from '#server/platform/storage/storage.ts'
import { testNow } from '#testing/app.ts'
import { messagesOf, useProofs } from '#testing/openings/proofs.ts'
import { setProject } from '#testing/people.ts'
import { buildMedia, buildPost } from '#testing/posts.ts'
import { isProofOpen, purgeProofs } from './proofs.ts'

const { app, cast, inProject, build, create, make, open, shown, comment } = useProofs()
const DAY_MS = 86_400_000
beforeAll(() => registerMediaFiles(app.app, app.services, [], isProofOpen))
const rewrite = (postId: number, message: string) =>
  app.db.updateTable('post_socials').set({ message }).where('post_id', '=', postId).execute()

describe('A proof', () => {
  it('shows the posts of its days to anybody who has the link, by their time', async () => {
    await build({ message: 'Second' }, '2026-06-21')
    await build({ message: 'First', first_comment: 'Come in' })
    await build({ message: 'Another month' }, '2026-07-01')
    const { token, url } = await make({ title: 'June for the board' })
    expect(new URL(url).pathname).toBe('/proof')
    const proof = await shown(token)
    expect(messagesOf(proof)).toEqual(['First', 'Second'])
    expect(proof).toMatchObject({
      title: 'June for the board',
      from: '2026-06-01',
      to: '2026-06-30',
      timezone: 'Europe/Berlin',
      frozen_at: null,
      has_more: false,
    })
    expect(proof.posts[0]?.versions[0]).toMatchObject({ standing: 'waiting', first_comment: 'Come in' })
  })

  it('of chosen posts shows these, also those without a date', async () => {
    await build({ message: 'Not chosen' })
    const { postId } = await build({ message: 'Chosen' })
    const { postId: undated } = await buildPost(app.db, cast.project, {
      socials: [{ network: 'facebook', status: 'approved', message: 'Undated' }],
    })
    const { token } = await make({ post_ids: [undated, postId] })
    expect(messagesOf(await shown(token))).toEqual(['Chosen', 'Undated'])
  })

  it('has no post of another project, whichever ids are chosen', async () => {
    const { postId } = await buildPost(app.db, cast.elsewhere, {
      socials: [{ network: 'facebook', status: 'approved' }],
    })
    expect(await create(cast.creator, { post_ids: [postId] })).toMatchObject({
      status: 422,
      code: 'nothing_to_show',
    })
  })

  it('shows drafts only if they were chosen, and says no more of them than that they are in preparation', async () => {
    await build({ status: 'draft', message: 'A draft' }, '2026-06-02')
    await build({ status: 'pending_internal_approval', message: 'Inside' }, '2026-06-03')
    await build({ status: 'temporary_draft', message: 'Never saved' }, '2026-06-04')
    await build({ message: 'Sent' })
    expect(messagesOf(await shown((await make()).token))).toEqual(['Sent'])
    const proof = await shown((await make({ has_drafts: true })).token)
    expect(messagesOf(proof)).toEqual(['A draft', 'Inside', 'Sent'])
    expect(proof.posts.map(({ versions }) => versions[0]?.standing)).toEqual([
      'in_preparation',
      'in_preparation',
      'waiting',
    ])
  })

  it('has the comments that clients read, with the names of clients only, and none unless they were wanted', async () => {
    const { socialIds } = await build()
    await comment(socialIds[0] ?? 0, 'For inside', false)
    await comment(socialIds[0] ?? 0, 'From the agency', true)
    await comment(socialIds[0] ?? 0, 'From the client', true, cast.external)
    const commentsOf = async (has_comments: boolean) =>
      (await shown((await make({ has_comments })).token)).posts[0]?.versions[0]?.comments
    expect(await commentsOf(false)).toEqual([])
    expect(await commentsOf(true)).toEqual([
      { at: testNow.toISOString(), by: null, message: 'From the agency' },
      { at: testNow.toISOString(), by: cast.external.name, message: 'From the client' },
    ])
  })

  it('is read in the language of the project', async () => {
    await setProject(app.db, cast.project.projectId, 'client-language', 'fr')
    expect((await open((await make()).token)).data.language).toBe('fr')
  })

  it('has pictures at addresses that end with the link', async () => {
    const media = await buildMedia(app.db, cast.project)
    await build({ media: [media] })
    const addressOf = async (token: string) =>
      (await shown(token)).posts[0]?.versions[0]?.attachments[0]?.object_data?.public_url ?? ''
    const { token } = await make({ days: 7 })
    const endOf = (address: string) =>
      Number(new URLSearchParams(address.replace(/^.*\?/, '')).get('until')) * 1000
    const address = await addressOf(token)
    expect(address).toMatch(/^\/media\/key\d+\/original\?link=\d+&until=\d+&signature=/)
    expect(endOf(address)).toBe(testNow.getTime() + 2 * 3_600_000)
    app.clock.set(new Date(testNow.getTime() + 7 * DAY_MS - 60_000))
    expect(endOf(await addressOf(token))).toBe(testNow.getTime() + 7 * DAY_MS)
  })

  it('has pictures that nobody can read any more once it is revoked, or its maker has left', async () => {
    const key = randomBytes(16).toString('hex')
    await app.storage.put(sizeKey(key, 'original'), { bytes: Buffer.from('a picture') }, 'image/webp')
    const media = await buildMedia(app.db, cast.project)
    await app.db.updateTable('medias').set({ storage_key: key }).where('id', '=', media).execute()
    await build({ media: [media] })
    const addressOf = async (token: string) =>
      (await shown(token)).posts[0]?.versions[0]?.attachments[0]?.object_data?.public_url ?? ''
    const read = async (address: string) => (await app.app.inject(address)).statusCode
    const [revoked, other] = [await make(), await make()]
    const [address, kept] = [await addressOf(revoked.token), await addressOf(other.token)]
    expect(await read(address)).toBe(200)
    const params = { ...inProject().params, proofId: revoked.id }
    await app.ask(cast.admin, revokeProof, { params })
    expect(await read(address)).toBe(404)
    expect(await read(kept)).toBe(200)
    // It was not signed for another link, nor for none.
    expect(await read(address.replace(/link=\d+/, `link=${other.id}`))).toBe(404)
    expect(await read(address.replace(/link=\d+&/, ''))).toBe(404)
    await sql`delete from project_members where user_id = ${cast.creator.userId}`.execute(app.db)
    expect(await read(kept)).toBe(404)
  })
})

describe('A living proof', () => {
  it('follows the posts: what is changed, added, deleted and sent later', async () => {
    const { postId } = await build()
    const { token } = await make()
    await rewrite(postId, 'Changed')
    await build({ message: 'Added' }, '2026-06-22')
    expect(messagesOf(await shown(token))).toEqual(['Changed', 'Added'])
    await app.db.updateTable('posts').set({ deleted_at: testNow }).where('id', '=', postId).execute()
    expect(messagesOf(await shown(token))).toEqual(['Added'])
  })

  it('of days without posts may be made, and fills later', async () => {
    const { token } = await make()
    expect(messagesOf(await shown(token))).toEqual([])
    await build()
    expect(messagesOf(await shown(token))).toEqual(['Fresh bread'])
  })
})

describe('A frozen proof', () => {
  it('stays as it was, whatever becomes of its posts, their comments and their dates', async () => {
    const media = await buildMedia(app.db, cast.project)
    const { postId, socialIds } = await build({ media: [media] })
    await comment(socialIds[0] ?? 0, 'Lovely', true)
    const { token } = await make({ is_frozen: true, has_comments: true })
    const before = await shown(token)
    expect(before.frozen_at).toBe(testNow.toISOString())
    await rewrite(postId, 'Changed')
    await comment(socialIds[0] ?? 0, 'Later', true)
    await build({ message: 'Added' })
    await app.db
      .deleteFrom('attachments')
      .where('post_social_id', '=', socialIds[0] ?? 0)
      .execute()
    await app.db.updateTable('posts').set({ deleted_at: testNow }).where('id', '=', postId).execute()
    expect(await shown(token)).toEqual(before)
  })

  it('of nothing is refused', async () => {
    await build({ status: 'draft' })
    expect((await create(cast.creator, { is_frozen: true })).code).toBe('nothing_to_show')
  })

  it('keeps the bytes of its files until it ends', async () => {
    const media = await buildMedia(app.db, cast.project)
    const key = `key-of-proof-${media}`
    await app.db.updateTable('medias').set({ storage_key: key }).where('id', '=', media).execute()
    await app.storage.put(`${key}/original`, { bytes: Buffer.from('bread') }, 'image/jpeg')
    const { postId } = await build({ media: [media] })
    await make({ is_frozen: true, days: 365 })
    await app.db.updateTable('posts').set({ deleted_at: testNow }).where('id', '=', postId).execute()
    await app.db.updateTable('medias').set({ deleted_at: testNow }).where('id', '=', media).execute()
    const cleanAfter = async (days: number) => {
      await cleanAllMedia(app.services, new Date(testNow.getTime() + days * DAY_MS))
      const { purged_at } = await app.db
        .selectFrom('medias')
        .select('purged_at')
        .where('id', '=', media)
        .executeTakeFirstOrThrow()
      return purged_at !== null
    }
    expect(await cleanAfter(200)).toBe(false)
    expect(await cleanAfter(366)).toBe(true)
  })
})

describe('The link of a proof', () => {
  it('ends with its time, and its row goes with it', async () => {
    await build()
    const { token } = await make({ days: 7 })
    app.clock.set(new Date(testNow.getTime() + 7 * DAY_MS - 1))
    expect((await open(token)).status).toBe(200)
    app.clock.set(new Date(testNow.getTime() + 7 * DAY_MS))
    expect((await open(token)).status).toBe(404)
    const count = async () =>
      (
        await app.db
          .selectFrom('proofs')
          .select('id')
          .where('project_id', '=', cast.project.projectId)
          .execute()
      ).length
    expect(await count()).toBe(1)
    await purgeProofs(app.db, app.clock.now())
    expect(await count()).toBe(0)
  })

  it('ends when it is revoked, which the audit log notes', async () => {
    const { id, token } = await make()
    const params = { ...inProject().params, proofId: id }
    expect((await app.ask(cast.admin, revokeProof, { params })).status).toBe(200)
    expect((await open(token)).status).toBe(404)
    expect((await app.ask(cast.admin, revokeProof, { params })).status).toBe(404)
    const actions = await app.db
      .selectFrom('audit_log')
      .select('action')
      .where('agency_id', '=', cast.project.agencyId)
      .where('action', 'in', ['proof.created', 'proof.revoked'])
      .orderBy('id')
      .execute()
    expect(actions.map(({ action }) => action)).toEqual(['proof.created', 'proof.revoked'])
  })

  it('opens nothing with a deleted project, and stays with an archived one', async () => {
    await build()
    const { token } = await make()
    const set = (values: { archived_at: Date } | { deleted_at: Date }) =>
      app.db.updateTable('projects').set(values).where('id', '=', cast.project.projectId).execute()
    await set({ archived_at: testNow })
    expect(messagesOf(await shown(token))).toEqual(['Fresh bread'])
    const made = await create(cast.creator)
    expect(made).toMatchObject({ status: 409, code: 'project_archived' })
    await set({ deleted_at: testNow })
    expect((await open(token)).status).toBe(404)
  })

  it('opens nothing once its maker may make none any more', async () => {
    const { token } = await make()
    await sql`delete from project_members where user_id = ${cast.creator.userId}`.execute(app.db)
    expect((await open(token)).status).toBe(404)
    expect((await app.ask(cast.admin, listProofs, inProject())).data).toEqual([])
  })

  it('ends when the client is handed over', async () => {
    const { token } = await make()
    const { projectId, agencyId: fromAgencyId } = cast.project
    const hands = { projectId, fromAgencyId, toAgencyId: cast.elsewhere.agencyId }
    await app.db.transaction().execute(tx => endFormerAccess(tx, hands, []))
    expect((await open(token)).status).toBe(404)
    expect((await app.ask(cast.admin, listProofs, inProject())).data).toEqual([])
  })

  it('notes when it was last opened', async () => {
    const { token } = await make()
    const opened = async () => (await app.ask(cast.admin, listProofs, inProject())).data[0]?.opened_at
    expect(await opened()).toBe(null)
    await open(token)
    expect(await opened()).toBe(testNow.toISOString())
  })

  it('with a PIN opens with it only, and then with what it was answered', async () => {
    await build()
    const { token } = await make({ pin: '123456' })
    expect((await open(token)).data).toEqual({ language: 'en', proof: null, pass: null })
    expect(await open(token, { pin: '654321' })).toMatchObject({ status: 422, code: 'wrong_pin' })
    const { data } = await open(token, { pin: '123456' })
    expect(data.proof?.posts).toHaveLength(1)
    expect((await open(token, { pass: data.pass ?? '' })).data.proof).toEqual(data.proof)
    expect((await open(token, { pass: 'guessed' })).data.proof).toBe(null)
    const other = await make({ pin: '123456' })
    expect((await open(other.token, { pass: data.pass ?? '' })).data.proof).toBe(null)
    const stored = await app.db.selectFrom('proofs').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain('123456')
  })

  it('takes so many wrong PINs a day, and right ones do not count', async () => {
    const { token } = await make({ pin: '123456' })
    for (let count = 0; count <= PIN_TRIES_PER_DAY; count++)
      expect((await open(token, { pin: '123456' })).status).toBe(200)
    for (let count = 0; count < PIN_TRIES_PER_DAY; count++)
      expect((await open(token, { pin: '000000' })).status).toBe(422)
    expect((await open(token, { pin: '123456' })).status).toBe(429)
    app.clock.set(new Date(testNow.getTime() + DAY_MS))
    expect((await open(token, { pin: '123456' })).status).toBe(200)
  })
})
