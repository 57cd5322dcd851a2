import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localOf } from '#domain/kernel/time.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { connectNetworks } from '#server/networks/all.ts'
import { networkSettings } from '#server/networks/settings.ts'
import { databaseNow } from '#server/platform/db/database-now.ts'
import { nextNumber } from '#server/platform/testing/people.ts'
import { buildPost } from '#server/platform/testing/posts.ts'
import {
  onNetwork,
  type PublishingStage,
  readOutcome,
  startPublishingStage,
} from '#server/platform/testing/publishing.ts'
import { jobHandlers, startSweeper } from './worker.ts'

let stage: PublishingStage

beforeAll(async () => {
  stage = await startPublishingStage()
})
afterAll(() => stage.close())

const due = async (network: SocialNetwork) => {
  const project = await stage.connectedProject()
  const message = `Swept ${nextNumber()}`
  const time = localOf(await databaseNow(stage.db), project.timezone)
  const socials = [{ network, message, status: 'approved' as const }]
  const post = await buildPost(stage.db, project, { type: 'text', socials, schedule: time })
  return { ...post, message, socialId: post.socialIds[0] ?? 0 }
}
const statusOf = async (socialId: number) => (await readOutcome(stage, socialId)).social.status
const until = (isSo: () => Promise<boolean>) => expect.poll(isSo).toBe(true)

describe('The worker', () => {
  it('finds what is due without being told', async () => {
    const post = await due('facebook')
    const sweeper = startSweeper(stage.services, stage.publisher())
    await until(async () => (await statusOf(post.socialId)) === 'live')
    await sweeper.stop()
    expect(await onNetwork(stage, 'facebook', post.message)).toHaveLength(1)
  })

  it('lets no hanging network delay another one, and waits for a call under way before it stops', async () => {
    const [hanging, other] = [await due('facebook'), await due('linkedin')]
    await stage.sandbox.fault({ network: 'facebook', fault: 'slow', delay_ms: 600_000 })
    const sweeper = startSweeper(stage.services, stage.publisher())
    await until(async () => (await statusOf(other.socialId)) === 'live')
    expect(await statusOf(hanging.socialId)).toBe('on_publishing')
    let isOver = false
    const stopped = sweeper.stop().then(() => {
      isOver = true
    })
    await sleep(200)
    expect(isOver).toBe(false)
    await stage.sandbox.clearFaults()
    await stopped
    expect(await statusOf(hanging.socialId)).toBe('live')
  })

  it('goes on after the database was away for a moment', async () => {
    let calls = 0
    const publisher = stage.publisher({
      now: db => {
        calls += 1
        return calls === 1 ? Promise.reject(new Error('the database is away')) : databaseNow(db)
      },
    })
    const post = await due('facebook')
    const sweeper = startSweeper(stage.services, publisher)
    await until(async () => (await statusOf(post.socialId)) === 'live')
    await sweeper.stop()
  })

  it('does what its jobs say, and nothing for rows that are gone', async () => {
    const post = await due('linkedin')
    const handlers = jobHandlers(stage.services, stage.publisher())
    await handlers['release-schedule']({ scheduleId: post.scheduleId ?? 0 })
    const [job] = (await stage.enqueued('run-publication')).slice(-1)
    await handlers['run-publication'](job?.data ?? { publicationId: 0 })
    expect(await statusOf(post.socialId)).toBe('live')
    await handlers['release-schedule']({ scheduleId: 999_999 })
    await handlers['run-publication']({ publicationId: 999_999 })
  })

  it('comes back to a publication after a mistake of ours while preparing', async () => {
    const post = await due('facebook')
    const networks = connectNetworks(networkSettings(stage.services.config))
    let calls = 0
    const prepare: typeof networks.facebook.prepare = delivery => {
      calls += 1
      if (calls === 1) throw new Error('a mistake')
      return networks.facebook.prepare(delivery)
    }
    const facebook = { ...networks.facebook, prepare }
    await stage.drive(stage.publisher({ networks: { ...networks, facebook } }))
    expect(await statusOf(post.socialId)).toBe('live')
  })

  it('comes back at its leisure to a schedule that it cannot deal with, and deals with the others', async () => {
    const [broken, other] = [await due('facebook'), await due('linkedin')]
    let tries = 0
    const jobs: typeof stage.services.jobs = {
      enqueue: async (tx, name, data, options) => {
        const row = await tx
          .selectFrom('post_socials')
          .select('status')
          .where('id', '=', broken.socialId)
          .executeTakeFirst()
        if (row?.status === 'on_publishing') {
          tries += 1
          throw new Error('it cannot be released')
        }
        return stage.services.jobs.enqueue(tx, name, data, options)
      },
    }
    const services = { ...stage.services, jobs }
    const began = performance.now()
    const sweeper = startSweeper(services, { ...stage.publisher(), services })
    await until(async () => (await statusOf(other.socialId)) === 'live')
    await sleep(1_000)
    await sweeper.stop()
    expect(await statusOf(broken.socialId)).toBe('approved')
    // Once a second or so, however many there were; without a rest there would be hundreds in each.
    expect(tries).toBeLessThan(20 + (performance.now() - began) / 100)
  })
})
