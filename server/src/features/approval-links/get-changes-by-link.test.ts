import { beforeEach, describe, expect, it } from 'vitest'
import type { getChangesByLink } from '#domain/approval-links/contract.ts'
import { getChangesSinceDecision } from '#domain/approvals/snapshot-contract.ts'
import type { Output } from '#domain/kernel/endpoint.ts'
import { approvalRoutes } from '#server/features/approvals/routes.ts'
import { postRoutes } from '#server/features/posts/routes.ts'
import { writingRoutes } from '#server/features/writing/routes.ts'
import { isSignedUrl } from '#server/platform/storage/signed-url.ts'
import { testNow, useTestApp } from '#testing/app.ts'
import { byLink, sendByLink } from '#testing/approvals/approval-links.ts'
import { snapshotsOf } from '#testing/approvals/snapshots.ts'
import { countWrites } from '#testing/calls/count-writes.ts'
import { buildCast, buildPerson, type Cast } from '#testing/people.ts'
import { buildMedia, buildPost, type TestPost } from '#testing/posts.ts'
import { approvalLinkRoutes } from './routes.ts'

let cast: Cast
let photos: number[]
const app = useTestApp({
  routes: [...approvalLinkRoutes, ...approvalRoutes, ...postRoutes, ...writingRoutes],
})
beforeEach(async () => {
  app.clock.set(testNow)
  cast = await buildCast(app.db)
  photos = [await buildMedia(app.db, cast.project), await buildMedia(app.db, cast.project)]
})

const {
  copied,
  open,
  build: buildWaiting,
  approve,
  undo,
} = byLink(
  () => app,
  () => cast,
)
const { build, saveAs, params, requestAs, send, approveAs, attachmentsOf } = snapshotsOf(() => ({
  app,
  cast,
  photos,
}))

type Changes = Output<typeof getChangesByLink>
const since = (token: string, postId: number) =>
  sendByLink<Changes>(app, token, ['GET', `/approval-link/posts/${postId}/changes-since-decision`])

/** The client has asked for a revision, and a new text waits for them. */
const buildRevised = async (): Promise<TestPost> => {
  const post = await build({ status: 'draft' })
  await send(post)
  await approveAs(cast.internal, post)
  await requestAs(cast.external, post, 'Please', ['Shorter'])
  const ids = (await attachmentsOf(post)).map(({ id }) => id)
  await saveAs(cast.creator, post, { message: 'Draft that only the agency knows' })
  await send(post)
  await requestAs(cast.internal, post, 'Secret')
  await saveAs(cast.creator, post, { message: 'Short', attachment_order: ids.toReversed() })
  await send(post)
  await approveAs(cast.internal, post)
  return post
}

describe('What changed since the holder of a link decided', () => {
  it('is what they see signed in, and nothing that only the agency knows', async () => {
    const post = await buildRevised()
    const token = await copied()
    const opened = await open(token)
    expect(opened.data.decided_before).toEqual([post.postId])
    expect(opened.data.seen_before).toEqual([])
    const before = await countWrites(app.db)
    const { status, data } = await since(token, post.postId)
    expect(status).toBe(200)
    expect(await countWrites(app.db)).toBe(before)
    const signedIn = await app.ask(cast.external, getChangesSinceDecision, params(post))
    const unsigned = JSON.stringify(data).replace(/\?[^"]*signature=[^"]*/g, '')
    expect(JSON.parse(unsigned)).toEqual(signedIn.data)
    expect(data).toMatchObject({
      decision: 'revision_requested',
      changes: [{ text: { before: 'Hello', after: 'Short' } }],
      request: { message: 'Please', checkboxes: [{ label: 'Shorter' }] },
    })
    for (const secret of ['Secret', 'only the agency', cast.internal.name, cast.creator.name])
      expect(JSON.stringify(data)).not.toContain(secret)
  })

  it('has pictures whose addresses work without a session', async () => {
    const post = await buildRevised()
    const { data } = await since(await copied(), post.postId)
    const [file] = data.changes[0]?.media?.before ?? []
    const url = new URL(file?.preview ?? '')
    const query = Object.fromEntries(url.searchParams)
    expect(isSignedUrl(app.services.config, url.pathname, query, app.clock.now())).toBe(true)
  })

  it('comes with the networks that say what they saw, each with its version', async () => {
    const other = await buildPost(app.db, cast.project, {
      type: 'text',
      socials: [{ network: 'facebook', message: 'Same', status: 'pending_external_approval' }],
      schedule: { date: '2026-06-11', time: '12:00' },
    })
    await requestAs(cast.external, other, 'Please')
    await send(other)
    await approveAs(cast.internal, other)
    const { data } = await open(await copied())
    const shown = data.posts.flatMap(({ post_socials }) => post_socials)
    const version = shown.find(({ id }) => id === other.socialIds[0])?.version
    expect(data.seen_before).toEqual([{ post_social_id: other.socialIds[0], version }])
  })

  it('is nothing before they have decided', async () => {
    const { postId } = await buildWaiting()
    const token = await copied()
    expect((await open(token)).data.decided_before).toEqual([])
    expect((await since(token, postId)).data).toMatchObject({ decided_at: null, changes: [], request: null })
  })

  it('is nothing after an approval that they undid at once, nor of a version that they have not decided about', async () => {
    const token = await copied()
    const undone = await buildWaiting()
    expect((await approve(token, undone)).status).toBe(200)
    expect((await undo(token, undone)).status).toBe(200)
    const two = await buildPost(app.db, cast.project, {
      type: 'text',
      socials: [
        { network: 'facebook', message: 'One', status: 'pending_external_approval' },
        { network: 'linkedin', message: 'Other', status: 'pending_external_approval' },
      ],
      schedule: { date: '2026-06-11', time: '12:00' },
    })
    await requestAs(cast.external, two, 'Please')
    const shown = (await open(token)).data.posts.map(({ id }) => id)
    expect(shown.toSorted()).toEqual([undone.postId, two.postId].toSorted())
    expect((await open(token)).data.decided_before).toEqual([])
    await send(two)
    await approveAs(cast.internal, two)
    expect((await open(token)).data.decided_before).toEqual([two.postId])
  })

  it('is not found for what does not wait for them, is another project’s, or deleted', async () => {
    const token = await copied()
    const other = await buildPerson(app.db, cast.project, 'external-approver')
    const others = await buildWaiting({
      rounds: [{ type: 'external', status: 'open', chosen: [other.userId] }],
    })
    const deleted = await buildWaiting()
    await app.db.updateTable('posts').set({ deleted_at: testNow }).where('id', '=', deleted.postId).execute()
    for (const { postId } of [
      others,
      deleted,
      await buildWaiting({ status: 'pending_internal_approval' }),
      await buildWaiting({ status: 'approved' }),
      await buildWaiting({}, cast.elsewhere),
    ])
      expect((await since(token, postId)).status).toBe(404)
    const waiting = await buildWaiting()
    expect((await since('x'.repeat(43), waiting.postId)).status).toBe(404)
    expect((await since(token, waiting.postId)).status).toBe(200)
  })

  it('is shown on a confirmed device only, where the project asks for that', async () => {
    const { postId } = await buildWaiting()
    const token = await copied()
    const setting = { project_id: cast.project.projectId, name: 'approval-link-code' as const, value: 'true' }
    await app.db.insertInto('project_settings').values(setting).execute()
    expect((await since(token, postId)).status).toBe(403)
  })
})
