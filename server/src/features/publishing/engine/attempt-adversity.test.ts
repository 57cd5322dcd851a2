import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAdapters } from '#server/networks/adapters.ts'
import type { NetworkAdapter } from '#server/networks/network-adapter.ts'
import { networkSettings } from '#server/networks/settings.ts'
import {
  onNetwork,
  openOne,
  type PublishingStage,
  quickTimings,
  readOutcome,
  startPublishingStage,
} from '#testing/publishing/publishing.ts'
import { attemptPublication } from './attempt.ts'

let stage: PublishingStage
beforeAll(async () => {
  stage = await startPublishingStage()
})
afterAll(() => stage.close())

const real = () => createAdapters(networkSettings(stage.services.config))
const withFacebook = (own: Partial<NetworkAdapter>) => ({
  ...real(),
  facebook: { ...real().facebook, ...own },
})

describe('A publication ends with its network’s answer', () => {
  it('even if the refusal contains characters that the database cannot store', async () => {
    const { socialId } = await openOne(stage, 'facebook')
    const prepare: NetworkAdapter['prepare'] = async () => ({
      kind: 'rejected',
      reason: 'media_refused',
      mayBeOurs: false,
      response: 'HTTP 400 a\0b',
    })
    await stage.drive(stage.publisher({ networks: withFacebook({ prepare }) }))
    expect((await readOutcome(stage, socialId)).social).toMatchObject({
      failure_reason: 'media_refused',
      last_social_api_response: 'HTTP 400 a\uFFFDb',
    })
  })

  it('as do the others of its batch, even if one answer is cut off within a character', async () => {
    const posts = [await openOne(stage, 'facebook'), await openOne(stage, 'facebook')]
    const send: NetworkAdapter['send'] = async delivery => {
      const outcome = await real().facebook.send(delivery)
      const isFirst = delivery.content.message === posts[0]?.message
      return isFirst ? { ...outcome, response: `${'x'.repeat(3_999)}😀` } : outcome
    }
    const publisher = stage.publisher({ networks: withFacebook({ send }) })
    await Promise.all(posts.map(({ publicationId }) => attemptPublication(publisher, publicationId)))
    for (const { socialId } of posts)
      expect((await readOutcome(stage, socialId)).social).toMatchObject({ status: 'live' })
  })

  it('even if the network asks to wait beyond the last possible date', async () => {
    const { socialId } = await openOne(stage, 'facebook')
    const prepare: NetworkAdapter['prepare'] = async () => ({
      kind: 'not_sent',
      retryAfterMs: 1e300,
      response: 'HTTP 429',
    })
    await attemptPublication(
      stage.publisher({ networks: withFacebook({ prepare }) }),
      (await readOutcome(stage, socialId)).publications[0]?.id ?? 0,
    )
    expect((await readOutcome(stage, socialId)).social.failure_reason).toBe('limit_reached')
  })

  it('even if its file never arrives from storage', async () => {
    const { socialId, publicationId } = await openOne(stage, 'facebook')
    const prepare = () => new Promise<never>(() => undefined)
    const timings = { ...quickTimings, leaseMs: 30 }
    await attemptPublication(stage.publisher({ networks: withFacebook({ prepare }), timings }), publicationId)
    expect((await readOutcome(stage, socialId)).publications).toMatchObject([
      { status: 'queued', attempts: 1, response: 'Galley could not prepare the post.' },
    ])
    await stage.drive(stage.publisher())
    expect((await readOutcome(stage, socialId)).social.status).toBe('live')
  })
})

