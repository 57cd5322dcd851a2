import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { unapproveRound } from '#domain/approvals/contract.ts'
import { localOf } from '#domain/kernel/time.ts'
import { deletePost, restorePosts, savePostSocials } from '#domain/posts/contract.ts'
import type { PostSocialStatus } from '#domain/posts/status.ts'
import { publishPost, publishPostAsAdmin } from '#domain/publishing/contract.ts'
import type { PublicationStatus } from '#domain/publishing/status.ts'
import { deleteSchedule, updateSchedule } from '#domain/schedules/contract.ts'
import { removeSocialAccount } from '#domain/social-accounts/contract.ts'
import { attemptPublication } from '#server/features/publishing/engine/attempt.ts'
import { makePublisher } from '#server/features/publishing/engine/publisher.ts'
import { releaseSchedule } from '#server/features/publishing/engine/release.ts'
import { sweep } from '#server/features/publishing/engine/worker.ts'
import { connectAccount } from '#server/features/social-accounts/connected-accounts.ts'
import { allRoutes } from '#server/routes.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { recordingNetworks } from '#testing/networks.ts'
import { buildCast, type Cast, nextNumber } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'

const MINUTE = 60_000
let kit: TestApp
let cast: Cast
let recorder: ReturnType<typeof recordingNetworks>

beforeAll(async () => {
  const config = { TOKEN_KEY: randomBytes(32).toString('hex') }
  kit = await startTestApp({ routes: allRoutes, config, now: new Date() })
})
afterAll(() => kit.close())
beforeEach(async () => {
  recorder = recordingNetworks()
  // What an earlier test left in publishing does not count.
  await kit.db.updateTable('schedules').set({ deleted_at: new Date() }).execute()
  await kit.db.updateTable('publications').set({ status: 'cancelled' }).execute()
  cast = await buildCast(kit.db, { connected: [] })
  await kit.db.transaction().execute(tx =>
    connectAccount(tx, kit.services, {
      projectId: cast.project.projectId,
      social_network: 'facebook',
      name: 'Page',
      external_id: 'page',
      account_details: {},
      logo_url: null,
      token: 'token',
    }),
  )
})

const publisher = () => makePublisher(kit.services, { networks: recorder.networks })

/** A post that has just come due and is being published. */
const dueNow = async (status: PostSocialStatus = 'approved') => {
  const schedule = localOf(new Date(Date.now() - 2 * MINUTE), cast.project.timezone)
  const message = `Draft ${nextNumber()}`
  const socials = [{ network: 'facebook' as const, message, status }]
  const post = await buildPost(kit.db, cast.project, { type: 'text', socials, schedule })
  await releaseSchedule(publisher(), post.scheduleId ?? 0)
  return { ...post, message, socialId: post.socialIds[0] ?? 0 }
}
type Due = Awaited<ReturnType<typeof dueNow>>

const stateOf = async ({ socialId }: Pick<Due, 'socialId'>) => ({
  social: await kit.db
    .selectFrom('post_socials')
    .selectAll()
    .where('id', '=', socialId)
    .executeTakeFirstOrThrow(),
  publications: await kit.db
    .selectFrom('publications')
    .selectAll()
    .where('post_social_id', '=', socialId)
    .orderBy('id')
    .execute(),
})

const putAt = async ({ socialId }: Due, status: PublicationStatus): Promise<void> => {
  const now = new Date()
  const held = { lease_token: 7, lease_until: new Date(now.getTime() + MINUTE) }
  const sent = { sending_at: now, first_sent_at: now }
  await kit.db
    .updateTable('publications')
    .set({ status, ...(status === 'queued' ? {} : held) })
    .$if(status === 'sending' || status === 'unknown', query => query.set(sent))
    .where('post_social_id', '=', socialId)
    .execute()
}

const roundOf = async (socialId: number) =>
  (
    await kit.db
      .selectFrom('approvals')
      .select('id')
      .where('post_social_id', '=', socialId)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  ).id

