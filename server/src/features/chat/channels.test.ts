import { describe, expect, it } from 'vitest'
import { listAuditLog } from '#domain/agencies/contract.ts'
import {
  addChatChannel,
  deleteChatChannel,
  listChatChannels,
  saveChatChannel,
  testChatChannel,
} from '#domain/chat/contract.ts'
import { agencyRoutes } from '#server/features/agencies/routes.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { buildProject, useCast } from '#testing/people.ts'
import { resealChannels } from './channels.ts'
import { chatRoutes } from './routes.ts'

const app = useTestApp({ routes: [...chatRoutes, ...agencyRoutes] })
const cast = useCast(app)
const elsewhere = useCast(app)

const address = 'https://hooks.slack.com/services/T012AB/B034CD/x7KqPzW3vQm1'
const inAgency = () => ({ params: { agencyId: cast.project.agencyId } })
const settings = { name: '#harbor', project_id: null, topics: ['trouble'], is_for_client: false } as const
const body = { ...settings, topics: [...settings.topics], service: 'slack', address } as const
type Body = Partial<NonNullable<Parameters<typeof app.send>[3]>>
const add = (changes: Body = {}, person: TestPerson = cast.admin) =>
  app.ask(person, addChatChannel, { ...inAgency(), body: { ...body, ...changes } as never })
const addOne = async () => {
  const { data, status } = await add()
  expect(status).toBe(200)
  return { channel: data, params: { ...inAgency().params, channelId: data.id } }
}

describe('A channel', () => {
  it('is stored with an encrypted address, of which nobody is shown more than the end', async () => {
    const { channel, params } = await addOne()
    expect(channel).toMatchObject({ name: '#harbor', address_hint: 'hooks.slack.com/…vQm1', is_on: true })
    const row = await app.db
      .selectFrom('chat_channels')
      .selectAll()
      .where('id', '=', channel.id)
      .executeTakeFirstOrThrow()
    expect(row.sealed_address.toString('latin1')).not.toContain('x7KqPzW3')
    const said = await Promise.all([
      app.ask(cast.admin, listChatChannels, inAgency()),
      app.ask(cast.admin, saveChatChannel, { params, body: { ...settings, topics: ['talk'], is_on: true } }),
      app.ask(cast.admin, listAuditLog, { ...inAgency() }),
    ])
    expect(JSON.stringify(said)).not.toContain('x7KqPzW3')
  })

  it.each([
    ['an address of something else', { address: 'https://example.com/hook' }, 'address'],
    ['an address in this machine', { address: 'http://127.0.0.1:4600/chat/slack/services/T/B/x' }, 'address'],
    [
      'an address of the retired connectors',
      { service: 'teams', address: 'https://acme.webhook.office.com/webhookb2/1' },
      'address',
    ],
    ['no topic', { topics: [] }, 'topics'],
    ['no name', { name: ' ' }, 'name'],
    ['a client as reader without a project', { is_for_client: true, topics: ['decided'] }, 'project_id'],
  ] as const)('with %s is refused at that field', async (_what, changes, field) => {
    const answer = await add(changes)
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.errors ?? {})).toEqual([field])
  })

  it('that a client reads is not told what goes wrong inside the agency', async () => {
    const answer = await add({
      is_for_client: true,
      project_id: cast.project.projectId,
      topics: ['decided', 'trouble'],
    })
    expect(answer.errors?.topics?.[0]).toMatch(/not told: Failed, overdue/)
  })

  it('of a project of another agency is not found', async () => {
    expect((await add({ project_id: elsewhere.project.projectId })).status).toBe(404)
    const { params } = await addOne()
    const moved = {
      ...settings,
      topics: [...settings.topics],
      is_on: true,
      project_id: elsewhere.project.projectId,
    }
    expect((await app.ask(cast.admin, saveChatChannel, { params, body: moved })).status).toBe(404)
  })

  it('that is removed leaves neither its address nor what waited for it', async () => {
    const { params } = await addOne()
    await app.db
      .insertInto('chat_entries')
      .values({ channel_id: params.channelId, event_id: 1, created_at: app.clock.now() })
      .execute()
    expect((await app.ask(cast.admin, deleteChatChannel, { params })).status).toBe(200)
    const left = await app.db
      .selectFrom('chat_entries')
      .selectAll()
      .where('channel_id', '=', params.channelId)
      .execute()
    expect(left).toEqual([])
    expect((await app.ask(cast.admin, deleteChatChannel, { params })).status).toBe(404)
  })

  it('leaves an entry in the audit log for each change, without the address', async () => {
    const { params } = await addOne()
    const changed = {
      ...settings,
      name: '#news',
      topics: ['talk' as const],
      is_on: true,
      address: `${address}2`,
    }
    await app.ask(cast.admin, saveChatChannel, { params, body: changed })
    await app.ask(cast.admin, deleteChatChannel, { params })
    const { data } = await app.ask(cast.admin, listAuditLog, inAgency())
    const entries = data.entries.filter(({ action }) => action.startsWith('chat_channel.')).slice(0, 3)
    expect(entries.map(({ action, subject }) => `${action} ${subject}`)).toEqual([
      'chat_channel.removed #news',
      'chat_channel.changed #news',
      'chat_channel.added #harbor',
    ])
    expect(JSON.stringify(entries)).not.toContain('hooks.slack.com')
  })

  it('is resealed with the key of the day, and opens with it', async () => {
    const { params } = await addOne()
    const { sealed_address: before } = await app.db
      .selectFrom('chat_channels')
      .select('sealed_address')
      .where('id', '=', params.channelId)
      .executeTakeFirstOrThrow()
    const { TOKEN_KEY: former } = app.services.config
    const config = { ...app.services.config, TOKEN_KEY: 'ab'.repeat(32), TOKEN_KEY_PREVIOUS: [former ?? ''] }
    await resealChannels(app.db, config)
    const after = await app.db
      .selectFrom('chat_channels')
      .select(['sealed_address', 'key_id'])
      .where('id', '=', params.channelId)
      .executeTakeFirstOrThrow()
    expect(after.sealed_address.equals(before)).toBe(false)
    // Back, for the other tests.
    await resealChannels(app.db, { ...app.services.config, TOKEN_KEY_PREVIOUS: ['ab'.repeat(32)] })
  })
})