describe('A look-up of a post', () => {
  it('starts as soon as after any lost answer, however long the network wants to process the post', async () => {
    const { socialId, publicationId } = await openOne(stage, 'facebook')
    const send: NetworkAdapter['send'] = async () => ({
      kind: 'processing',
      retryAfterMs: 30 * 86_400_000,
      response: 'HTTP 202',
    })
    await attemptPublication(stage.publisher({ networks: withFacebook({ send }) }), publicationId)
    const [publication] = (await readOutcome(stage, socialId)).publications
    expect(publication?.status).toBe('unknown')
    expect(publication?.run_at.getTime()).toBeLessThan(Date.now() + 1_000)
  })

  it('stops waiting when the only match belongs to another publication', async () => {
    const one = await openOne(stage, 'facebook')
    await stage.drive(stage.publisher())
    const { external_id: externalId } = (await readOutcome(stage, one.socialId)).social
    const other = await openOne(stage, 'facebook')
    await stage.sandbox.fault({ network: 'facebook', fault: 'lost_answer' })
    const lookUp: NetworkAdapter['lookUp'] = async () => ({ kind: 'present', externalId, permalink: null })
    await stage.drive(stage.publisher({ networks: withFacebook({ lookUp }) }))
    expect((await readOutcome(stage, other.socialId)).social.failure_reason).toBe('unconfirmed')
  })
})

describe('A late answer', () => {
  it('makes a post live that had been given up, since the network itself has answered', async () => {
    const { socialId, message, publicationId } = await openOne(stage, 'facebook')
    let answer: () => void = () => undefined
    const held = new Promise<void>(resolve => {
      answer = resolve
    })
    const send: NetworkAdapter['send'] = async delivery => {
      const outcome = await real().facebook.send(delivery)
      await held
      return outcome
    }
    const frozen = attemptPublication(stage.publisher({ networks: withFacebook({ send }) }), publicationId)
    while ((await onNetwork(stage, 'facebook', message)).length === 0) await sleep(20)
    const past = new Date(Date.now() - 60_000)
    await stage.db
      .updateTable('publications')
      .set({ lease_until: past })
      .where('id', '=', publicationId)
      .execute()
    const lookUp: NetworkAdapter['lookUp'] = async () => ({ kind: 'cannot_tell', response: 'HTTP 500' })
    await stage.drive(stage.publisher({ networks: withFacebook({ lookUp }) }))
    expect((await readOutcome(stage, socialId)).social.failure_reason).toBe('unconfirmed')
    answer()
    await frozen
    const [post] = await onNetwork(stage, 'facebook', message)
    expect(await readOutcome(stage, socialId)).toMatchObject({
      social: { status: 'live', external_id: post?.id, failure_reason: null },
      publications: [{ status: 'live', failure_reason: null }],
    })
  })
})

describe('Just before the call', () => {
  it('a post whose preparation took too long is not sent', async () => {
    const { socialId, message, publicationId } = await openOne(stage, 'facebook')
    const prepare: NetworkAdapter['prepare'] = async delivery => {
      const prepared = await real().facebook.prepare(delivery)
      await sleep(500)
      return prepared
    }
    const timings = { ...quickTimings, windowMs: 400 }
    await attemptPublication(stage.publisher({ networks: withFacebook({ prepare }), timings }), publicationId)
    expect((await readOutcome(stage, socialId)).social.failure_reason).toBe('missed_window')
    expect(await onNetwork(stage, 'facebook', message)).toEqual([])
  })

  it('a locked account delays only its own posts', async () => {
    const [held, free] = [await openOne(stage, 'facebook'), await openOne(stage, 'facebook')]
    const posts = [held, free]
    const publisher = stage.publisher()
    const settled: string[] = []
    await stage.db.transaction().execute(async tx => {
      await tx
        .updateTable('social_accounts')
        .set({ check_failures: 1 })
        .where('project_id', '=', held.project.projectId)
        .execute()
      const runs = posts.map(({ publicationId, message }) =>
        attemptPublication(publisher, publicationId).then(() => settled.push(message)),
      )
      await runs[1]
      expect(settled).toEqual([free.message])
    })
    await stage.drive(publisher)
    for (const { socialId } of posts) expect((await readOutcome(stage, socialId)).social.status).toBe('live')
  })
})
