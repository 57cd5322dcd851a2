import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deletePost, restorePosts, savePostSocials } from '#domain/posts/contract.ts'
import { confirmIsLive, publishAgain, publishPost } from '#domain/publishing/contract.ts'
import { connectAccount } from '#server/features/social-accounts/connected-accounts.ts'
import { allRoutes } from '#server/routes.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { recordingNetworks } from '#testing/networks.ts'
import { buildCast, buildPerson, type Cast, nextNumber } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { quickTimings, readPublications } from '#testing/publishing/publishing.ts'
import { attemptPublication } from './engine/attempt.ts'
import { makePublisher } from './engine/publisher.ts'

let kit: TestApp
let cast: Cast
let manager: TestPerson
let recorder: ReturnType<typeof recordingNetworks>

beforeAll(async () => {
  const config = { TOKEN_KEY: randomBytes(32).toString('hex') }
  kit = await startTestApp({ routes: allRoutes, config, now: new Date() })
  cast = await buildCast(kit.db, { connected: [] })
  manager = await buildPerson(kit.db, cast.project, 'content-creator', { 'content-manager': 'true' })
  await kit.db.transaction().execute(tx =>
    connectAccount(tx, kit.services, {
      projectId: cast.project.projectId,
      social_network: 'facebook',
      name: 'Page',
      external_id: 'page',
      account_details: {},
      logo_url: null,
      token: 'token',
    }),
  )
})
afterAll(() => kit.close())
beforeEach(() => {
  recorder = recordingNetworks()
})

const publisher = () =>
  makePublisher(kit.services, {
    networks: recorder.networks,
    timings: { ...quickTimings, firstLookUpMs: 5, lookUpEveryMs: 5, giveUpAfterMs: 15, permalinkMs: [] },
  })
const stateOf = async (socialId: number) => ({
  social: await kit.db
    .selectFrom('post_socials')
    .selectAll()
    .where('id', '=', socialId)
    .executeTakeFirstOrThrow(),
  publications: await readPublications(kit.db, socialId),
})
const drive = async (socialId: number) => {
  for (let turn = 0; turn < 100; turn++) {
    const { social, publications } = await stateOf(socialId)
    const last = publications.at(-1)
    if (social.status !== 'on_publishing' && last?.followUp?.run_at == null) return
    await attemptPublication(publisher(), last?.id ?? 0)
    await sleep(5)
  }
  throw new Error('never over')
}

/** Publishes a version whose answer is lost and whose account cannot be read. `isThere`: the call had arrived. */
const unconfirmed = async ({ isThere = true, first_comment = '' } = {}) => {
  const message = `Perhaps ${nextNumber()}`
  const socials = [{ network: 'facebook' as const, message, first_comment, status: 'approved' as const }]
  const { postId, socialIds } = await buildPost(kit.db, cast.project, { type: 'text', socials })
  const [socialId = 0] = socialIds
  recorder.state.fault = 'blind'
  await kit.ask(cast.admin, publishPost, { params: { postId } })
  await drive(socialId)
  expect((await stateOf(socialId)).social.failure_reason).toBe('unconfirmed')
  if (!isThere) recorder.published.length = 0
  const params = { params: { postSocialId: socialId } }
  return { postId, socialId, message, params, text: `facebook: ${message}` }
}

const edit = (person: TestPerson, { postId, socialId }: { postId: number; socialId: number }) =>
  kit.ask(person, savePostSocials, {
    body: {
      post_id: postId,
      project_id: cast.project.projectId,
      post_socials: [{ id: socialId, message: `Changed ${nextNumber()}` }],
    },
  })

