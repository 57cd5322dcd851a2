import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { exportDesign, importMedia } from '#domain/designs/contract.ts'
import { listMedias } from '#domain/media/contract.ts'
import { returnAmount, takeAmount } from '#server/platform/session/amounts.ts'
import { type DesignKit, plainDesign, startDesignKit } from '#testing/designs.ts'
import { buildCast } from '#testing/people.ts'

let kit: DesignKit
beforeAll(async () => {
  kit = await startDesignKit()
})
afterAll(() => kit.close())
beforeEach(async () => {
  await kit.addFault('')
})

const countMedias = async () =>
  Number(
    (
      await kit.test.db
        .selectFrom('medias')
        .select(b => b.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

/** A design that came back, whose export has not begun. */
const returned = async () => {
  const { cast, openDesign, leave, comeBack } = kit
  const editUrl = await openDesign(cast.creator)
  const { data } = await comeBack(cast.creator, await leave(editUrl))
  return { editUrl, designId: data.design_id }
}

describe('Importing a design', () => {
  it('stores the picture at exactly the size that was requested, with the id of its design', async () => {
    const { cast, makeDesign, importOf, test } = kit
    const { body } = await makeDesign(cast.creator, { width: 1042, height: 512 })
    const { status, data } = await importOf(cast.creator, body)
    expect(status).toBe(200)
    expect(data).toMatchObject({
      source: 'imported',
      object_type: 'image',
      object_data: {
        content_type: 'image/png',
        original_name: 'Instagram post.png',
        options: { width: 1042, height: 512 },
        canva_design_id: body.canva_design_id,
      },
    })
    const row = await test.db
      .selectFrom('medias')
      .selectAll()
      .where('id', '=', data.id)
      .executeTakeFirstOrThrow()
    const stored = test.storage.files.get(`${row.storage_key}/original`)
    expect(await sharp(stored?.bytes).metadata()).toMatchObject({ width: 1042, height: 512 })
  })

  it('gives the same file however often the same export is imported, also at once', async () => {
    const { cast, makeDesign, importOf, test } = kit
    const { body } = await makeDesign(cast.creator)
    const [before, filesBefore] = [await countMedias(), test.storage.files.size]
    const answers = await Promise.all([1, 2, 3].map(() => importOf(cast.creator, body)))
    const again = await importOf(cast.creator, body)
    const ids = new Set([...answers, again].map(({ data }) => data.id))
    expect(ids.size).toBe(1)
    expect(await countMedias()).toBe(before + 1)
    // The original and two previews; the copies of the others are gone.
    expect(test.storage.files.size).toBe(filesBefore + 3)
  })

  it('imports again after the picture was deleted', async () => {
    const { cast, makeDesign, importOf, test } = kit
    const { body } = await makeDesign(cast.creator)
    const first = await importOf(cast.creator, body)
    await test.db
      .updateTable('medias')
      .set({ deleted_at: new Date() })
      .where('id', '=', first.data.id)
      .execute()
    const second = await importOf(cast.creator, body)
    expect(second.status).toBe(200)
    expect(second.data.id).not.toBe(first.data.id)
  })

  it.each([
    ['a public address', 'https://example.com/picture.png'],
    ['this machine', 'http://127.0.0.1:1/picture.png'],
    ['the metadata service', 'http://169.254.169.254/latest/meta-data'],
  ])('takes no address that no export gave: %s', async (_, content_url) => {
    const { cast, makeDesign, importOf } = kit
    const { body } = await makeDesign(cast.creator)
    const answer = await importOf(cast.creator, { ...body, content_url })
    expect(answer).toMatchObject({ status: 422, code: 'design_is_another' })
  })

  it('counts in the day of its person like an upload', async () => {
    const { cast, makeDesign, importOf, test } = kit
    const { body } = await makeDesign(cast.creator)
    const most = test.services.config.UPLOAD_MB_PER_PERSON * 1000
    const day = { subject: `uploaded by ${cast.creator.userId}`, most, hours: 24 }
    const before = await countMedias()
    let used = most
    // What the tests before have imported is in use already.
    while (used > 0 && (await takeAmount(test.db, day, used, test.clock.now())) !== null) used -= 1
    expect(await importOf(cast.creator, body)).toMatchObject({ status: 429, code: 'upload_limit' })
    expect(await countMedias()).toBe(before)
    await returnAmount(test.db, day.subject, used)
    expect((await importOf(cast.creator, body)).status).toBe(200)
  })

  it('takes no picture of one design under the name of another', async () => {
    const { cast, makeDesign, importOf } = kit
    const one = await makeDesign(cast.creator)
    const other = await makeDesign(cast.creator)
    const mixed = { content_url: one.body.content_url, canva_design_id: other.body.canva_design_id }
    expect(await importOf(cast.creator, mixed)).toMatchObject({ status: 422, code: 'design_is_another' })
  })

  it('is for the person who made the design, of those who may edit posts', async () => {
    const { cast, makeDesign, importOf, params, test } = kit
    const { body, designId } = await makeDesign(cast.creator)
    for (const person of [cast.internal, cast.external])
      expect((await importOf(person, body)).status).toBe(403)
    expect(await importOf(cast.admin, body)).toMatchObject({ status: 422, code: 'design_is_another' })
    const asAdmin = await test.ask(cast.admin, exportDesign, { params: { ...params, designId } })
    expect(asAdmin.status).toBe(404)
    const stranger = await buildCast(test.db)
    for (const person of [stranger.admin, stranger.creator]) {
      expect((await importOf(person, body)).status).toBe(404)
      const own = { projectId: stranger.project.projectId }
      expect((await test.ask(person, exportDesign, { params: { ...own, designId } })).status).toBe(404)
      expect((await test.ask(person, importMedia, { params: own, body })).code).toBe('design_is_another')
    }
  })

  it('refuses what is no picture, and stores nothing', async () => {
    const { cast, importOf, exported, addFault } = kit
    const { designId } = await returned()
    await addFault('damaged')
    const { data } = await exported(cast.creator, designId)
    const before = await countMedias()
    const body = { content_url: data.content_url ?? '', canva_design_id: data.canva_design_id }
    expect(await importOf(cast.creator, body)).toMatchObject({ status: 415, code: 'unsupported_media_type' })
    expect(await countMedias()).toBe(before)
  })

  it('refuses a picture that is larger than an upload may be', async () => {
    const { cast, importOf, exported, addFault } = kit
    const { designId } = await returned()
    await addFault('huge')
    const { data } = await exported(cast.creator, designId)
    const body = { content_url: data.content_url ?? '', canva_design_id: data.canva_design_id }
    // Fixed wording (docs/product/media.md "Limits").
    expect(await importOf(cast.creator, body)).toMatchObject({ status: 413, message: 'File is too big' })
  })
})

describe('Exporting a design', () => {
  it('is in progress at first, then names the picture, and starts one export only', async () => {
    const { cast, askExport, exported, test } = kit
    const { designId } = await returned()
    const first = await askExport(cast.creator, designId)
    expect(first.data).toMatchObject({ status: 'in_progress', content_url: null })
    const { export_id: begun } = await test.db
      .selectFrom('designs')
      .select('export_id')
      .where('id', '=', designId)
      .executeTakeFirstOrThrow()
    const done = await exported(cast.creator, designId)
    expect(done.data.content_url).toContain(begun)
  })

  it('never ends if the tool never ends it, and holds nothing up', async () => {
    const { cast, askExport, addFault } = kit
    const { designId } = await returned()
    await addFault('never')
    for (let times = 0; times < 3; times++)
      expect((await askExport(cast.creator, designId)).data.status).toBe('in_progress')
  })

  it('says in words why it failed, and begins anew when it is requested again', async () => {
    const { cast, askExport, exported, addFault } = kit
    const { designId } = await returned()
    await addFault('failed')
    const failed = await exported(cast.creator, designId)
    expect(failed).toMatchObject({ status: 422, code: 'design_not_exported' })
    expect(failed.message).toContain('premium elements')
    expect((await askExport(cast.creator, designId)).data.status).toBe('in_progress')
    expect((await exported(cast.creator, designId)).data.status).toBe('done')
  })

  it.each([
    ['down', 503, 'design_tool_unavailable'],
    ['malformed', 503, 'design_tool_unavailable'],
    ['limited', 429, 'too_many_requests'],
  ])('can be requested again after the tool was %s', async (fault, status, code) => {
    const { cast, askExport, exported, addFault } = kit
    const { designId } = await returned()
    await addFault(fault)
    expect(await askExport(cast.creator, designId)).toMatchObject({ status, code })
    expect((await exported(cast.creator, designId)).data.status).toBe('done')
  })

  it('takes no answer about another export', async () => {
    const { cast, askExport, exported, addFault } = kit
    const { designId } = await returned()
    await askExport(cast.creator, designId)
    await addFault('another_export')
    expect(await askExport(cast.creator, designId)).toMatchObject({ code: 'design_tool_unavailable' })
    expect((await exported(cast.creator, designId)).data.status).toBe('done')
  })

  it('waits for the return from the tool', async () => {
    const { cast, start, askExport, test } = kit
    await start(cast.creator)
    const { id } = await test.db
      .selectFrom('designs')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(await askExport(cast.creator, id)).toMatchObject({ status: 409, code: 'design_ended' })
  })
})

describe('Returning from the design tool', () => {
  it('twice with the same signature exports once; with another, the new picture replaces the one before', async () => {
    const { cast, openDesign, leave, comeBack, exported, importOf } = kit
    const editUrl = await openDesign(cast.creator)
    const signed = await leave(editUrl)
    const { data: first } = await comeBack(cast.creator, signed)
    const one = await exported(cast.creator, first.design_id)
    await comeBack(cast.creator, signed)
    const same = await exported(cast.creator, first.design_id)
    expect(same.data).toEqual(one.data)
    expect(one.data.replaces_media_id).toBeNull()
    const body = { content_url: one.data.content_url ?? '', canva_design_id: one.data.canva_design_id }
    const { data: media } = await importOf(cast.creator, body)

    const later = await leave(editUrl, { ...plainDesign, text: 'Winter sale' })
    const { data: second } = await comeBack(cast.creator, later)
    expect(second.design_id).toBe(first.design_id)
    const other = await exported(cast.creator, second.design_id)
    expect(other.data.content_url).not.toBe(one.data.content_url)
    expect(other.data.replaces_media_id).toBe(media.id)
  })

  it('leads to the very version', async () => {
    const { cast, openDesign, leave, comeBack, params, postId, postSocialId } = kit
    const { data } = await comeBack(cast.creator, await leave(await openDesign(cast.creator)))
    expect(data.place).toMatchObject({
      project_id: params.projectId,
      post_id: postId,
      post_social_id: postSocialId,
    })
  })

  it('with another design imports nothing', async () => {
    const { cast, openDesign, leave, comeBack, addFault } = kit
    const editUrl = await openDesign(cast.creator)
    await addFault('another')
    const signed = await leave(editUrl)
    expect(await comeBack(cast.creator, signed)).toMatchObject({ status: 422, code: 'design_is_another' })
  })

  it('is refused for what the tool did not sign, and to everybody but its person', async () => {
    const { cast, openDesign, leave, comeBack } = kit
    const signed = await leave(await openDesign(cast.creator))
    const [head = '', body = '', signature = ''] = signed.split('.')
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as object
    const forged = Buffer.from(JSON.stringify({ ...claims, extra: 1 })).toString('base64url')
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`
    for (const text of [`${head}.${forged}.${signature}`, unsigned, 'nothing', `${head}.${body}.`])
      expect(await comeBack(cast.creator, text)).toMatchObject({ status: 409, code: 'design_ended' })
    expect(await comeBack(cast.admin, signed)).toMatchObject({ status: 409, code: 'design_ended' })
    expect((await comeBack(cast.creator, signed)).status).toBe(200)
  })

  it('is refused to a person who may no longer write in the project', async () => {
    const { cast, openDesign, leave, comeBack, test, params } = kit
    const signed = await leave(await openDesign(cast.creator))
    const membership = test.db
      .updateTable('project_members')
      .where('project_id', '=', params.projectId)
      .where('user_id', '=', cast.creator.userId)
    await membership.set({ role: 'internal-approver' }).execute()
    expect(await comeBack(cast.creator, signed)).toMatchObject({ status: 409, code: 'design_ended' })
    await membership.set({ role: 'content-creator' }).execute()
    expect((await comeBack(cast.creator, signed)).status).toBe(200)
  })
})

describe('The wire form of a file', () => {
  it('names no design unless it was imported', async () => {
    const { cast, makeDesign, importOf, params, test } = kit
    const { body } = await makeDesign(cast.creator)
    const { data } = await importOf(cast.creator, body)
    const { data: listed } = await test.ask(cast.creator, listMedias, {
      params: { ...params, ids: String(data.id) },
    })
    expect(listed[0]?.object_data.canva_design_id).toBe(body.canva_design_id)
  })
})
