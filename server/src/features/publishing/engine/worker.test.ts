import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localOf } from '#domain/kernel/time.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { createAdapters } from '#server/networks/adapters.ts'
import { networkSettings } from '#server/networks/settings.ts'
import { databaseNow } from '#server/platform/db/database-now.ts'
import { listenToDatabase } from '#server/platform/db/listen.ts'
import { makeLog } from '#server/platform/log.ts'
import { nextNumber } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import {
  onNetwork,
  type PublishingStage,
  quickTimings,
  readOutcome,
  startPublishingStage,
} from '#testing/publishing/publishing.ts'
import { announceOverdue } from './announce-overdue.ts'
import { makePublisher } from './publisher.ts'
import { PUBLISHING_CHANNEL, wakePublishing } from './wake.ts'
import { startPublishing, startSweeper } from './worker.ts'

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
  it('finds what is due without a notification', async () => {
    const post = await due('facebook')
    const sweeper = startSweeper(stage.services, stage.publisher())
    await until(async () => (await statusOf(post.socialId)) === 'live')
    await sweeper.stop()
    expect(await onNetwork(stage, 'facebook', post.message)).toHaveLength(1)
  })

  it('is not delayed by a hanging network, and waits for a running call before it stops', async () => {
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

  it('continues after the database was briefly unavailable', async () => {
    let calls = 0
    const publisher = stage.publisher({
      now: db => {
        calls += 1
        return calls === 1 ? Promise.reject(new Error('the database is unavailable')) : databaseNow(db)
      },
    })
    const post = await due('facebook')
    const sweeper = startSweeper(stage.services, publisher)
    await until(async () => (await statusOf(post.socialId)) === 'live')
    await sweeper.stop()
  })

  it('publishes what is due when run as a process, with its listener', async () => {
    const worker = await startPublishing(stage.services, stage.url, stage.publisher())
    const post = await due('facebook')
    await until(async () => (await statusOf(post.socialId)) === 'live')
    await worker.stop()
  })

  it('is notified of a publish by hand when that commits, and not when it is rolled back', async () => {
    const heard: string[] = []
    const listening = await listenToDatabase(stage.url, {
      name: 'test',
      channels: [PUBLISHING_CHANNEL],
      log: stage.services.log,
      onNotification: channel => heard.push(channel),
      onReconnect: () => undefined,
    })
    const undone = stage.db.transaction().execute(async tx => {
      await wakePublishing(tx)
      throw new Error('rolled back')
    })
    await expect(undone).rejects.toThrow('rolled back')
    await stage.db.transaction().execute(wakePublishing)
    await until(async () => heard.length > 0)
    await listening.close()
    expect(heard).toEqual([PUBLISHING_CHANNEL])
  })

  it('announces no overdue post whose schedule is gone', async () => {
    expect(await announceOverdue(stage.publisher(), 999_999)).toBe('done')
  })

  it('retries a publication after a fault of ours while preparing', async () => {
    const post = await due('facebook')
    const networks = createAdapters(networkSettings(stage.services.config))
    let calls = 0
    const prepare: typeof networks.facebook.prepare = delivery => {
      calls += 1
      if (calls === 1) throw new Error('a fault')
      return networks.facebook.prepare(delivery)
    }
    const facebook = { ...networks.facebook, prepare }
    await stage.drive(stage.publisher({ networks: { ...networks, facebook } }))
    expect(await statusOf(post.socialId)).toBe('live')
  })

  it('names the post and the publication in each of its lines, so that one search of the log follows a post that fails', async () => {
    const lines: Record<string, unknown>[] = []
    const log = makeLog('info', { write: line => lines.push(JSON.parse(line)) })
    const { postId } = await due('facebook')
    const other = await due('facebook')
    const networks = createAdapters(networkSettings(stage.services.config))
    let isTried = false
    const prepare: typeof networks.facebook.prepare = async delivery => {
      if (delivery.content.message === other.message) return networks.facebook.prepare(delivery)
      if (!isTried) {
        isTried = true
        throw new Error('a fault')
      }
      return { kind: 'rejected', reason: 'media_refused', mayBeOurs: false, response: 'HTTP 400 no' }
    }
    const own = {
      networks: { ...networks, facebook: { ...networks.facebook, prepare } },
      timings: quickTimings,
    }
    await stage.drive(makePublisher({ ...stage.services, log }, own))
    const found = lines.filter(({ post }) => post === postId)
    expect(found.map(({ msg, outcome, reason }) => ({ msg, outcome, reason }))).toEqual([
      { msg: 'could not prepare a post', outcome: undefined, reason: undefined },
      { msg: 'a step of publishing ended', outcome: 'postponed', reason: expect.anything() },
      { msg: 'a step of publishing ended', outcome: 'failed', reason: 'media_refused' },
    ])
    expect(new Set(found.map(({ publication }) => publication)).size).toBe(1)
    expect(lines.filter(({ post }) => post === other.postId).map(({ outcome }) => outcome)).toEqual(['live'])
  })

  it('retries a schedule that it cannot handle without hurry, and handles the others', async () => {
    const [broken, other] = [await due('facebook'), await due('linkedin')]
    await sql`create sequence release_tries`.execute(stage.db)
    await sql`create function refuse_release() returns trigger language plpgsql as $$
      begin
        perform nextval('release_tries');
        raise exception 'it cannot be released';
      end $$`.execute(stage.db)
    await sql`create trigger refuse_release before insert on publications for each row
      when (new.post_social_id = ${sql.lit(broken.socialId)}) execute function refuse_release()`.execute(
      stage.db,
    )
    const began = performance.now()
    const sweeper = startSweeper(stage.services, stage.publisher())
    await until(async () => (await statusOf(other.socialId)) === 'live')
    await sleep(1_000)
    await sweeper.stop()
    expect(await statusOf(broken.socialId)).toBe('approved')
    // About once a second, however many there are; without a pause there would be hundreds.
    const { rows } = await sql<{ tries: number }>`select last_value::int as tries from release_tries`.execute(
      stage.db,
    )
    await sql`drop trigger refuse_release on publications`.execute(stage.db)
    expect(rows[0]?.tries).toBeGreaterThan(0)
    expect(rows[0]?.tries).toBeLessThan(20 + (performance.now() - began) / 100)
  })
})
