import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { disconnectDesignTool, getDesignTool, reopenDesign, startDesign } from '#domain/designs/contract.ts'
import { makeKey } from '#server/config.ts'
import { makeSeal } from '#server/platform/session/seal.ts'
import { type DesignKit, startDesignKit } from '#testing/designs.ts'
import { buildCast } from '#testing/people.ts'
import { buildMedia } from '#testing/posts.ts'
import { resealDesignConnections } from './connections.ts'
import { purgeDesigns } from './purge-designs.ts'

let kit: DesignKit
beforeAll(async () => {
  kit = await startDesignKit()
})
afterAll(() => kit.close())
beforeEach(async () => {
  await kit.addFault('')
  await kit.test.db.deleteFrom('design_connections').execute()
})

const connectionOf = (userId: number) =>
  kit.test.db.selectFrom('design_connections').selectAll().where('user_id', '=', userId).executeTakeFirst()

const isConnected = async () =>
  (await kit.test.ask(kit.cast.creator, getDesignTool, { params: kit.params })).data.is_connected

describe('Beginning a design', () => {
  it('asks for consent the first time, with PKCE, and opens the design right away the next time', async () => {
    const { cast, start, consent, authorize } = kit
    const { data } = await start(cast.creator)
    const requested = new URL(data.url).searchParams
    expect(requested.get('code_challenge_method')).toBe('S256')
    expect(requested.get('state')?.length).toBeLessThanOrEqual(50)
    const query = await consent(data.url)
    const { data: authorized } = await authorize(cast.creator, query)
    expect(authorized.url).toContain('/canva/design/')
    expect((await start(cast.creator)).data.url).toContain('/canva/design/')
    expect(await isConnected()).toBe(true)
  })

  it('keeps the access sealed', async () => {
    const { cast, openDesign, test } = kit
    await openDesign(cast.creator)
    const row = await connectionOf(cast.creator.userId)
    const place = `design-tool/${cast.creator.userId}`
    const open = () =>
      makeSeal(test.services.config).openText(
        place,
        row?.sealed_token ?? Buffer.of(),
        row?.token_key_id ?? '',
      )
    const { token } = JSON.parse(open()) as { token: string }
    expect(token.length).toBeGreaterThan(20)
    expect(row?.sealed_token.includes(token)).toBe(false)
  })

  it('is declined without harm, and a return from the login works once and only for its person', async () => {
    const { cast, start, consent, authorize, postId } = kit
    const declined = await consent((await start(cast.creator)).data.url, { decision: 'deny' })
    expect(declined.get('error')).toBe('access_denied')
    const { data } = await authorize(cast.creator, declined)
    expect(data).toMatchObject({ url: null, place: { post_id: postId } })
    expect(await isConnected()).toBe(false)

    const query = await consent((await start(cast.creator)).data.url)
    expect(await authorize(cast.admin, query)).toMatchObject({ status: 409, code: 'design_ended' })
    expect((await authorize(cast.creator, query)).status).toBe(200)
    expect(await authorize(cast.creator, query)).toMatchObject({ status: 409, code: 'design_ended' })
  })

  it('renews an access that the tool calls expired, and one that ends soon', async () => {
    const { cast, openDesign, start, addFault, test } = kit
    await openDesign(cast.creator)
    const first = await connectionOf(cast.creator.userId)
    await addFault('expired')
    expect((await start(cast.creator)).data.url).toContain('/canva/design/')
    const second = await connectionOf(cast.creator.userId)
    expect(second?.sealed_token).not.toEqual(first?.sealed_token)
    await test.db.updateTable('design_connections').set({ expires_at: new Date() }).execute()
    expect((await start(cast.creator)).data.url).toContain('/canva/design/')
    expect((await connectionOf(cast.creator.userId))?.sealed_token).not.toEqual(second?.sealed_token)
  })

  it('renews once for calls at the same time, since a refresh token works once', async () => {
    const { cast, openDesign, start, test } = kit
    await openDesign(cast.creator)
    await test.db.updateTable('design_connections').set({ expires_at: new Date() }).execute()
    const answers = await Promise.all([1, 2, 3, 4].map(() => start(cast.creator)))
    for (const { data } of answers) expect(data.url).toContain('/canva/design/')
  })

  it('asks for consent again when the access was revoked', async () => {
    const { cast, openDesign, start, addFault } = kit
    await openDesign(cast.creator)
    await addFault('revoked')
    expect((await start(cast.creator)).data.url).toContain('/oauth/authorize')
    expect(await connectionOf(cast.creator.userId)).toBeUndefined()
  })

  it('during an export with a revoked access says that it has to be opened again', async () => {
    const { cast, openDesign, leave, comeBack, askExport, addFault } = kit
    const { data } = await comeBack(cast.creator, await leave(await openDesign(cast.creator)))
    await addFault('revoked')
    expect(await askExport(cast.creator, data.design_id)).toMatchObject({
      status: 409,
      code: 'design_tool_disconnected',
    })
  })

  it.each([
    ['limited', 429, 'too_many_requests'],
    ['down', 503, 'design_tool_unavailable'],
    ['malformed', 503, 'design_tool_unavailable'],
  ])('says what is wrong when the tool is %s', async (fault, status, code) => {
    const { cast, openDesign, start, addFault } = kit
    await openDesign(cast.creator)
    await addFault(fault)
    expect(await start(cast.creator)).toMatchObject({ status, code })
  })

  it.each([
    { width: 39, height: 1000 },
    { width: 1000, height: 8001 },
    { width: 5001, height: 5000 },
    { width: 100.5, height: 100 },
  ])('takes no size that the tool does not make: %j', async size => {
    expect((await kit.start(kit.cast.creator, size)).status).toBe(422)
  })

  it('is for those who may edit posts; other tenants find nothing', async () => {
    const { cast, start, test, params, postSocialId } = kit
    for (const person of [cast.internal, cast.external]) {
      expect((await start(person)).status).toBe(403)
      expect((await test.ask(person, getDesignTool, { params })).status).toBe(403)
    }
    const stranger = await buildCast(test.db)
    expect((await start(stranger.admin)).status).toBe(404)
    const mixed = await test.ask(stranger.admin, startDesign, {
      params: { projectId: stranger.project.projectId },
      body: { post_social_id: postSocialId, title: 'x', width: 100, height: 100 },
    })
    expect(mixed.status).toBe(404)
  })
})

