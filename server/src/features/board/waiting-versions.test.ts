import type { KyselyPlugin } from 'kysely'
import { expect, it } from 'vitest'
import type { ApprovalStatus, PostSocialStatus } from '#domain/posts/status.ts'
import { useChase } from '#testing/openings/chase.ts'
import type { TestPost } from '#testing/posts.ts'
import { readWaitingVersions } from './waiting-versions.ts'

const { kit, cast, plan, draft } = useChase()

/** The same database, in which something happens right after the first statement. */
const happeningAfterFirst = (happen: () => Promise<unknown>) => {
  let isFirst = true
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (isFirst) {
        isFirst = false
        await happen()
      }
      return result
    },
  }
  return kit.db.withPlugin(plugin)
}

const put = async (
  { postId }: TestPost,
  status: Exclude<PostSocialStatus, 'deleted'>,
  round: ApprovalStatus,
) => {
  await kit.db.updateTable('post_socials').set({ status }).where('post_id', '=', postId).execute()
  const closed_at = round === 'open' ? null : kit.clock.now()
  await kit.db
    .updateTable('approvals')
    .set({ status: round, closed_at })
    .where('post_social_id', 'in', query =>
      query.selectFrom('post_socials').select('id').where('post_id', '=', postId),
    )
    .execute()
}

const tasksOf = async (post: TestPost, happen: () => Promise<unknown>) => {
  const range = { from: kit.clock.now(), until: new Date(kit.clock.now().getTime() + 5 * 86_400_000) }
  const { versions } = await readWaitingVersions(happeningAfterFirst(happen), [cast.project.projectId], range)
  return versions.filter(({ social }) => social.post_id === post.postId).map(({ task }) => task)
}

it('What is sent back while it is read waits once', async () => {
  const post = await plan(cast.project, [cast.internal])
  expect(await tasksOf(post, () => put(post, 'requires_revision', 'revision_requested'))).toEqual(['decide'])
})

it('What is sent for approval while it is read waits once', async () => {
  const post = await draft(cast.project, cast.creator, { status: 'requires_revision' })
  expect(await tasksOf(post, () => put(post, 'pending_internal_approval', 'open'))).toEqual(['correct'])
})