/** What people may do to a post that is being published, and the status that results. */
const changes: Record<
  string,
  {
    do: (post: Due) => Promise<{ status: number; code: string | undefined; message: string | undefined }>
    after: PostSocialStatus
  }
> = {
  'an edit': {
    do: ({ postId, socialId }) =>
      kit.ask(cast.creator, savePostSocials, {
        body: {
          post_id: postId,
          project_id: cast.project.projectId,
          post_socials: [{ id: socialId, message: 'Quite another text' }],
        },
      }),
    after: 'pending_internal_approval',
  },
  'a deletion': {
    do: ({ postId }) => kit.ask(cast.creator, deletePost, { params: { postId } }),
    after: 'approved',
  },
  'an unapproval': {
    do: async ({ socialId }) =>
      kit.ask(cast.external, unapproveRound, { body: { approval_id: await roundOf(socialId) } }),
    after: 'unapproved',
  },
  'a new time': {
    do: ({ scheduleId }) =>
      kit.ask(cast.creator, updateSchedule, {
        params: { scheduleId: scheduleId ?? 0 },
        body: { date: '2099-01-01', time: '12:00', is_autoposting: true },
      }),
    after: 'approved',
  },
  unscheduling: {
    do: ({ scheduleId }) =>
      kit.ask(cast.creator, deleteSchedule, { params: { scheduleId: scheduleId ?? 0 } }),
    after: 'approved',
  },
}
const cells = (steps: readonly PublicationStatus[]) =>
  Object.keys(changes).flatMap(name => steps.map(step => [name, step] as const))
const changeOf = (name: string) => {
  const change = changes[name]
  if (!change) throw new Error(name)
  return change
}

describe('Before a post is sent,', () => {
  it.each(cells(['queued', 'preparing']))('%s wins while it is %s', async (name, step) => {
    const post = await dueNow()
    await putAt(post, step)
    expect(await changeOf(name).do(post)).toMatchObject({ status: 200 })
    expect(await stateOf(post)).toMatchObject({
      social: { status: changeOf(name).after },
      publications: [{ status: 'cancelled' }],
    })
    await sweep(publisher())
    expect(recorder.published).toEqual([])
  })

  it.each(Object.keys(changes))('%s wins while its worker uploads', async name => {
    const post = await dueNow()
    const { facebook } = recorder.networks
    const prepare: typeof facebook.prepare = async delivery => {
      expect((await changeOf(name).do(post)).status).toBe(200)
      return facebook.prepare(delivery)
    }
    const networks = { ...recorder.networks, facebook: { ...facebook, prepare } }
    const [publication] = (await stateOf(post)).publications
    await attemptPublication(makePublisher(kit.services, { networks }), publication?.id ?? 0)
    expect(recorder.published).toEqual([])
    expect(await stateOf(post)).toMatchObject({
      social: { status: changeOf(name).after },
      publications: [{ status: 'cancelled' }],
    })
  })

  it.each(['queued', 'preparing'] as const)('a removed account wins while it is %s', async step => {
    const post = await dueNow()
    const params = { params: { projectId: cast.project.projectId, social: 'facebook' as const } }
    expect((await kit.ask(cast.admin, removeSocialAccount, params)).status).toBe(200)
    await putAt(post, step)
    await kit.db
      .updateTable('publications')
      .set({ lease_until: null })
      .where('post_social_id', '=', post.socialId)
      .execute()
    await sweep(publisher())
    expect((await stateOf(post)).social).toMatchObject({
      status: 'publishing_failed',
      failure_reason: 'network_not_connected',
    })
    expect(recorder.published).toEqual([])
  })
})

