import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listNextTries } from '#domain/publishing/contract.ts'
import { createAdapters } from '#server/networks/adapters.ts'
import type { NetworkAdapter } from '#server/networks/network-adapter.ts'
import { networkSettings } from '#server/networks/settings.ts'
import { buildPerson } from '#testing/people.ts'
import { openOne, type PublishingStage, startPublishingStage } from '#testing/publishing/publishing.ts'
import { attemptPublication } from './engine/attempt.ts'

let stage: PublishingStage

beforeAll(async () => {
  stage = await startPublishingStage()
})
afterAll(() => stage.close())

/** What the page of a post is told after one attempt on a Facebook that behaves so. */
const afterAttempt = async (own: Partial<NetworkAdapter>) => {
  const one = await openOne(stage, 'facebook')
  const networks = createAdapters(networkSettings(stage.services.config))
  const publisher = stage.publisher({ networks: { ...networks, facebook: { ...networks.facebook, ...own } } })
  await attemptPublication(publisher, one.publicationId)
  const admin = await buildPerson(stage.db, one.project, 'agency-admin')
  const answer = await stage.ask(admin, listNextTries, { params: { postId: one.postId } })
  return { one, answer }
}

const http500 = 'HTTP 500 {"error":"try later"}'

describe('What a version that is being published waits for', () => {
  it.each<[string, Partial<NetworkAdapter>, object]>([
    [
      'a look-up, with what was answered',
      { send: async () => ({ kind: 'unknown', response: http500 }) },
      { waits_for: 'look_up', answer: http500 },
    ],
    [
      'another try, with what was answered',
      { send: async () => ({ kind: 'not_sent', retryAfterMs: null, response: http500 }) },
      { waits_for: 'retry', answer: http500 },
    ],
    [
      'another try, after a delay of Galley’s own, which is no answer',
      { prepare: () => Promise.reject(new Error('the disk is full')) },
      { waits_for: 'retry', answer: null },
    ],
    [
      'the network’s processing of a video',
      { prepare: async () => ({ kind: 'processing', retryAfterMs: 50, response: 'HTTP 200 IN_PROGRESS' }) },
      { waits_for: 'processing', answer: 'HTTP 200 IN_PROGRESS' },
    ],
  ])('is %s, and until when', async (_name, facebook, expected) => {
    const { one, answer } = await afterAttempt(facebook)
    const { run_at } = await stage.db
      .selectFrom('publications')
      .select('run_at')
      .where('id', '=', one.publicationId)
      .executeTakeFirstOrThrow()
    expect(answer.data).toEqual([
      { post_social_id: one.socialId, next_try_at: run_at.toISOString(), ...expected },
    ])
  })

  it('is nothing for one that is live or held', async () => {
    const { answer: live } = await afterAttempt({})
    expect(live.data).toEqual([])
    const { one } = await afterAttempt({
      send: async () => ({ kind: 'not_sent', retryAfterMs: null, response: http500 }),
    })
    await stage.db
      .updateTable('publications')
      .set({ held_at: new Date() })
      .where('id', '=', one.publicationId)
      .execute()
    const client = await buildPerson(stage.db, one.project, 'external-approver')
    const params = { postId: one.postId }
    expect((await stage.ask(client, listNextTries, { params })).data).toEqual([])
    const stranger = await buildPerson(stage.db, await stage.connectedProject(), 'agency-admin')
    expect((await stage.ask(stranger, listNextTries, { params })).status).toBe(404)
  })
})
