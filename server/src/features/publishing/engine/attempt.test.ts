import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type SocialNetwork, socialNetworks } from '#domain/networks/model.ts'
import { createAdapters } from '#server/networks/adapters.ts'
import { networkSettings } from '#server/networks/settings.ts'
import { databaseNow } from '#server/platform/db/database-now.ts'
import { makeLog } from '#server/platform/log.ts'
import type { TestProject } from '#testing/people.ts'
import {
  missWindow,
  onNetwork,
  openOne,
  type PublishingStage,
  quickTimings,
  readOutcome,
  startPublishingStage,
} from '#testing/publishing/publishing.ts'
import { attemptPublication } from './attempt.ts'
import { makePublisher } from './publisher.ts'

let stage: PublishingStage
let project: TestProject

beforeAll(async () => {
  stage = await startPublishingStage()
})
afterEach(async () => {
  await stage.sandbox.clearFaults()
  // All projects here share their accounts: a limit noted by one test must not reach the next.
  await stage.db.deleteFrom('network_limits').execute()
})
afterAll(() => stage.close())

/** Lets the lease of its worker run out. */
const endLease = (publicationId: number) =>
  stage.db
    .updateTable('publications')
    .set({ lease_until: new Date(Date.now() - 60_000) })
    .where('id', '=', publicationId)
    .execute()

const opened = async (network: SocialNetwork, own: Parameters<typeof openOne>[2] = {}) => {
  const post = await openOne(stage, network, own)
  project = post.project
  return post
}

it('Every outcome of a post is a line of the log, with the ids by which it is followed', async () => {
  const { socialId, publicationId } = await opened('facebook')
  const lines: Record<string, unknown>[] = []
  const log = makeLog('info', { write: line => void lines.push(JSON.parse(line)) })
  await stage.sandbox.fault({ network: 'facebook', fault: 'rate_limited', retry_after: 0 })
  const { report } = makePublisher({ ...stage.services, log })
  await stage.drive(stage.publisher({ report }))
  const { social } = await readOutcome(stage, socialId)
  expect(lines.map(({ outcome }) => outcome)).toEqual(['postponed', 'live'])
  for (const line of lines)
    expect(line).toMatchObject({
      publication: publicationId,
      post: social.post_id,
      post_social: socialId,
      network: 'facebook',
    })
  expect(lines[0]).toMatchObject({ reason: 'limit_reached', response: expect.stringContaining('HTTP') })
})

describe.each(socialNetworks)('On %s a post', network => {
  it('is published once, with its id, its permalink and the network’s answer', async () => {
    const { socialId, message } = await opened(network)
    await stage.drive(stage.publisher())
    const { social, publications } = await readOutcome(stage, socialId)
    const [post, ...others] = await onNetwork(stage, network, message)
    expect(others).toEqual([])
    expect(post?.media).toHaveLength(1)
    expect(social).toMatchObject({ status: 'live', external_id: post?.id, failure_reason: null })
    expect(social.permalink).toContain('127.0.0.1')
    expect(social.published_at).toBeInstanceOf(Date)
    expect(social.last_social_api_response).toMatch(/^HTTP 20/)
    expect(publications).toMatchObject([{ status: 'live', resends: 0, external_id: post?.id }])
  })

  it.each(['lost_answer', 'error_after', 'malformed'] as const)(
    'is found live after %s, and published only once',
    async fault => {
      const { socialId, message } = await opened(network)
      await stage.sandbox.fault({ network, fault })
      await stage.drive(stage.publisher())
      const { social, publications } = await readOutcome(stage, socialId)
      const posts = await onNetwork(stage, network, message)
      expect(posts).toHaveLength(1)
      expect(social).toMatchObject({ status: 'live', external_id: posts[0]?.id })
      expect(publications).toMatchObject([{ resends: 0 }])
    },
  )

  it('is sent again after an error that came before it was accepted, and published only once', async () => {
    const { socialId, message } = await opened(network)
    await stage.sandbox.fault({ network, fault: 'error_before' })
    await stage.drive(stage.publisher())
    const { social, publications } = await readOutcome(stage, socialId)
    const posts = await onNetwork(stage, network, message)
    expect(posts).toHaveLength(1)
    expect(social).toMatchObject({ status: 'live', external_id: posts[0]?.id })
    expect(publications).toMatchObject([{ resends: 1 }])
  })

  it('fails and asks to reconnect the account when access was revoked', async () => {
    const { socialId, message } = await opened(network)
    await stage.sandbox.fault({ network, fault: 'revoked' })
    await stage.drive(stage.publisher())
    const { social } = await readOutcome(stage, socialId)
    expect(await onNetwork(stage, network, message)).toEqual([])
    expect(social).toMatchObject({ status: 'publishing_failed', failure_reason: 'reconnect_needed' })
    const accounts = await stage.db
      .selectFrom('social_accounts')
      .select(['social_network', 'needs_reconnecting'])
      .where('project_id', '=', project.projectId)
      .where('needs_reconnecting', '=', true)
      .execute()
    expect(accounts).toEqual([{ social_network: network, needs_reconnecting: true }])
  })

  it('waits for a limit and goes out afterwards', async () => {
    const { socialId, message } = await opened(network)
    await stage.sandbox.fault({ network, fault: 'rate_limited', retry_after: 0 })
    await stage.drive(stage.publisher())
    const { social, publications } = await readOutcome(stage, socialId)
    expect(await onNetwork(stage, network, message)).toHaveLength(1)
    expect(social.status).toBe('live')
    expect(publications).toMatchObject([{ attempts: 1, resends: 0 }])
  })

  it('is unconfirmed when its answer was lost and the account cannot be read', async () => {
    const { socialId, message } = await opened(network)
    await stage.sandbox.fault({ network, fault: 'lost_answer' })
    await stage.sandbox.fault({ network, fault: 'readback_down', times: null })
    await stage.drive(stage.publisher())
    const { social } = await readOutcome(stage, socialId)
    expect(social).toMatchObject({ status: 'publishing_failed', failure_reason: 'unconfirmed' })
    expect(await onNetwork(stage, network, message)).toHaveLength(1)
    expect(await stage.sandbox.publishCalls(network)).toBeGreaterThan(0)
  })
})

