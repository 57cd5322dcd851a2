import { afterAll, beforeAll, expect, it } from 'vitest'
import { graph, twitter } from './testing/clients.ts'
import { type StoredObject, startTestSandbox, type TestSandbox } from './testing/start.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.stop())

const counts = (query = '') => sandbox.get(`/sandbox/counts?${query}`)
const post = async (text: string, brand?: string) => {
  const page = await sandbox.account('facebook', brand)
  await graph(sandbox, 'POST', `${page.external_id}/feed`, { message: text, access_token: page.token })
}

it('counts live posts, publish calls and duplicates on one account', async () => {
  await post('Once')
  await post('Once', 'Northwind Outdoors')
  expect(await counts('network=facebook')).toEqual({ posts: 2, publish_calls: 2, duplicates: 0 })
  // Facebook refuses the same text only for a while, not two days later.
  sandbox.passTime(2 * 86_400_000)
  await post('Once')
  const { external_id: account } = await sandbox.account('facebook')
  expect(await counts(`account=${account}`)).toEqual({ posts: 2, publish_calls: 2, duplicates: 1 })
  expect(await counts('network=linkedin')).toEqual({ posts: 0, publish_calls: 0, duplicates: 0 })
})

it('lists a reply under the post it answers and not as a separate post', async () => {
  const account = await sandbox.account('twitter')
  const tweet = async (body: Record<string, unknown>) => {
    const created = await twitter(sandbox, account, { method: 'POST', path: '/2/tweets', body })
    return ((await created.json()) as { data: { id: string } }).data.id
  }
  const id = await tweet({ text: 'Asked' })
  await tweet({ text: 'Answered', reply: { in_reply_to_tweet_id: id } })
  const objects = await sandbox.get<StoredObject[]>('/sandbox/objects?network=twitter')
  expect(objects).toMatchObject([{ id, comments: [{ text: 'Answered' }] }])
  expect(await counts('network=twitter')).toEqual({ posts: 1, publish_calls: 1, duplicates: 0 })
})

it('lists at most the requested number of posts, newest first', async () => {
  await post('Newest')
  const objects = await sandbox.get<StoredObject[]>('/sandbox/objects?limit=1')
  expect(objects.map(({ text }) => text)).toEqual(['Newest'])
  expect((await fetch(`${sandbox.url()}/sandbox/objects?limit=none`)).status).toBe(400)
})

it('stores a past post once, on the feed of its account and at its time', async () => {
  const { external_id: account } = await sandbox.account('instagram')
  const past = { network: 'instagram', account, text: 'Last week', published_at: '2026-01-02T09:00:00Z' }
  const send = (body: object) =>
    fetch(`${sandbox.url()}/sandbox/past-posts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const first = (await (await send(past)).json()) as StoredObject
  expect(first).toMatchObject({ text: 'Last week', created_at: Date.parse(past.published_at) })
  expect(await (await send(past)).json()).toEqual(first)
  expect(await counts('network=instagram')).toEqual({ posts: 1, publish_calls: 0, duplicates: 0 })
  expect((await send({ ...past, network: 'twitter' })).status).toBe(404)
  expect((await send({ ...past, published_at: 'last week' })).status).toBe(400)
})
