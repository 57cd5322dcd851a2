import type { KyselyPlugin } from 'kysely'
import { expect, it } from 'vitest'
import type { ApprovalStatus, PostSocialStatus } from '#domain/posts/status.ts'
import { useChase } from '#testing/openings/chase.ts'
import { buildPerson, setProject } from '#testing/people.ts'
import { buildPost, type TestPost } from '#testing/posts.ts'
import { readWaitingVersions } from './waiting-versions.ts'

const { kit, cast, pass, plan, draft, list, remind, told, texts } = useChase()

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

it('Who makes posts is waited for as well: what was sent back, and drafts that nobody has sent', async () => {
  await draft(cast.project, cast.creator, { status: 'requires_revision' })
  await draft(cast.project, cast.creator, { status: 'unapproved' })
  await draft(cast.project, cast.creator)
  await draft(cast.project, cast.creator, { hours: 15 * 24 })
  await draft(cast.project, cast.creator, { status: 'temporary_draft' })
  await draft(cast.project, cast.creator, { status: 'approved' })
  await draft(cast.elsewhere, cast.stranger)
  await plan(cast.project, [cast.creator])
  const { people, posts } = await list(cast.admin)
  expect(posts).toBe(4)
  expect(people).toMatchObject([
    { id: cast.creator.userId, posts: 4, tasks: { decide: 1, correct: 2, send: 1 }, is_mailed: true },
  ])
  expect(await list(cast.creator)).toEqual({ people: [], posts: 0 })
})

it('A draft says nothing of since when it waits, and stands after what was asked of somebody', async () => {
  await draft(cast.project, cast.creator)
  expect((await list(cast.admin)).people).toMatchObject([{ id: cast.creator.userId, since: null }])
  await plan(cast.project, [cast.internal])
  expect((await list(cast.admin)).people.map(({ id }) => id)).toEqual([
    cast.internal.userId,
    cast.creator.userId,
  ])
})

it('Once the writer can no longer edit, the admins are waited for', async () => {
  const left = await buildPerson(kit.db, cast.project, 'content-creator')
  await draft(cast.project, left)
  await kit.db.deleteFrom('project_members').where('user_id', '=', left.userId).execute()
  await draft(cast.project, null)
  expect((await list(cast.creator)).people).toMatchObject([{ id: cast.admin.userId, posts: 2 }])
})

it('Of one post the correction counts, and of the versions the one that decides for all', async () => {
  const versions = (facebook: 'draft' | 'approved', linkedin: 'draft' | 'requires_revision') =>
    buildPost(kit.db, cast.project, {
      type: 'text',
      createdBy: cast.creator.userId,
      schedule: { date: '2026-06-03', time: '12:00' },
      socials: [
        { network: 'facebook', status: facebook },
        { network: 'linkedin', status: linkedin },
      ],
    })
  await versions('draft', 'requires_revision')
  expect((await list(cast.admin)).people).toMatchObject([{ tasks: { decide: 0, correct: 1, send: 0 } }])
  await versions('approved', 'draft')
  expect((await list(cast.admin)).people).toMatchObject([{ tasks: { decide: 0, correct: 1, send: 1 } }])
  await setProject(kit.db, cast.project.projectId, 'post-master-content-social-network-id', 'facebook')
  expect((await list(cast.admin)).people).toMatchObject([{ tasks: { decide: 0, correct: 0, send: 1 } }])
})

it('They are reminded of all of it in one mail that says what waits, and once an hour', async () => {
  const posts = [
    await draft(cast.project, cast.creator, { status: 'requires_revision' }),
    await draft(cast.project, cast.creator),
    await draft(cast.project, cast.creator),
  ]
  expect((await remind(cast.admin, [cast.creator], 'By noon, please.')).data).toEqual({
    reminded: [cast.creator.userId],
    posts: 3,
    not_reminded: [],
  })
  expect(await told()).toEqual(posts.map(({ postId }) => `${cast.creator.userId} ${postId}`).toSorted())
  const [mail, ...others] = await texts()
  expect(others).toEqual([])
  expect(mail?.subject).toContain('1 post to correct, 2 drafts to send for ')
  expect(mail?.text).toContain(`${cast.admin.name}: “By noon, please.”`)
  expect((await remind(cast.admin, [cast.creator])).data.not_reminded).toEqual([
    { id: cast.creator.userId, refusal: 'just_reminded' },
  ])
  pass(1)
  expect((await remind(cast.admin, [cast.creator])).data.reminded).toEqual([cast.creator.userId])
})

it('What has been done before the mail goes out is not in it, and who has turned these mails off has them under the bell', async () => {
  const done = await draft(cast.project, cast.creator)
  await draft(cast.project, cast.creator, { status: 'requires_revision' })
  await kit.db
    .insertInto('notification_settings')
    .values({
      user_id: cast.creator.userId,
      project_id: cast.project.projectId,
      kind: 'correction_reminder',
      is_on: false,
      mode: 1,
      days: JSON.stringify([]),
      timezone: 'UTC',
    })
    .execute()
  expect((await list(cast.admin)).people).toMatchObject([{ is_mailed: true }])
  await remind(cast.admin, [cast.creator])
  expect(await told()).toHaveLength(2)
  await kit.db
    .updateTable('post_socials')
    .set({ status: 'pending_internal_approval' })
    .where('post_id', '=', done.postId)
    .execute()
  expect(await texts()).toEqual([])
  expect((await list(cast.admin)).people).toMatchObject([{ is_mailed: false, posts: 1 }])
})