describe('From sending on,', () => {
  it.each(cells(['sending', 'unknown']))('%s is refused while a post is %s', async (name, step) => {
    const post = await dueNow()
    await putAt(post, step)
    const answer = await changeOf(name).do(post)
    expect(answer).toMatchObject({ status: 409, code: 'being_published' })
    expect(answer.message).toContain('is being published')
    expect(await stateOf(post)).toMatchObject({
      social: { status: 'on_publishing', message: post.message },
      publications: [{ status: step }],
    })
  })

  it.each(['sending', 'unknown'] as const)('the account of a post stays while it is %s', async step => {
    const post = await dueNow()
    await putAt(post, step)
    const params = { params: { projectId: cast.project.projectId, social: 'facebook' as const } }
    const answer = await kit.ask(cast.admin, removeSocialAccount, params)
    expect(answer).toMatchObject({ status: 409, code: 'being_published' })
    expect(answer.message).toContain('is being published')
  })

  it.each(Object.keys(changes))('%s is refused while a post is to be sent again', async name => {
    const post = await dueNow()
    await kit.db
      .updateTable('publications')
      .set({ resends: 1 })
      .where('post_social_id', '=', post.socialId)
      .execute()
    expect(await changeOf(name).do(post)).toMatchObject({ status: 409, code: 'being_published' })
  })
})

describe('A post that was withdrawn', () => {
  it('goes out with the new text if the person who changed it may approve it', async () => {
    const post = await dueNow()
    const body = { post_id: post.postId, project_id: cast.project.projectId }
    const post_socials = [{ id: post.socialId, message: 'The admin’s text' }]
    await kit.ask(cast.admin, savePostSocials, { body: { ...body, post_socials } })
    await sweep(publisher())
    expect(recorder.published).toEqual(['facebook: The admin’s text'])
  })

  it('goes out if its deletion is undone in time', async () => {
    const post = await dueNow()
    await kit.ask(cast.creator, deletePost, { params: { postId: post.postId } })
    await sweep(publisher())
    expect(recorder.published).toEqual([])
    const body = { project_id: cast.project.projectId, post_ids: [post.postId] }
    await kit.ask(cast.creator, restorePosts, { body })
    await sweep(publisher())
    expect(recorder.published).toEqual([`facebook: ${post.message}`])
  })

  it('is not delayed by a save that changes nothing', async () => {
    const post = await dueNow()
    const body = { post_id: post.postId, project_id: cast.project.projectId }
    const post_socials = [{ id: post.socialId, message: post.message }]
    const answer = await kit.ask(cast.creator, savePostSocials, { body: { ...body, post_socials } })
    expect(answer).toMatchObject({ status: 409, code: 'being_published' })
    await sweep(publisher())
    expect(recorder.published).toEqual([`facebook: ${post.message}`])
  })

  it.each([
    ['scheduled', 'scheduled', publishPost],
    ['pending_publish', 'pending_publish', publishPost],
    ['publishing_failed', 'publishing_failed', publishPost],
    ['draft', 'draft', publishPostAsAdmin],
    ['pending_internal_approval', 'draft', publishPostAsAdmin],
  ] as const)('that was %s is %s again and keeps its reason', async (before, after, call) => {
    const socials = [{ network: 'facebook' as const, message: 'Now', status: before }]
    const post = await buildPost(kit.db, cast.project, { type: 'text', socials })
    const params = { params: { postId: post.postId } }
    expect((await kit.ask(cast.admin, call, params)).status).toBe(200)
    const [socialId = 0] = post.socialIds
    expect((await kit.ask(cast.admin, deletePost, params)).status).toBe(200)
    expect(await stateOf({ socialId })).toMatchObject({
      social: { status: after, failure_reason: before === 'publishing_failed' ? 'rejected' : null },
      publications: [{ status: 'cancelled', started_by: cast.admin.userId }],
    })
  })

  it('updates open screens', async () => {
    const post = await dueNow()
    await kit.ask(cast.creator, deletePost, { params: { postId: post.postId } })
    const events = await kit.db
      .selectFrom('events')
      .select(['type', 'actor_id'])
      .where('post_id', '=', post.postId)
      .where('type', '=', 'post_social.publishing_withdrawn')
      .execute()
    expect(events).toEqual([{ type: 'post_social.publishing_withdrawn', actor_id: cast.creator.userId }])
  })
})
