import { afterAll, beforeAll, expect, it } from 'vitest'
import { type StoredObject, startTestSandbox, type TestSandbox } from '#sandbox/testing/start.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { harborPosts, northwindPosts } from './content.ts'
import { seedDemo } from './seed.ts'

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
  const expected = [...harborPosts, ...northwindPosts].filter(({ status }) => status === 'live')
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