describe('Confirming a post as live', () => {
  it('makes it live without sending anything, and records who confirmed it', async () => {
    const { socialId, params, postId } = await unconfirmed()
    const permalink = 'https://facebook.example/post/1'
    const answer = await kit.ask(manager, confirmIsLive, { ...params, body: { permalink } })
    expect(answer.data.post_socials).toMatchObject([{ status: 'live', permalink, failure_reason: null }])
    const { social, publications } = await stateOf(socialId)
    expect(publications).toMatchObject([{ status: 'live', permalink }])
    expect(social.published_at).toEqual(publications[0]?.sending_at)
    const events = await kit.db
      .selectFrom('events')
      .select(['actor_id', 'detail'])
      .where('post_id', '=', postId)
      .where('type', '=', 'post_social.confirmed_live')
      .execute()
    expect(events).toMatchObject([{ actor_id: manager.userId, detail: { permalink, changed_since: false } }])
    expect(recorder.published).toHaveLength(1)
  })

  it('works without a link: its id is looked up on the network, and its first comment is added', async () => {
    const { socialId, params, text } = await unconfirmed({ first_comment: 'More in the shop' })
    expect((await kit.ask(cast.admin, confirmIsLive, { ...params, body: {} })).status).toBe(200)
    recorder.state.fault = 'none'
    await drive(socialId)
    expect((await stateOf(socialId)).social).toMatchObject({
      status: 'live',
      external_id: `${text}#1`,
      first_comment_status: 'failed',
      first_comment_response: 'no',
    })
  })

  it('adds no comment if the network never returns the id', async () => {
    const { socialId, params } = await unconfirmed({ first_comment: 'More in the shop' })
    await kit.ask(cast.admin, confirmIsLive, { ...params, body: {} })
    await drive(socialId)
    const { social } = await stateOf(socialId)
    expect(social.first_comment_status).toBe('failed')
    expect(social.first_comment_response).toContain('did not return the post’s id')
  })

  it('contacts the network no further if the text has changed since', async () => {
    const { params, ...post } = await unconfirmed({ first_comment: 'More in the shop' })
    await edit(cast.admin, post)
    await kit.ask(cast.admin, confirmIsLive, { ...params, body: {} })
    expect(await stateOf(post.socialId)).toMatchObject({
      social: { status: 'live', first_comment_status: 'none' },
      publications: [{ followUp: null }],
    })
  })

  it.each(['javascript:alert(1)', 'not a link', `https://x.test/${'x'.repeat(2048)}`])(
    'rejects %.20s as a link',
    async permalink => {
      const { params } = await unconfirmed()
      expect((await kit.ask(cast.admin, confirmIsLive, { ...params, body: { permalink } })).status).toBe(422)
    },
  )
})

