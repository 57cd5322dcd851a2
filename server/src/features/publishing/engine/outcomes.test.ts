import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAdapters } from '#server/networks/adapters.ts'
import type { NetworkAdapter } from '#server/networks/network-adapter.ts'
import { networkSettings } from '#server/networks/settings.ts'
import {
  missWindow,
  onNetwork,
  openOne,
  type PublishingStage,
  readOutcome,
  startPublishingStage,
} from '#testing/publishing/publishing.ts'
import { untilWaiting } from '#testing/waiting.ts'
import { attemptPublication } from './attempt.ts'

let stage: PublishingStage

beforeAll(async () => {
  stage = await startPublishingStage()
})
afterAll(() => stage.close())

describe('A publication that has to wait', () => {
  /** Facebook, with some methods replaced. */
  const withFacebook = (own: Partial<NetworkAdapter>) => {
    const networks = createAdapters(networkSettings(stage.services.config))
    return { ...networks, facebook: { ...networks.facebook, ...own } }
  }
  const limited = { kind: 'not_sent', retryAfterMs: 50, response: 'HTTP 429' } as const

  it('fails as limited when the network accepted nothing more in time', async () => {
    const { socialId, publicationId } = await openOne(stage, 'facebook')
    const publisher = stage.publisher({ networks: withFacebook({ send: async () => limited }) })
    await attemptPublication(publisher, publicationId)
    await missWindow(stage, publicationId)
    await stage.drive(publisher)
    expect((await readOutcome(stage, socialId)).social).toMatchObject({
      failure_reason: 'limit_reached',
      last_social_api_response: 'HTTP 429',
    })
  })

  it('waits as long as the network asks, and fails immediately when that is too late', async () => {
    const { socialId, publicationId } = await openOne(stage, 'facebook')
    const until = (retryAfterMs: number) => async () => ({ ...limited, retryAfterMs })
    await attemptPublication(
      stage.publisher({ networks: withFacebook({ send: until(60_000) }) }),
      publicationId,
    )
    const [waiting] = (await readOutcome(stage, socialId)).publications
    expect(waiting).toMatchObject({ status: 'queued', attempts: 1, late_reason: 'limit_reached' })
    expect((waiting?.run_at.getTime() ?? 0) - Date.now()).toBeGreaterThan(50_000)
    const now = new Date()
    await stage.db.updateTable('publications').set({ run_at: now }).where('id', '=', publicationId).execute()
    await attemptPublication(
      stage.publisher({ networks: withFacebook({ send: until(7_200_000) }) }),
      publicationId,
    )
    expect((await readOutcome(stage, socialId)).social.failure_reason).toBe('limit_reached')
  })

  it('does not wait forever for media that the network is processing', async () => {
    const { socialId, message, publicationId } = await openOne(stage, 'facebook')
    const prepare = async () => ({ kind: 'processing', retryAfterMs: 50, response: 'IN_PROGRESS' }) as const
    const publisher = stage.publisher({ networks: withFacebook({ prepare }) })
    await attemptPublication(publisher, publicationId)
    await missWindow(stage, publicationId)
    await stage.drive(publisher)
    expect((await readOutcome(stage, socialId)).social).toMatchObject({
      failure_reason: 'too_long_processing',
      last_social_api_response: 'IN_PROGRESS',
    })
    expect(await onNetwork(stage, 'facebook', message)).toEqual([])
  })

  it('fails with the network’s reason for refusing its media', async () => {
    const { socialId } = await openOne(stage, 'facebook')
    const prepare = async () =>
      ({ kind: 'rejected', reason: 'media_refused', mayBeOurs: false, response: 'too long' }) as const
    await stage.drive(stage.publisher({ networks: withFacebook({ prepare }) }))
    expect((await readOutcome(stage, socialId)).social).toMatchObject({
      failure_reason: 'media_refused',
      last_social_api_response: 'too long',
    })
  })

  it('fails as a duplicate when the network says so and the post is not ours', async () => {
    const { socialId } = await openOne(stage, 'facebook')
    const send = async () =>
      ({ kind: 'rejected', reason: 'rejected', mayBeOurs: true, response: 'HTTP 400 duplicate' }) as const
    await stage.drive(stage.publisher({ networks: withFacebook({ send }) }))
    expect((await readOutcome(stage, socialId)).social.failure_reason).toBe('duplicate_refused')
  })

  it('asks to reconnect the account when its access expires during the upload', async () => {
    const { socialId, project } = await openOne(stage, 'facebook')
    const prepare = async () =>
      ({ kind: 'reconnect_needed', reason: 'permission_missing', response: 'HTTP 403' }) as const
    await stage.drive(stage.publisher({ networks: withFacebook({ prepare }) }))
    expect((await readOutcome(stage, socialId)).social.failure_reason).toBe('permission_missing')
    const accounts = await stage.db
      .selectFrom('social_accounts')
      .select('social_network')
      .where('project_id', '=', project.projectId)
      .where('needs_reconnecting', '=', true)
      .execute()
    expect(accounts).toEqual([{ social_network: 'facebook' }])
  })

  it('continues with the new access when its account was reconnected in the meantime', async () => {
    const { socialId, message, project } = await openOne(stage, 'facebook')
    const { facebook } = createAdapters(networkSettings(stage.services.config))
    let tries = 0
    const prepare: NetworkAdapter['prepare'] = async delivery => {
      tries += 1
      if (tries > 1) return facebook.prepare(delivery)
      const { externalId } = delivery.account
      const place = { projectId: project.projectId, network: 'facebook' as const, externalId }
      const { sealed } = stage.publisher().seal.seal(place, delivery.account.token)
      await stage.db
        .updateTable('social_accounts')
        .set({ sealed_token: sealed })
        .where('project_id', '=', project.projectId)
        .where('social_network', '=', 'facebook')
        .execute()
      return { kind: 'reconnect_needed', response: 'HTTP 401' }
    }
    await stage.drive(stage.publisher({ networks: withFacebook({ prepare }) }))
    expect((await readOutcome(stage, socialId)).social.status).toBe('live')
    expect(await onNetwork(stage, 'facebook', message)).toHaveLength(1)
    const marked = await stage.db
      .selectFrom('social_accounts')
      .select('id')
      .where('project_id', '=', project.projectId)
      .where('needs_reconnecting', '=', true)
      .execute()
    expect(marked).toEqual([])
  })

  it('continues with the new access when its account is reconnected just as the old one is refused', async () => {
    const { socialId, publicationId, project } = await openOne(stage, 'facebook')
    const account = stage.db
      .selectFrom('social_accounts')
      .selectAll()
      .where('social_network', '=', 'facebook')
    const { id } = await account.where('project_id', '=', project.projectId).executeTakeFirstOrThrow()
    const { externalId, token } = stage.sandbox.accounts.facebook
    const prepare = async () => ({ kind: 'reconnect_needed', response: 'HTTP 401' }) as const
    const refused = stage.publisher({ networks: withFacebook({ prepare }) })
    let run: Promise<void> | null = null
    await stage.db.transaction().execute(async tx => {
      const place = { projectId: project.projectId, network: 'facebook' as const, externalId }
      const { sealed } = refused.seal.seal(place, token)
      const fresh = { sealed_token: sealed, needs_reconnecting: false }
      await tx.updateTable('social_accounts').set(fresh).where('id', '=', id).execute()
      run = attemptPublication(refused, publicationId)
      await untilWaiting(stage, 1)
    })
    await run
    expect(await account.where('id', '=', id).executeTakeFirstOrThrow()).toMatchObject({
      needs_reconnecting: false,
    })
    await stage.drive(stage.publisher())
    expect((await readOutcome(stage, socialId)).social.status).toBe('live')
  })

  it('keeps the part of an answer that is useful to people, and no tokens', async () => {
    const { socialId } = await openOne(stage, 'facebook')
    const send: NetworkAdapter['send'] = async ({ account }) => ({
      kind: 'rejected',
      reason: 'rejected',
      mayBeOurs: false,
      response: `HTTP 400 ${account.token.token} ${'x'.repeat(9_000)}`,
    })
    await stage.drive(stage.publisher({ networks: withFacebook({ send }) }))
    const { last_social_api_response: kept } = (await readOutcome(stage, socialId)).social
    expect(kept).toHaveLength(4_000)
    expect(kept?.startsWith('HTTP 400 [redacted] x')).toBe(true)
  })
})
