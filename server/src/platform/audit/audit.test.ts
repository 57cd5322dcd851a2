import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publishPost, publishPostAsAdmin } from '#domain/publishing/contract.ts'
import { removeSocialAccount } from '#domain/social-accounts/contract.ts'
import { makeKey } from '#server/config.ts'
import { publishingRoutes } from '#server/features/publishing/routes.ts'
import { makeSocialAccountRoutes } from '#server/features/social-accounts/routes.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { stubConnectors } from '#testing/connectors.ts'
import { buildCast, type Cast } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'

let test: TestApp
let cast: Cast
beforeAll(async () => {
  const { connectors } = stubConnectors()
  const routes = [...publishingRoutes, ...makeSocialAccountRoutes(() => connectors)]
  test = await startTestApp({ routes, config: { TOKEN_KEY: makeKey() } })
  cast = await buildCast(test.db)
})
afterAll(() => test.close())

const lines = () =>
  test.db
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'subject', 'old', 'new', 'address'])
    .where('project_id', '=', cast.project.projectId)
    .orderBy('id')
    .execute()

describe('The audit log', () => {
  it('records publishing past the approval, with the networks, but not ordinary publishing', async () => {
    const socials = [{ network: 'facebook' as const, status: 'pending_internal_approval' as const }]
    const { postId } = await buildPost(test.db, cast.project, { type: 'text', socials })
    const approved = await buildPost(test.db, cast.project, { type: 'text', status: 'approved' })
    const plain = { params: { postId: approved.postId } }
    expect((await test.ask(cast.admin, publishPost, plain)).status).toBe(200)
    expect((await test.ask(cast.admin, publishPostAsAdmin, { params: { postId } })).status).toBe(200)
    // The second call is refused, so it is not recorded.
    expect((await test.ask(cast.admin, publishPostAsAdmin, { params: { postId } })).status).toBe(409)
    expect(await lines()).toEqual([
      {
        action: 'post.published_as_admin',
        actor_id: cast.admin.userId,
        subject: `Post ${postId}`,
        old: null,
        new: { post_id: postId, networks: 'facebook' },
        address: '127.0.0.1',
      },
    ])
  })

  it('records the removal of a social account', async () => {
    const params = { projectId: cast.project.projectId, social: 'twitter' as const }
    expect((await test.ask(cast.admin, removeSocialAccount, { params })).status).toBe(200)
    expect((await lines()).at(-1)).toMatchObject({
      action: 'social_account.removed',
      subject: 'Twitter',
      actor_id: cast.admin.userId,
      old: { account: expect.any(String) },
    })
  })
})
