import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type SocialNetwork, socialNetworks } from '#domain/networks/model.ts'
import { publishPost, publishPostAsAdmin } from '#domain/publishing/contract.ts'
import type { NewFault } from '#sandbox/platform/faults.ts'
import { createAdapters } from '#server/networks/adapters.ts'
import type { NetworkAdapter } from '#server/networks/network-adapter.ts'
import { networkSettings } from '#server/networks/settings.ts'
import { buildPerson, nextNumber } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import {
  onNetwork,
  type PublishingStage,
  readOutcome,
  startPublishingStage,
} from '#testing/publishing/publishing.ts'

let stage: PublishingStage
beforeAll(async () => {
  stage = await startPublishingStage()
})
afterEach(() => stage.sandbox.clearFaults())
afterAll(() => stage.close())

/** A post whose publish call broke off in this way, and whose account could not be read while Galley tried. */
const unconfirmed = async (network: SocialNetwork, fault: NewFault['fault']) => {
  const project = await stage.connectedProject()
  const admin = await buildPerson(stage.db, project, 'agency-admin')
  const message = `Perhaps ${nextNumber()} there`
  const socials = [{ network, message, media: [await stage.photo(project)] }]
  const { postId, socialIds } = await buildPost(stage.db, project, { status: 'approved', socials })
  const [socialId = 0] = socialIds
  const params = { params: { postId } }
  const publish = () => stage.ask(admin, publishPost, params)
  await stage.sandbox.fault({ network, fault })
  await stage.sandbox.fault({ network, fault: 'readback_down', times: null })
  await publish()
  await stage.drive(stage.publisher())
  expect((await readOutcome(stage, socialId)).social.failure_reason).toBe('unconfirmed')
  return { socialId, message, publish, publishAsAdmin: () => stage.ask(admin, publishPostAsAdmin, params) }
}

describe('Publishing a post again that may already be on the network', () => {
  it.each(socialNetworks)('finds it on %s and sends nothing', async network => {
    const { socialId, message, publish } = await unconfirmed(network, 'lost_answer')
    await stage.sandbox.clearFaults()
    const before = await stage.sandbox.publishCalls(network)
    expect((await publish()).status).toBe(200)
    await stage.drive(stage.publisher())
    const posts = await onNetwork(stage, network, message)
    expect(posts).toHaveLength(1)
    expect(await stage.sandbox.publishCalls(network)).toBe(before)
    expect((await readOutcome(stage, socialId)).social).toMatchObject({
      status: 'live',
      failure_reason: null,
      external_id: posts[0]?.id,
    })
  })

  it.each([
    { clock: 'the same clock', inMs: -600_000 },
    { clock: 'a clock that is ahead', inMs: 600_000 },
  ])(
    'is live since the network’s own time of it, and since it was found where that is still to come ($clock)',
    async ({ inMs }) => {
      const { socialId, publish } = await unconfirmed('linkedin', 'lost_answer')
      await stage.sandbox.clearFaults()
      const networks = createAdapters(networkSettings(stage.services.config))
      const started = new Date()
      const publishedAt = new Date(started.getTime() + inMs)
      const lookUp: NetworkAdapter['lookUp'] = async (task, search) => ({
        ...(await networks.linkedin.lookUp(task, search)),
        publishedAt,
      })
      await publish()
      await stage.drive(
        stage.publisher({ networks: { ...networks, linkedin: { ...networks.linkedin, lookUp } } }),
      )
      const at = (await readOutcome(stage, socialId)).social.published_at
      if (inMs < 0) expect(at).toEqual(publishedAt)
      else expect(at?.getTime()).toBeLessThan(publishedAt.getTime())
    },
  )

  it('counts what looking for it cost', async () => {
    const { socialId, publish } = await unconfirmed('twitter', 'lost_answer')
    await stage.sandbox.clearFaults()
    const counted = () =>
      stage.db
        .selectFrom('paid_calls')
        .innerJoin('post_socials', 'post_socials.project_id', 'paid_calls.project_id')
        .select('paid_calls.posts')
        .where('post_socials.id', '=', socialId)
        .executeTakeFirst()
    expect(await counted()).toBeUndefined()
    await publish()
    await stage.drive(stage.publisher())
    expect((await counted())?.posts).toBeGreaterThan(0)
  })

  it('sends it if it is not there', async () => {
    const { socialId, message, publish } = await unconfirmed('facebook', 'error_before')
    expect(await onNetwork(stage, 'facebook', message)).toEqual([])
    await stage.sandbox.clearFaults()
    await publish()
    await stage.drive(stage.publisher())
    expect(await onNetwork(stage, 'facebook', message)).toHaveLength(1)
    expect((await readOutcome(stage, socialId)).social.status).toBe('live')
  })

  it('sends nothing while the account still cannot be read', async () => {
    const { socialId, message, publish } = await unconfirmed('linkedin', 'lost_answer')
    await publish()
    await stage.drive(stage.publisher())
    expect(await onNetwork(stage, 'linkedin', message)).toHaveLength(1)
    expect((await readOutcome(stage, socialId)).social.failure_reason).toBe('unconfirmed')
  })

  it('sends it on an admin’s own responsibility if the network cannot be checked', async () => {
    const { socialId, publishAsAdmin } = await unconfirmed('facebook', 'error_before')
    expect((await publishAsAdmin()).status).toBe(200)
    await stage.drive(stage.publisher())
    expect((await readOutcome(stage, socialId)).social.status).toBe('live')
  })
})