describe('Opening a design again', () => {
  const reopen = (person: { userId: number; name: string }, mediaId: number) =>
    kit.test.ask(person, reopenDesign, {
      params: { ...kit.params, mediaId },
      body: { post_social_id: kit.postSocialId },
    })

  it('leads to the same design, and its picture will replace the one before', async () => {
    const { cast, makeDesign, importOf, leave, comeBack, exported } = kit
    const { body, editUrl } = await makeDesign(cast.creator)
    const { data: media } = await importOf(cast.creator, body)
    const { data } = await reopen(cast.creator, media.id)
    expect(new URL(data.url).pathname).toBe(new URL(editUrl).pathname)
    const { data: returned } = await comeBack(cast.creator, await leave(data.url))
    const { data: done } = await exported(cast.creator, returned.design_id)
    expect(done).toMatchObject({ replaces_media_id: media.id, canva_design_id: body.canva_design_id })
  })

  it('is refused in words to a colleague whose account cannot open it', async () => {
    const { cast, makeDesign, importOf, start, consent, authorize } = kit
    const { body } = await makeDesign(cast.creator)
    const { data: media } = await importOf(cast.creator, body)
    const asNoah = await consent((await start(cast.admin)).data.url, { person: 'auDCmo7QxWm3bkZt0VfYe' })
    await authorize(cast.admin, asNoah)
    const answer = await reopen(cast.admin, media.id)
    expect(answer).toMatchObject({ status: 422, code: 'design_not_accessible' })
  })

  it('is only for imported pictures of the project', async () => {
    const { cast, test } = kit
    const uploaded = await buildMedia(test.db, cast.project)
    const stranger = await buildCast(test.db)
    const foreign = await buildMedia(test.db, stranger.project)
    expect((await reopen(cast.creator, uploaded)).status).toBe(404)
    expect((await reopen(cast.creator, foreign)).status).toBe(404)
    expect((await reopen(cast.external, uploaded)).status).toBe(403)
    expect((await reopen(stranger.admin, uploaded)).status).toBe(404)
  })
})

describe('The connection to the design tool', () => {
  it('is forgotten and revoked when the person disconnects', async () => {
    const { cast, openDesign, start, test } = kit
    await openDesign(cast.creator)
    expect((await test.ask(cast.creator, disconnectDesignTool)).status).toBe(200)
    expect(await isConnected()).toBe(false)
    expect((await start(cast.creator)).data.url).toContain('/oauth/authorize')
    expect((await test.ask(cast.creator, disconnectDesignTool)).status).toBe(200)
  })

  it('is resealed with a new key, and forgotten if its key is gone', async () => {
    const { cast, openDesign, test } = kit
    await openDesign(cast.creator)
    const { config } = test.services
    const [old = '', fresh] = [config.TOKEN_KEY, makeKey()]
    const seal = makeSeal({ ...config, TOKEN_KEY: fresh, TOKEN_KEY_PREVIOUS: [old] })
    await resealDesignConnections(test.db, seal)
    expect((await connectionOf(cast.creator.userId))?.token_key_id).toBe(seal.keyIds()[0])
    await resealDesignConnections(test.db, makeSeal(config))
    expect(await connectionOf(cast.creator.userId)).toBeUndefined()
  })

  it('says that it is not set up where there is no integration', async () => {
    const bare = await startDesignKit({ NODE_ENV: 'production', CANVA_CLIENT_ID: undefined })
    const { data } = await bare.test.ask(bare.cast.creator, getDesignTool, { params: bare.params })
    expect(data).toEqual({ name: 'Canva', is_set_up: false, is_connected: false })
    expect(await bare.start(bare.cast.creator)).toMatchObject({ status: 422, code: 'design_tool_not_set_up' })
    await bare.close()
  })

  it('forgets designs that nobody can come back from any more', async () => {
    const { cast, start, test } = kit
    await start(cast.creator)
    await test.db
      .updateTable('designs')
      .set({ expires_at: new Date(Date.now() - 60_000) })
      .execute()
    await purgeDesigns(test.services)
    expect(await test.db.selectFrom('designs').select('id').execute()).toEqual([])
  })
})