describe('A publication', () => {
  it('goes out once even if eight workers race for it', async () => {
    const { socialId, message, publicationId } = await opened('facebook')
    const publisher = stage.publisher()
    await Promise.all(Array.from({ length: 8 }, () => attemptPublication(publisher, publicationId)))
    expect(await onNetwork(stage, 'facebook', message)).toHaveLength(1)
    expect((await readOutcome(stage, socialId)).social.status).toBe('live')
  })

  it('never goes out with content other than what was approved', async () => {
    const { socialId, message } = await opened('facebook')
    const changed = `${message} and more`
    await stage.db.updateTable('post_socials').set({ message: changed }).where('id', '=', socialId).execute()
    const before = await stage.sandbox.publishCalls('facebook')
    await stage.drive(stage.publisher())
    expect((await readOutcome(stage, socialId)).social).toMatchObject({
      status: 'publishing_failed',
      failure_reason: 'content_changed',
    })
    expect(await stage.sandbox.publishCalls('facebook')).toBe(before)
  })

  it('does not go out when it is changed while its photo is being uploaded', async () => {
    const { socialId, message, publicationId } = await opened('facebook')
    const networks = createAdapters(networkSettings(stage.services.config))
    const { facebook } = networks
    const prepare: typeof facebook.prepare = async delivery => {
      const prepared = await facebook.prepare(delivery)
      await stage.db
        .updateTable('post_socials')
        .set({ message: 'Other' })
        .where('id', '=', socialId)
        .execute()
      return prepared
    }
    const publisher = stage.publisher({ networks: { ...networks, facebook: { ...facebook, prepare } } })
    await attemptPublication(publisher, publicationId)
    expect((await readOutcome(stage, socialId)).social.failure_reason).toBe('content_changed')
    expect(await onNetwork(stage, 'facebook', message)).toEqual([])
    expect(await onNetwork(stage, 'facebook', 'Other')).toEqual([])
  })

  it('fails when its account has been removed in the meantime', async () => {
    const { socialId } = await opened('linkedin')
    await stage.db
      .updateTable('social_accounts')
      .set({ removed_at: new Date() })
      .where('project_id', '=', project.projectId)
      .execute()
    await stage.drive(stage.publisher())
    expect((await readOutcome(stage, socialId)).social.failure_reason).toBe('network_not_connected')
  })

  it('does not go out when its project was deleted while it was being released', async () => {
    const { project, socialId, message } = await opened('facebook')
    const gone = { deleted_at: new Date() }
    await stage.db.updateTable('projects').set(gone).where('id', '=', project.projectId).execute()
    await stage.drive(stage.publisher())
    expect((await readOutcome(stage, socialId)).social.status).toBe('publishing_failed')
    expect(await onNetwork(stage, 'facebook', message)).toEqual([])
  })

  it('is not sent when a worker reaches it more than an hour late', async () => {
    const { socialId, message } = await opened('facebook', { dueAgoMs: 61 * 60_000 })
    await stage.drive(stage.publisher())
    expect((await readOutcome(stage, socialId)).social.failure_reason).toBe('missed_window')
    expect(await onNetwork(stage, 'facebook', message)).toEqual([])
  })

  it('fails as unreachable when the network stayed down until it was too late', async () => {
    const { socialId, publicationId } = await opened('facebook')
    const settings = { ...networkSettings(stage.services.config), graphUrl: 'http://127.0.0.1:9' }
    const publisher = stage.publisher({ networks: createAdapters(settings) })
    const attempts = async () => (await readOutcome(stage, socialId)).publications[0]?.attempts ?? 0
    while ((await attempts()) < 2) await attemptPublication(publisher, publicationId)
    await missWindow(stage, publicationId)
    await stage.drive(publisher)
    const { social, publications } = await readOutcome(stage, socialId)
    expect(social).toMatchObject({ status: 'publishing_failed', failure_reason: 'network_down' })
    expect(publications[0]?.attempts).toBeGreaterThan(1)
  })

  it('is taken over from a worker that died while preparing', async () => {
    const { socialId, message, publicationId } = await opened('facebook')
    const long = new Date(Date.now() - 60_000)
    await stage.db
      .updateTable('publications')
      .set({ status: 'preparing', lease_token: 4, lease_until: long })
      .where('id', '=', publicationId)
      .execute()
    await stage.drive(stage.publisher())
    const { social, publications } = await readOutcome(stage, socialId)
    expect(social.status).toBe('live')
    expect(publications[0]?.lease_token).toBeGreaterThan(4)
    expect(await onNetwork(stage, 'facebook', message)).toHaveLength(1)
  })

  it('is looked up, then sent once, if its worker died between committing and calling', async () => {
    const { socialId, message, publicationId } = await opened('facebook')
    await stage.db
      .updateTable('publications')
      .set({ status: 'sending', sending_at: new Date(), lease_until: new Date(Date.now() - 1) })
      .where('id', '=', publicationId)
      .execute()
    await stage.drive(stage.publisher())
    expect(await onNetwork(stage, 'facebook', message)).toHaveLength(1)
    expect(await readOutcome(stage, socialId)).toMatchObject({
      social: { status: 'live' },
      publications: [{ resends: 1 }],
    })
  })

  it('is published only once when a worker whose lease had expired brings its answer late', async () => {
    const { socialId, message, publicationId } = await opened('facebook')
    await stage.sandbox.fault({ network: 'facebook', fault: 'slow', delay_ms: 600_000 })
    const late = attemptPublication(stage.publisher(), publicationId)
    await expect.poll(async () => (await stage.sandbox.faults()).map(({ hits }) => hits)).toEqual([1])
    await endLease(publicationId)
    const second = stage.publisher({ timings: { ...quickTimings, absentAfterMs: 600_000 } })
    const looks = async () => (await readOutcome(stage, socialId)).publications[0]?.absent_look_ups
    while ((await looks()) === 0) await attemptPublication(second, publicationId)
    await stage.sandbox.clearFaults()
    await late
    await stage.drive(second)
    const posts = await onNetwork(stage, 'facebook', message)
    expect(posts).toHaveLength(1)
    expect((await readOutcome(stage, socialId)).social).toMatchObject({
      status: 'live',
      external_id: posts[0]?.id,
    })
  })

  it('is not sent again when the late answer arrives just before that', async () => {
    const { socialId, message, publicationId } = await opened('facebook')
    await stage.sandbox.fault({ network: 'facebook', fault: 'slow', delay_ms: 600_000 })
    const networks = createAdapters(networkSettings(stage.services.config))
    const facebook = { ...networks.facebook, lookUp: async () => ({ kind: 'absent' }) as const }
    const hasty = stage.publisher({
      networks: { ...networks, facebook },
      timings: { ...quickTimings, firstLookUpMs: 1, lookUpEveryMs: 1, absentAfterMs: 1 },
    })
    const before = await stage.sandbox.publishCalls('facebook')
    const late = attemptPublication(stage.publisher(), publicationId)
    const publication = async () => (await readOutcome(stage, socialId)).publications[0]
    await expect.poll(async () => (await stage.sandbox.faults()).map(({ hits }) => hits)).toEqual([1])
    await endLease(publicationId)
    while ((await publication())?.resends !== 1) await attemptPublication(hasty, publicationId)
    expect((await readOutcome(stage, socialId)).publications).toMatchObject([
      { status: 'queued', resends: 1 },
    ])
    await stage.sandbox.clearFaults()
    await late
    await stage.drive(stage.publisher())
    expect((await readOutcome(stage, socialId)).social.status).toBe('live')
    expect(await onNetwork(stage, 'facebook', message)).toHaveLength(1)
    expect(await stage.sandbox.publishCalls('facebook')).toBe(before + 1)
  })

  it('is not sent by a worker that was frozen between committing and calling', async () => {
    const { socialId, publicationId } = await opened('facebook')
    const before = await stage.sandbox.publishCalls('facebook')
    const slowly: typeof databaseNow = async db => {
      await sleep(120)
      return databaseNow(db)
    }
    const frozen = stage.publisher({ now: slowly, timings: { ...quickTimings, leaseMs: 200 } })
    await attemptPublication(frozen, publicationId)
    expect(await stage.sandbox.publishCalls('facebook')).toBe(before)
    expect((await readOutcome(stage, socialId)).publications).toMatchObject([
      { status: 'queued', attempts: 1 },
    ])
    await stage.drive(stage.publisher())
    expect((await readOutcome(stage, socialId)).social.status).toBe('live')
  })

  it('fails with the network’s answer when it is refused, and is not sent again', async () => {
    const { socialId, message } = await opened('facebook')
    const networks = createAdapters(networkSettings(stage.services.config))
    let calls = 0
    const send = async () => {
      calls += 1
      return { kind: 'rejected', reason: 'rejected', mayBeOurs: false, response: 'HTTP 400 no' } as const
    }
    const publisher = stage.publisher({ networks: { ...networks, facebook: { ...networks.facebook, send } } })
    await stage.drive(publisher)
    expect(calls).toBe(1)
    const { social } = await readOutcome(stage, socialId)
    expect(social).toMatchObject({ failure_reason: 'rejected', last_social_api_response: 'HTTP 400 no' })
    expect(await onNetwork(stage, 'facebook', message)).toEqual([])
  })

  it('leaves no converted picture behind once it is live', async () => {
    const { socialId } = await opened('instagram')
    await stage.drive(stage.publisher())
    const { prepared = {} } = (await readOutcome(stage, socialId)).publications[0] ?? {}
    const hosted = Object.keys(prepared).find(name => name.startsWith('hosted_'))
    expect(hosted).toMatch(/^hosted_[0-9a-f]{32}$/)
    expect(stage.storage.files.has(`${hosted?.replace('hosted_', '')}/publish`)).toBe(false)
  })

  it('is left alone by a worker whose lease ran out during the upload', async () => {
    const { message, publicationId } = await opened('facebook')
    const networks = createAdapters(networkSettings(stage.services.config))
    const { facebook } = networks
    const prepare: typeof facebook.prepare = async delivery => {
      await sleep(300)
      return facebook.prepare(delivery)
    }
    const slow = { ...networks, facebook: { ...facebook, prepare } }
    const first = attemptPublication(
      stage.publisher({ networks: slow, timings: { ...quickTimings, leaseMs: 100 } }),
      publicationId,
    )
    await sleep(150)
    await stage.drive(stage.publisher())
    await first
    expect(await onNetwork(stage, 'facebook', message)).toHaveLength(1)
  })

  it('is followed by its first comment, and stays live whatever happens to the comment', async () => {
    const { message } = await opened('facebook', { first_comment: 'More in the shop' })
    await stage.drive(stage.publisher())
    const [post] = await onNetwork(stage, 'facebook', message)
    expect(post?.comments.map(comment => comment.text)).toEqual(['More in the shop'])

    const second = await opened('linkedin', { first_comment: 'Not to be added' })
    const networks = createAdapters(networkSettings(stage.services.config))
    const addFirstComment = async () => ({ kind: 'not_added', response: 'HTTP 403' }) as const
    const linkedin = { ...networks.linkedin, addFirstComment }
    await stage.drive(stage.publisher({ networks: { ...networks, linkedin } }))
    expect(await readOutcome(stage, second.socialId)).toMatchObject({
      social: { status: 'live' },
      publications: [{ followUp: { comment: 'failed', comment_response: 'HTTP 403' } }],
    })
  })

  it('is not confused with another publication’s post of the same text', async () => {
    const networks = createAdapters(networkSettings(stage.services.config))
    const one = await opened('facebook')
    await stage.drive(stage.publisher())
    const other = await opened('facebook')
    const found = (await readOutcome(stage, one.socialId)).social.external_id
    const lookUp = async () => ({ kind: 'present', externalId: found, permalink: null }) as const
    await stage.sandbox.fault({ network: 'facebook', fault: 'error_before' })
    const facebook = { ...networks.facebook, lookUp }
    const publisher = stage.publisher({
      networks: { ...networks, facebook },
    })
    await attemptPublication(publisher, other.publicationId)
    await sleep(60)
    await attemptPublication(publisher, other.publicationId)
    expect((await readOutcome(stage, other.socialId)).social.status).toBe('on_publishing')
    await stage.drive(stage.publisher())
  })
})
