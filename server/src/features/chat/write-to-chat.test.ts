import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ChatService } from '#domain/chat/addresses.ts'
import { saveChatChannel, testChatChannel } from '#domain/chat/contract.ts'
import { startTestSandbox, type TestSandbox } from '#sandbox/testing/start.ts'
import { notifyOfEvents } from '#server/features/notifications/notify-of-events.ts'
import { emit, emitAll } from '#server/platform/events/emit.ts'
import { startTestApp, type TestApp, testNow } from '#testing/app.ts'
import { readMails } from '#testing/mails.ts'
import { buildChannel, chatSandbox } from '#testing/openings/chat.ts'
import { buildCast, buildProject, type Cast } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { writeToChatQueue } from './entries.ts'
import { chatRoutes } from './routes.ts'
import { tendChat, writeToChat } from './write-to-chat.ts'

let sandbox: TestSandbox
let app: TestApp
let cast: Cast
beforeAll(async () => {
  sandbox = await startTestSandbox()
  app = await startTestApp({ routes: chatRoutes, config: { sandbox: true, sandboxUrl: sandbox.url() } })
})
afterAll(async () => {
  await app.close()
  await sandbox.stop()
})
beforeEach(async () => {
  app.clock.set(testNow)
  cast = await buildCast(app.db)
})
const chat = chatSandbox(() => sandbox.url())

const pass = (ms: number) => app.clock.set(new Date(app.clock.now().getTime() + ms))
const open = async (
  service: ChatService = 'slack',
  more: Partial<Parameters<typeof buildChannel>[3]> = {},
) => {
  const hook = await chat.createHook(service)
  const id = await buildChannel(app, cast.admin, cast.project.agencyId, {
    service,
    address: hook.address,
    ...more,
  })
  return { hook, id }
}
const rowOf = (id: number) =>
  app.db.selectFrom('chat_channels').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const countWaiting = async (id: number) =>
  (await app.db.selectFrom('chat_entries').select('id').where('channel_id', '=', id).execute()).length
/** The jobs of a channel: when each is to run, in seconds of the test. */
const jobsOf = async (id: number) =>
  (await app.enqueued(writeToChatQueue))
    .filter(({ channelId }) => channelId === id)
    .map(({ runAt }) => ((runAt?.getTime() ?? 0) - testNow.getTime()) / 1000)

