import { afterAll, beforeAll, expect, it } from 'vitest'
import { type StoredObject, startTestSandbox, type TestSandbox } from '#sandbox/testing/start.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { demoLogins } from './people.ts'
import { demoClients, seedDemo } from './seed.ts'

let sandbox: TestSandbox
let test: TestApp
beforeAll(async () => {
  sandbox = await startTestSandbox()
  test = await startTestApp({ routes: [], now: new Date() })
  await seedDemo(test.services, sandbox.url())
})
afterAll(async () => {
  await test.close()
  await sandbox.stop()
})

it('every live post of the demo is on its network’s feed, with its text, photo and time', async () => {
  const live = await test.db
    .selectFrom('post_socials')
    .select(['external_id', 'permalink', 'message', 'published_at', 'type'])
    .where('status', '=', 'live')
    .execute()
  const expected = demoClients.flatMap(({ posts }) => posts).filter(({ status }) => status === 'live')
  expect(live).toHaveLength(expected.reduce((sum, { networks }) => sum + networks.length, 0))
  const feeds = await sandbox.get<(StoredObject & { permalink: string })[]>('/sandbox/objects')
  expect(feeds).toHaveLength(live.length)
  for (const social of live)
    expect(feeds.find(({ id }) => id === social.external_id)).toMatchObject({
      text: social.message,
      permalink: social.permalink,
      created_at: social.published_at?.getTime(),
      media: social.type === 'text' ? [] : [{ kind: 'image' }],
    })
})

it('every approval of the demo comes after the post was written and before it was published', async () => {
  const actions = await test.db
    .selectFrom('approval_actions as action')
    .innerJoin('post_socials as social', 'social.id', 'action.post_social_id')
    .select(['action.type', 'action.created_at as at', 'social.created_at as written', 'social.published_at'])
    .orderBy('action.post_social_id')
    .orderBy('action.id')
    .execute()
  expect(actions.length).toBeGreaterThan(20)
  for (const [index, action] of actions.entries()) {
    const ended = action.published_at ?? test.services.clock.now()
    expect(action.at.getTime()).toBeGreaterThan(action.written.getTime())
    expect(action.at.getTime()).toBeLessThan(ended.getTime())
    if (action.type !== 'approval_started')
      expect(action.at.getTime()).toBeGreaterThanOrEqual(actions[index - 1]?.at.getTime() ?? 0)
  }
})

it('agency and projects of the demo have logos', async () => {
  const rows = await test.db.selectFrom('projects').select('logo_key').execute()
  const agency = await test.db.selectFrom('agencies').select('logo_key').executeTakeFirstOrThrow()
  for (const { logo_key } of [...rows, agency])
    expect(test.storage.files.get(`${logo_key}/small`)?.contentType).toBe('image/png')
})

it('the demo shows posts in every state of an ordinary week, and none that failed', async () => {
  const rows = await test.db.selectFrom('post_socials').select('status').distinct().execute()
  expect(rows.map(({ status }) => status).sort()).toEqual([
    'approved',
    'draft',
    'live',
    'pending_external_approval',
    'pending_internal_approval',
    'requires_revision',
    'scheduled',
  ])
})

it('everybody who works in the demo has something new to read, each post once, and no mail comes of it', async () => {
  const rows = await test.db
    .selectFrom('notifications as notification')
    .innerJoin('users', 'users.id', 'notification.user_id')
    .select(['users.email', 'notification.kind', 'notification.post_id', 'notification.mail_at'])
    .where('notification.read_at', 'is', null)
    .execute()
  expect(new Set(rows.map(({ email }) => email))).toEqual(
    new Set(demoLogins.filter(({ role }) => role !== 'super-admin').map(({ email }) => email)),
  )
  const seen = rows.map(({ email, kind, post_id }) => `${email} ${kind} ${post_id}`)
  expect(new Set(seen).size).toBe(seen.length)
  expect(rows.filter(({ mail_at }) => mail_at !== null)).toEqual([])
})

it('the client’s revision has its checklist and the writer’s question', async () => {
  const actions = await test.db
    .selectFrom('approval_actions as action')
    .innerJoin('post_socials as social', 'social.id', 'action.post_social_id')
    .select(['action.type', 'social.social_network'])
    .select(eb =>
      eb
        .selectFrom('approval_checkboxes as item')
        .whereRef('item.approval_action_id', '=', 'action.id')
        .select(eb.fn.countAll<string>().as('count'))
        .as('items'),
    )
    .where('action.type', 'in', ['revision_requested', 'question_pushed'])
    .where('social.message', 'like', 'Give a roast%')
    .orderBy('action.id')
    .execute()
  expect(actions.map(({ type, items }) => `${type} ${items}`)).toEqual([
    'revision_requested 2',
    'question_pushed 0',
    'revision_requested 2',
    'question_pushed 0',
  ])
})
