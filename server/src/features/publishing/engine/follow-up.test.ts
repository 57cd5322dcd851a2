import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { socialNetworks } from '#domain/networks/model.ts'
import { retryFirstComment } from '#domain/publishing/contract.ts'
import { buildPerson } from '#testing/people.ts'
import {
  endWait,
  missWindow,
  onNetwork,
  openOne,
  type PublishingStage,
  quickTimings,
  readOutcome,
  startPublishingStage,
} from '#testing/publishing/publishing.ts'
import { attemptPublication } from './attempt.ts'
import { openFollowUps } from './follow-up-rows.ts'

let stage: PublishingStage

beforeAll(async () => {
  stage = await startPublishingStage()
})
afterEach(async () => {
  await stage.sandbox.clearFaults()
  await stage.db.deleteFrom('network_limits').execute()
})
afterAll(() => stage.close())

const timings = { ...quickTimings, permalinkMs: [50, 50, 50] }

/** Works on it until it is live with nothing left to follow up, or has failed. */
const settle = async (socialId: number, publicationId: number, own = timings) => {
  for (let turn = 0; turn < 400; turn++) {
    await attemptPublication(stage.publisher({ timings: own }), publicationId)
    const { social, publications } = await readOutcome(stage, socialId)
    const [publication] = publications
    if (publication?.status === 'failed' || (publication?.status === 'live' && !publication.followUp?.run_at))
      return { social, publication }
    await endWait(stage, publicationId)
    await sleep(25)
  }
  throw new Error('never settled')
}

const commentsOn = async (post: Awaited<ReturnType<typeof openOne>>) =>
  (await onNetwork(stage, post.network, post.message)).flatMap(({ comments }) =>
    comments.map(comment => comment.text),
  )

describe.each(socialNetworks)('On %s', network => {
  const comment = 'More in the shop'
  const open = () => openOne(stage, network, { first_comment: comment })

  it('a refused first comment leaves the post live, and a retry adds it once', async () => {
    const post = await open()
    await stage.sandbox.fault({ network, fault: 'comment_refused' })
    const first = await settle(post.socialId, post.publicationId)
    expect(first.social).toMatchObject({ status: 'live', first_comment_status: 'failed' })
    expect(first.social.first_comment_response).toMatch(/^HTTP 4/)
    expect(await commentsOn(post)).toEqual([])
    await stage.sandbox.clearFaults()
    const admin = await buildPerson(stage.db, post.project, 'agency-admin')
    const params = { params: { postSocialId: post.socialId } }
    expect((await stage.ask(admin, retryFirstComment, params)).status).toBe(200)
    const second = await settle(post.socialId, post.publicationId)
    expect(second.social.first_comment_status).toBe('added')
    expect(await commentsOn(post)).toEqual([comment])
  })

  it('a comment whose answer was lost is found and not repeated', async () => {
    const post = await open()
    await settle(post.socialId, post.publicationId)
    // The state that a worker leaves when it dies between the call and its answer.
    const before = new Date(Date.now() - 1_000)
    await stage.db
      .updateTable('publication_follow_ups')
      .set({ comment: 'pending', comment_id: null, comment_sent_at: before, run_at: before })
      .where('publication_id', '=', post.publicationId)
      .execute()
    expect((await settle(post.socialId, post.publicationId)).publication.followUp?.comment).toBe('added')
    expect(await commentsOn(post)).toEqual([comment])
  })

  it('a comment whose call never arrived is repeated once', async () => {
    const post = await openOne(stage, network)
    await settle(post.socialId, post.publicationId)
    await stage.db
      .updateTable('post_socials')
      .set({ first_comment: comment, first_comment_status: 'pending' })
      .where('id', '=', post.socialId)
      .execute()
    const now = new Date()
    await stage.db.transaction().execute(tx =>
      openFollowUps(tx, [
        {
          publication_id: post.publicationId,
          comment: 'pending',
          run_at: now,
          since: now,
          comment_sent_at: now,
        },
      ]),
    )
    expect((await settle(post.socialId, post.publicationId)).social.first_comment_status).toBe('added')
    expect(await commentsOn(post)).toEqual([comment])
  })

  it('the permalink is found later if it could not be read immediately', async () => {
    const post = await openOne(stage, network)
    await stage.sandbox.fault({ network, fault: 'permalink_down', times: 2 })
    const { social } = await settle(post.socialId, post.publicationId)
    expect(social.status).toBe('live')
    expect(social.permalink).toContain('127.0.0.1')
  })

  it('media that the network refuses to process fail with that reason', async () => {
    const post = await openOne(stage, network)
    await stage.sandbox.fault({ network, fault: 'processing_failed' })
    const { social } = await settle(post.socialId, post.publicationId)
    // Some networks accept a photo without processing it: then the fault never applies, and the post goes live.
    expect([social.status, social.failure_reason]).toEqual(
      processes.includes(network) ? ['publishing_failed', 'media_refused'] : ['live', null],
    )
  })

  it('media that the network never finishes processing do not wait forever', async () => {
    const post = await openOne(stage, network)
    await stage.sandbox.fault({ network, fault: 'processing_forever' })
    await attemptPublication(stage.publisher({ timings }), post.publicationId)
    if (processes.includes(network)) await missWindow(stage, post.publicationId)
    const { social } = await settle(post.socialId, post.publicationId)
    expect([social.status, social.failure_reason]).toEqual(
      processes.includes(network) ? ['publishing_failed', 'too_long_processing'] : ['live', null],
    )
  })

  it('an upload that breaks off or hits a limit is repeated', async () => {
    for (const fault of ['prepare_error', 'prepare_limited'] as const) {
      const post = await openOne(stage, network)
      await stage.sandbox.fault({ network, fault, retry_after: 0 })
      const { social } = await settle(post.socialId, post.publicationId)
      expect([fault, social.status]).toEqual([fault, 'live'])
      expect(await onNetwork(stage, network, post.message)).toHaveLength(1)
      await stage.db.deleteFrom('network_limits').execute()
    }
  })
})

/** Networks that process a photo after its upload. */
const processes = ['instagram', 'linkedin']