const buildReady = async (
  text = 'Spring menu',
  status: 'approved' | 'pending_internal_approval' = 'approved',
) => {
  const { postId, socialIds } = await buildPost(app.db, cast.project, {
    type: 'text',
    socials: [{ network: 'facebook', status, message: text }],
  })
  return { postId, postSocialId: socialIds[0] ?? 0 }
}
type Happening = Parameters<typeof emit>[1]['type']
const happen = async (
  type: Happening,
  of: { postId?: number; postSocialId?: number },
  detail: Record<string, unknown> = {},
  actorId: number | null = cast.admin.userId,
) => {
  await app.db
    .transaction()
    .execute(tx => emit(tx, { type, projectId: cast.project.projectId, actorId, detail, ...of }))
  while ((await notifyOfEvents(app.services)) > 0);
}
/** Lets the time of gathering pass, and the job run. */
const write = async (id: number) => {
  pass(10_000)
  await writeToChat(app.services, id)
}
const nameOf = async ({ userId }: { userId: number }) => {
  const { name, last_name } = await app.db
    .selectFrom('users')
    .select(['name', 'last_name'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return `${name} ${last_name}`.trim()
}
const projectName = async () =>
  (
    await app.db
      .selectFrom('projects')
      .select('name')
      .where('id', '=', cast.project.projectId)
      .executeTakeFirstOrThrow()
  ).name

describe('A channel', () => {
  it.each(['slack', 'teams'] as const)(
    'in %s is told what happened to which post, with its state',
    async service => {
      const { hook, id } = await open(service)
      const post = await buildReady('Spring *menu* <!channel> & more')
      await happen('approval.approved', post, { round: 'external' })
      await write(id)
      const [message, ...others] = await chat.messages(hook)
      expect(others).toEqual([])
      const lines = message?.shown?.split('\n')
      expect(lines?.[0]?.replaceAll('*', '')).toBe(
        `${await projectName()}: ${await nameOf(cast.admin)} approved a post`,
      )
      expect(lines?.[1]).toContain('Spring *menu* <!channel> & more · Facebook · Approved')
      expect(message?.mentions).toEqual([])
      expect(await countWaiting(id)).toBe(0)
    },
  )

  it('gets one message for a burst, and one job', async () => {
    const { hook, id } = await open()
    const posts = await Promise.all(Array.from({ length: 27 }, (_, index) => buildReady(`Post ${index + 1}`)))
    const projectId = cast.project.projectId
    await app.db.transaction().execute(tx =>
      emitAll(
        tx,
        posts.map(post => ({ type: 'approval.approved', projectId, actorId: cast.admin.userId, ...post })),
      ),
    )
    while ((await notifyOfEvents(app.services)) > 0);
    expect(await jobsOf(id)).toEqual([10])
    await write(id)
    const [message, ...others] = await chat.messages(hook)
    expect(others).toEqual([])
    expect(message?.shown).toMatch(/approved 27 posts/)
    expect(message?.shown).toMatch(/and 17 more posts/)
  })

  it('is told of its own topics and project only', async () => {
    const sibling = await buildProject(app.db, { agencyId: cast.project.agencyId })
    const other = await open('slack', { project: sibling })
    const trouble = await open('slack', { topics: ['trouble'] })
    await happen('approval.approved', await buildReady(), { round: 'external' })
    expect([await countWaiting(other.id), await countWaiting(trouble.id)]).toEqual([0, 0])
  })

  it('is not told of a post that was deleted in the meantime', async () => {
    const { hook, id } = await open()
    const post = await buildReady()
    await happen('approval.approved', post, { round: 'external' })
    await app.db.updateTable('posts').set({ deleted_at: testNow }).where('id', '=', post.postId).execute()
    await write(id)
    expect(await chat.messages(hook)).toEqual([])
    expect(await countWaiting(id)).toBe(0)
  })

  it('is tested at once, and the answer says what is wrong', async () => {
    const { hook, id } = await open()
    const test = async () =>
      (
        await app.ask(cast.admin, testChatChannel, {
          params: { agencyId: cast.project.agencyId, channelId: id },
          body: {},
        })
      ).data
    expect(await test()).toEqual({ problem: null })
    expect((await chat.messages(hook))[0]?.shown).toContain('This is a test for the channel “#posts”.')
    await chat.setHook(hook, { state: 'archived' })
    expect((await test()).problem).toBe(
      'Slack no longer takes messages at this address: it answers 410 (channel_is_archived). Create a new one there and enter it here.',
    )
    expect((await rowOf(id)).is_on).toBe(true)
  })
})

describe('A channel that a client reads', () => {
  it('is told nothing of an internal round, an internal note or a version that they do not see', async () => {
    const { hook, id } = await open('slack', {
      project: cast.project,
      isForClient: true,
      topics: ['sent_for_approval', 'decided', 'revision_requested', 'talk', 'published'],
    })
    const internal = await buildReady('Internal', 'pending_internal_approval')
    const shown = await buildReady('Shown')
    const note = (is_for_client: boolean) =>
      app.db
        .insertInto('notes')
        .values({
          post_social_id: shown.postSocialId,
          project_id: cast.project.projectId,
          message: 'A secret',
          is_for_client,
          created_by: cast.creator.userId,
          created_at: testNow,
          updated_at: testNow,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    await happen('approval.started', internal, { round: 'internal' })
    await happen('approval.revision_requested', shown, { round: 'internal' })
    await happen('approval.approved', internal, { round: 'external' })
    await happen('note.created', shown, { note_id: (await note(false)).id })
    await write(id)
    expect(await chat.messages(hook)).toEqual([])
    await happen(
      'approval.round_approved',
      shown,
      { round: 'internal', next_round: 'external' },
      cast.internal.userId,
    )
    await happen('note.created', shown, { note_id: (await note(true)).id }, cast.creator.userId)
    await write(id)
    const [message] = await chat.messages(hook)
    expect(message?.shown).toContain('A post is waiting for your approval')
    expect(message?.shown).toContain(`${await nameOf(cast.creator)} wrote a note on a post`)
    expect(message?.shown).not.toContain(await nameOf(cast.internal))
    expect(message?.shown).not.toContain('A secret')
  })
})

describe('A service that does not take a message', () => {
  it('is asked again when it says, and what has come since is in the same message', async () => {
    const { hook, id } = await open()
    await chat.addFault(hook, 'limited', { retry_after: 90 })
    await happen('approval.approved', await buildReady('First'), { round: 'external' })
    await write(id)
    expect(await chat.messages(hook)).toEqual([])
    expect(await jobsOf(id)).toEqual([10, 100])
    await happen('approval.approved', await buildReady('Second'), { round: 'external' })
    // A job too early does nothing.
    pass(30_000)
    await writeToChat(app.services, id)
    expect(await chat.messages(hook)).toEqual([])
    pass(60_000)
    await writeToChat(app.services, id)
    expect((await chat.messages(hook)).map(({ shown }) => shown?.match(/First|Second|2 posts/g))).toEqual([
      ['2 posts', 'First', 'Second'],
    ])
    expect((await rowOf(id)).problem).toBeNull()
  })

  it('is asked again later and later while it has a fault, and after a day no more', async () => {
    const { hook, id } = await open('teams')
    await chat.addFault(hook, 'down', { times: 100 })
    await happen('approval.approved', await buildReady(), { round: 'external' })
    await write(id)
    pass(10_000)
    await writeToChat(app.services, id)
    pass(20_000)
    await writeToChat(app.services, id)
    expect(await jobsOf(id)).toEqual([10, 20, 40, 80])
    expect(await rowOf(id)).toMatchObject({
      is_on: true,
      problem: 'Microsoft Teams has a fault: it answers 500.',
    })
    pass(86_400_000)
    await writeToChat(app.services, id)
    expect(await rowOf(id)).toMatchObject({ is_on: false, off_reason: 'unreachable', next_send_at: null })
  })

  it.each([
    ['slack', 'removed', /404 \(no_service\)/],
    ['slack', 'archived', /410 \(channel_is_archived\)/],
    ['slack', 'forbidden', /403 \(action_prohibited\)/],
    ['teams', 'removed', /404/],
    ['teams', 'archived', /400/],
  ] as const)(
    'because in %s it is %s is not asked again, and the admins are told why',
    async (service, state, why) => {
      const { hook, id } = await open(service)
      await chat.setHook(hook, { state })
      await happen('approval.approved', await buildReady(), { round: 'external' })
      await write(id)
      const row = await rowOf(id)
      expect(row).toMatchObject({ is_on: false, off_reason: 'gone', next_send_at: null })
      expect(row.problem).toMatch(why)
      expect(await countWaiting(id)).toBe(0)
      const { email } = await app.db
        .selectFrom('users')
        .select('email')
        .where('id', '=', cast.admin.userId)
        .executeTakeFirstOrThrow()
      const mails = await readMails(app, email.toLowerCase())
      expect(mails.map(({ subject }) => subject)).toEqual([
        `Galley no longer writes to “#posts” in ${service === 'slack' ? 'Slack' : 'Microsoft Teams'}`,
      ])
      expect(mails[0]?.text).toMatch(why)
    },
  )

  it('at an address that was replaced there goes on with the new one once it is entered', async () => {
    const { hook, id } = await open()
    const { address } = await chat.setHook(hook, { rotate: true })
    await happen('approval.approved', await buildReady('Before'), { round: 'external' })
    await write(id)
    expect((await rowOf(id)).is_on).toBe(false)
    const body = {
      name: '#posts',
      project_id: null,
      topics: ['decided' as const],
      is_for_client: false,
      is_on: true,
      address,
    }
    await app.ask(cast.admin, saveChatChannel, {
      params: { agencyId: cast.project.agencyId, channelId: id },
      body,
    })
    await happen('approval.approved', await buildReady('After'), { round: 'external' })
    await write(id)
    expect((await chat.messages(hook)).map(({ shown }) => shown?.match(/Before|After/g))).toEqual([['After']])
  })
})

describe('A worker that is killed', () => {
  it('while it sends leaves the message to the next one, after its lease', async () => {
    const { hook, id } = await open()
    await happen('approval.approved', await buildReady(), { round: 'external' })
    await app.db
      .updateTable('chat_channels')
      .set({ sending_until: new Date(testNow.getTime() + 60_000) })
      .where('id', '=', id)
      .execute()
    await write(id)
    expect(await chat.messages(hook)).toEqual([])
    expect(await jobsOf(id)).toEqual([10, 60])
    pass(60_000)
    await writeToChat(app.services, id)
    expect(await chat.messages(hook)).toHaveLength(1)
  })

  it('after the message was recorded sends it no second time', async () => {
    const { hook, id } = await open()
    await happen('approval.approved', await buildReady(), { round: 'external' })
    await write(id)
    pass(60_000)
    await writeToChat(app.services, id)
    expect(await chat.messages(hook)).toHaveLength(1)
  })

  it('with its job lost is made up for within minutes', async () => {
    const { id } = await open()
    await happen('approval.approved', await buildReady(), { round: 'external' })
    pass(10 * 60_000)
    await tendChat(app.services)
    expect(await jobsOf(id)).toHaveLength(2)
  })

  it('twice at the same moment sends once', async () => {
    const { hook, id } = await open()
    await happen('approval.approved', await buildReady(), { round: 'external' })
    pass(10_000)
    await Promise.all([writeToChat(app.services, id), writeToChat(app.services, id)])
    expect(await chat.messages(hook)).toHaveLength(1)
  })
})

it('The former agency of a client that was handed over is told nothing of it, and its channel about it is gone', async () => {
  const ofAll = await open()
  const ofClient = await open('teams', { project: cast.project })
  await happen('approval.approved', await buildReady(), { round: 'external' })
  const { projectId } = cast.project
  const agency_id = cast.elsewhere.agencyId
  await app.db.updateTable('projects').set({ agency_id }).where('id', '=', projectId).execute()
  pass(10_000)
  for (const { hook, id } of [ofAll, ofClient]) {
    await writeToChat(app.services, id)
    expect(await chat.messages(hook)).toEqual([])
    expect(await countWaiting(id)).toBe(0)
  }
  await tendChat(app.services)
  const left = await app.db
    .selectFrom('chat_channels')
    .select('id')
    .where('agency_id', '=', cast.project.agencyId)
    .execute()
  expect(left).toEqual([{ id: ofAll.id }])
})
