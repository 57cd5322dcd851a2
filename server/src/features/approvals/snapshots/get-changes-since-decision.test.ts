import { beforeAll, describe, expect, it } from 'vitest'
import { approveRound } from '#domain/approvals/contract.ts'
import { getChangesSinceDecision } from '#domain/approvals/snapshot-contract.ts'
import { approvalRoutes } from '#server/features/approvals/routes.ts'
import { postRoutes } from '#server/features/posts/routes.ts'
import { writingRoutes } from '#server/features/writing/routes.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { snapshotsOf } from '#testing/approvals/snapshots.ts'
import { buildCast, useCast } from '#testing/people.ts'
import { buildMedia, buildPost, type TestPost } from '#testing/posts.ts'

let photos: number[]
const app = useTestApp({ routes: [...approvalRoutes, ...postRoutes, ...writingRoutes] })
const cast = useCast(app)
beforeAll(async () => {
  photos = [await buildMedia(app.db, cast.project), await buildMedia(app.db, cast.project)]
})

const { build, saveAs, params, requestAs, send, approveAs } = snapshotsOf(() => ({ app, cast, photos }))

describe('What changed since somebody decided', () => {
  const since = async (person: TestPerson, post: TestPost) =>
    (await app.ask(person, getChangesSinceDecision, params(post))).data

  it('is shown to a client beside their checklist, and nothing of the rounds before', async () => {
    const post = await build({ status: 'draft' })
    await send(post)
    await approveAs(cast.internal, post)
    expect(await since(cast.external, post)).toMatchObject({ decided_at: null, changes: [], request: null })
    await requestAs(cast.external, post, 'Please', ['Shorter', 'Larger logo'])
    const boxes = await app.db
      .selectFrom('approval_checkboxes')
      .select('id')
      .where('label', '=', 'Shorter')
      .execute()
    await app.db
      .updateTable('approval_checkboxes')
      .set({ is_checked: true })
      .where(
        'id',
        'in',
        boxes.map(({ id }) => id),
      )
      .execute()
    await saveAs(cast.creator, post, { message: 'Shorter' })
    await send(post)
    await requestAs(cast.internal, post, 'Secret')
    await saveAs(cast.creator, post, { message: 'Short' })
    await send(post)
    await approveAs(cast.internal, post)
    expect(await since(cast.external, post)).toMatchObject({
      decision: 'revision_requested',
      changes: [{ social_networks: ['facebook'], text: { before: 'Hello', after: 'Short' } }],
      schedule: null,
      request: {
        message: 'Please',
        checkboxes: [
          { label: 'Shorter', is_checked: true },
          { label: 'Larger logo', is_checked: false },
        ],
      },
    })
    expect(JSON.stringify(await since(cast.external, post))).not.toContain('Secret')
    expect((await since(cast.external, post)).unchanged).toEqual([])
    // The internal approver has decided in between: they have seen the text.
    expect((await since(cast.internal, post)).changes).toEqual([])
  })

  describe('names the networks that say the same', () => {
    const buildTwo = (status: 'pending_internal_approval' | 'pending_external_approval') =>
      buildPost(app.db, cast.project, {
        type: 'text',
        socials: [
          { network: 'facebook', message: 'Hello', status },
          { network: 'linkedin', message: 'Good day', status },
        ],
        schedule: { date: '2026-06-10', time: '12:00' },
      })
    const approveEach = async (person: TestPerson, post: TestPost) => {
      for (const post_social_id of post.socialIds)
        expect((await app.ask(person, approveRound, { body: { post_social_id } })).status).toBe(200)
    }
    const networks = async (person: TestPerson, post: TestPost) =>
      (await since(person, post)).unchanged.map(({ social_network }) => social_network)

    it('with the version that they have now, until they are edited', async () => {
      const post = await buildTwo('pending_internal_approval')
      await approveEach(cast.internal, post)
      await saveAs(cast.creator, post, { message: 'New' })
      const { version } = await app.db
        .selectFrom('post_socials')
        .select('version')
        .where('id', '=', post.socialIds[1] ?? 0)
        .executeTakeFirstOrThrow()
      const { data } = await app.ask(cast.admin, getChangesSinceDecision, params(post))
      expect(data.unchanged).toEqual([])
      expect((await since(cast.internal, post)).unchanged).toEqual([
        { post_social_id: post.socialIds[1], version, social_network: 'linkedin' },
      ])
      await saveAs(cast.creator, post, { message: 'Newer' })
      expect(await networks(cast.internal, post)).toEqual(['linkedin'])
      await saveAs(cast.creator, post, { id: post.socialIds[1], message: 'New as well' })
      expect(await networks(cast.internal, post)).toEqual([])
    })

    it('but not one that they could not see when they decided about the master content', async () => {
      const master = await buildCast(app.db, {
        settings: { 'post-master-content-social-network-id': 'facebook' },
      })
      const post = await buildPost(app.db, master.project, {
        type: 'text',
        socials: [
          { network: 'facebook', message: 'Hello', status: 'pending_external_approval' },
          { network: 'linkedin', message: 'Secret', status: 'draft' },
        ],
        schedule: { date: '2026-06-10', time: '12:00' },
      })
      const [post_social_id = 0, linkedin = 0] = post.socialIds
      const answer = await app.ask(master.external, approveRound, { body: { post_social_id } })
      expect(answer.status).toBe(200)
      await app.db
        .updateTable('post_socials')
        .set({ status: 'approved' })
        .where('id', '=', linkedin)
        .execute()
      expect(await networks(master.external, post)).toEqual(['facebook'])
    })

    it('but not to somebody else', async () => {
      const post = await buildTwo('pending_external_approval')
      await approveEach(cast.external, post)
      expect(await networks(cast.external, post)).toEqual(['facebook', 'linkedin'])
      expect(await since(cast.internal, post)).toMatchObject({ decided_at: null, unchanged: [] })
      const answer = await app.ask(cast.stranger, getChangesSinceDecision, params(post))
      expect(answer.status).toBe(404)
    })
  })
})