describe('The channels of an agency', () => {
  it.each(['creator', 'internal', 'external'] as const)('are not for a %s', async name => {
    const { params } = await addOne()
    const person = cast[name]
    const answers = await Promise.all([
      app.ask(person, listChatChannels, inAgency()),
      add({}, person),
      app.ask(person, saveChatChannel, { params, body: { ...settings, topics: ['talk'], is_on: true } }),
      app.ask(person, testChatChannel, { params, body: {} }),
      app.ask(person, deleteChatChannel, { params }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
  })

  it('are not found by the admin of another agency, under their own agency neither', async () => {
    const { params } = await addOne()
    const foreign = { ...params, agencyId: elsewhere.project.agencyId }
    for (const each of [params, foreign]) {
      const answers = await Promise.all([
        app.ask(elsewhere.admin, saveChatChannel, {
          params: each,
          body: { ...settings, topics: ['talk'], is_on: true },
        }),
        app.ask(elsewhere.admin, testChatChannel, { params: each, body: {} }),
        app.ask(elsewhere.admin, deleteChatChannel, { params: each }),
      ])
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    }
  })

  it('do not list one of a deleted project', async () => {
    const sibling = await buildProject(app.db, { agencyId: cast.project.agencyId })
    const { data } = await add({ project_id: sibling.projectId })
    await app.db
      .updateTable('projects')
      .set({ deleted_at: app.clock.now() })
      .where('id', '=', sibling.projectId)
      .execute()
    const listed = await app.ask(cast.admin, listChatChannels, inAgency())
    expect(listed.data.map(({ id }) => id)).not.toContain(data.id)
  })
})