describe('Publishing an unconfirmed post again', () => {
  it('finds it on the network and sends nothing', async () => {
    const { socialId, params, text } = await unconfirmed()
    recorder.state.fault = 'none'
    expect((await kit.ask(manager, publishAgain, params)).status).toBe(200)
    await drive(socialId)
    expect((await stateOf(socialId)).social).toMatchObject({ status: 'live', failure_reason: null })
    expect(recorder.published).toEqual([text])
  })

  it('sends it even if the network cannot be checked, and records that a person insisted', async () => {
    const { socialId, params, postId, text } = await unconfirmed({ isThere: false })
    const { facebook } = recorder.networks
    const networks = {
      ...recorder.networks,
      facebook: {
        ...facebook,
        lookUp: async () => ({ kind: 'cannot_tell', response: 'dark' }) as const,
      },
    }
    recorder.state.fault = 'none'
    recorder = { ...recorder, networks }
    expect((await kit.ask(manager, publishAgain, params)).status).toBe(200)
    await drive(socialId)
    expect((await stateOf(socialId)).social.status).toBe('live')
    expect(recorder.published).toEqual([text])
    const { detail } = await kit.db
      .selectFrom('events')
      .select('detail')
      .where('post_id', '=', postId)
      .where('type', '=', 'post_social.publishing_started')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(detail).toMatchObject({ insisted: true })
  })

  it('still looks it up first after an attempt that failed before it could look', async () => {
    const { socialId, params, postId, text } = await unconfirmed()
    recorder.state.fault = 'none'
    await kit.db.updateTable('social_accounts').set({ needs_reconnecting: true }).execute()
    await kit.ask(cast.admin, publishAgain, params)
    await drive(socialId)
    expect((await stateOf(socialId)).social.failure_reason).toBe('reconnect_needed')
    await kit.db.updateTable('social_accounts').set({ needs_reconnecting: false }).execute()
    await kit.ask(cast.admin, publishPost, { params: { postId } })
    await drive(socialId)
    expect((await stateOf(socialId)).social.status).toBe('live')
    expect(recorder.published).toEqual([text])
  })

  it('still looks it up first after an attempt that was withdrawn before it could look', async () => {
    const { socialId, params, postId, text } = await unconfirmed()
    recorder.state.fault = 'none'
    await kit.ask(cast.admin, publishAgain, params)
    await kit.ask(cast.admin, deletePost, { params: { postId } })
    expect((await stateOf(socialId)).social).toMatchObject({
      status: 'publishing_failed',
      failure_reason: 'unconfirmed',
    })
    const body = { project_id: cast.project.projectId, post_ids: [postId] }
    await kit.ask(cast.admin, restorePosts, { body })
    await kit.ask(cast.admin, publishPost, { params: { postId } })
    await drive(socialId)
    expect((await stateOf(socialId)).social.status).toBe('live')
    expect(recorder.published).toEqual([text])
  })

  it('sends the new text if it was changed since, as the dialog warned', async () => {
    const { params, text, ...post } = await unconfirmed()
    const edited = await edit(cast.admin, post)
    const [version] = edited.data.post_socials
    expect(version?.sent_version).not.toBe(version?.version)
    recorder.state.fault = 'none'
    expect((await kit.ask(cast.admin, publishAgain, params)).status).toBe(200)
    await drive(post.socialId)
    expect(recorder.published).toEqual([text, expect.stringContaining('Changed')])
  })

  it('is refused once someone who may not approve has changed it: it needs approval again', async () => {
    const { params, ...post } = await unconfirmed()
    expect((await edit(cast.creator, post)).data.post_socials[0]?.status).toBe('pending_internal_approval')
    expect(await kit.ask(cast.admin, publishAgain, params)).toMatchObject({ code: 'illegal_transition' })
  })
})

describe.each([
  ['It is live', confirmIsLive],
  ['Publish again', publishAgain],
] as const)('%s', (_name, endpoint) => {
  const ask = (person: TestPerson, postSocialId: number) =>
    kit.send(
      person,
      'POST',
      endpoint.path.replace('{postSocialId}', String(postSocialId)),
      endpoint === confirmIsLive ? {} : undefined,
    )

  it('is allowed only for people who may publish in this project', async () => {
    const { socialId } = await unconfirmed()
    expect((await ask(cast.creator, socialId)).status).toBe(403)
    expect((await ask(cast.internal, socialId)).status).toBe(403)
    expect((await ask(cast.external, socialId)).status).toBe(403)
    expect((await ask(cast.stranger, socialId)).status).toBe(404)
    expect((await stateOf(socialId)).social.failure_reason).toBe('unconfirmed')
  })

  it('takes effect once, even if someone else clicks at the same moment', async () => {
    const { socialId } = await unconfirmed()
    const answers = await Promise.all([ask(cast.admin, socialId), ask(manager, socialId)])
    expect(answers.map(answer => answer.status).sort()).toEqual([200, 409])
  })

  it.each([
    ['live', 'already_live'],
    ['on_publishing', 'being_published'],
    ['approved', 'illegal_transition'],
    ['publishing_failed', 'illegal_transition'],
  ] as const)('is refused for what is %s and not unconfirmed', async (status, code) => {
    const socials = [{ network: 'facebook' as const, status }]
    const { socialIds } = await buildPost(kit.db, cast.project, { type: 'text', socials })
    expect(await ask(cast.admin, socialIds[0] ?? 0)).toMatchObject({ status: 409, code })
  })
})
