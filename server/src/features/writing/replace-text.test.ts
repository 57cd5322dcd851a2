import { describe, expect, it } from 'vitest'
import { findTextMatches, replaceText, savePostSocials } from '#domain/posts/contract.ts'
import { editorStateOf } from '#domain/posts/editor-state.ts'
import { postRoutes } from '#server/features/posts/routes.ts'
import { writingRoutes } from '#server/features/writing/routes.ts'
import { useTestApp } from '#testing/app.ts'
import { buildProject, useCast } from '#testing/people.ts'
import { buildPost, type TestPost, type TestSocial } from '#testing/posts.ts'
import { untilWaiting } from '#testing/waiting.ts'

const kit = useTestApp({ routes: [...postRoutes, ...writingRoutes] })
const cast = useCast(kit)

const search = { find: 'coffee', is_whole_word: true, is_case_matched: false }
const build = (...socials: TestSocial[]) => buildPost(kit.db, cast.project, { socials })
const find = (posts: TestPost[], by = cast.creator, more: object = {}) =>
  kit.ask(by, findTextMatches, {
    body: {
      project_id: cast.project.projectId,
      post_ids: posts.map(({ postId }) => postId),
      ...search,
      ...more,
    },
  })
type Target = { post_id: number; versions: { id: number; version: number }[] }
const replace = (posts: Target[], by = cast.creator) =>
  kit.ask(by, replaceText, {
    body: { project_id: cast.project.projectId, ...search, replacement: 'tea', posts },
  })
const targetOf = async (post: TestPost): Promise<Target> => ({
  post_id: post.postId,
  versions: (await find([post])).data
    .filter(({ refusal }) => refusal === null)
    .flatMap(({ versions }) => versions),
})
const stored = (post: TestPost) =>
  kit.db
    .selectFrom('post_socials')
    .select(['id', 'message', 'first_comment', 'message_editor_state', 'extra_fields', 'follows_shared'])
    .where('post_id', '=', post.postId)
    .orderBy('id')
    .execute()
const messages = async (post: TestPost) => (await stored(post)).map(({ message }) => message)

describe('Finding a word in several posts', () => {
  it('lists the first matches of a text that has thousands, and how many more there are', async () => {
    const post = await build({ network: 'facebook', message: 'a'.repeat(60_000) })
    const { data } = await find([post], cast.creator, { find: 'a', is_whole_word: false })
    expect(data).toMatchObject([{ more: 60_000 - 20 }])
    expect(data[0]?.matches).toHaveLength(20)
  })

  it('refuses more text than can be looked through at once, but never one post alone', async () => {
    const message = 'coffee '.repeat(9000)
    const four = (['facebook', 'instagram', 'linkedin', 'twitter'] as const).map(network => ({
      network,
      message,
    }))
    const posts = []
    for (let count = 0; count < 9; count++) posts.push(await build(...four))
    expect(await find(posts)).toMatchObject({
      status: 413,
      message: 'These posts have too much text to search at once. Choose fewer.',
    })
    expect((await find(posts.slice(0, 7))).data).toHaveLength(28)
    await kit.db
      .updateTable('post_socials')
      .set({ message: 'coffee '.repeat(100_000) })
      .where('post_id', '=', posts[0]?.postId ?? 0)
      .execute()
    expect((await find(posts.slice(0, 1))).status).toBe(200)
    expect((await find(posts.slice(0, 2))).status).toBe(413)
  })

  it('lists fewer matches of each text where there are very many in all, and counts the others', async () => {
    const posts = []
    for (let count = 0; count < 60; count++)
      posts.push(await build({ network: 'facebook', message: 'coffee '.repeat(25) }))
    const { data } = await find(posts)
    expect(data.map(({ matches }) => matches.length)).toEqual([...Array(50).fill(20), ...Array(10).fill(3)])
    expect(data.at(-1)?.more).toBe(22)
  })

  it('shows a shared text once, each adapted one by itself, and why some cannot be changed', async () => {
    const shared = { message: 'Good coffee today', follows_shared: true }
    const post = await build(
      { network: 'facebook', ...shared },
      { network: 'linkedin', ...shared },
      { network: 'twitter', message: 'Tea', first_comment: 'or Coffee?' },
    )
    const approved = await build({ network: 'facebook', status: 'approved', message: 'coffee' })
    const other = await build({ network: 'facebook', message: 'Coffeehouse' })
    const { data } = await find([post, approved, other])
    const [facebook = 0, linkedin = 0, twitter = 0] = post.socialIds
    expect(data).toEqual([
      {
        post_id: post.postId,
        networks: ['facebook', 'linkedin'],
        versions: [
          { id: facebook, version: 1 },
          { id: linkedin, version: 1 },
        ],
        refusal: null,
        needs_approval: false,
        matches: [{ field: 'message', before: 'Good ', found: 'coffee', after: ' today' }],
        more: 0,
      },
      {
        post_id: post.postId,
        networks: ['twitter'],
        versions: [{ id: twitter, version: 1 }],
        refusal: null,
        needs_approval: false,
        matches: [{ field: 'first_comment', before: 'or ', found: 'Coffee', after: '?' }],
        more: 0,
      },
      {
        post_id: approved.postId,
        networks: ['facebook'],
        versions: [{ id: approved.socialIds[0], version: 1 }],
        refusal: null,
        needs_approval: true,
        matches: [{ field: 'message', before: '', found: 'coffee', after: '' }],
        more: 0,
      },
    ])
  })

  it('is for those who write, and reads no other project', async () => {
    const post = await build({ network: 'facebook', message: 'coffee' })
    for (const person of [cast.external, cast.internal]) expect((await find([post], person)).status).toBe(403)
    expect((await find([post], cast.stranger)).status).toBe(404)
    const foreign = await buildPost(kit.db, await buildProject(kit.db), {
      socials: [{ network: 'facebook', message: 'coffee' }],
    })
    expect((await find([foreign])).data).toEqual([])
  })

  it('leaves out posts that were deleted', async () => {
    const post = await build({ network: 'facebook', message: 'coffee' })
    expect((await find([post])).data).toHaveLength(1)
    const posts = kit.db.updateTable('posts').set({ deleted_at: new Date() })
    await posts.where('id', '=', post.postId).execute()
    expect((await find([post])).data).toEqual([])
  })
})

describe('Replacing a word in several drafts', () => {
  it('waits for another call on the same posts without a deadlock, whatever the order of the versions', async () => {
    const [first, second] = [
      await build({ network: 'facebook', message: 'coffee' }),
      await build({ network: 'facebook', message: 'coffee' }),
    ]
    // The first post has got its only version last.
    const later = await build({ network: 'facebook', message: 'coffee' })
    await kit.db
      .updateTable('post_socials')
      .set({ post_id: first.postId, social_network: 'linkedin' })
      .where('id', 'in', later.socialIds)
      .execute()
    await kit.db.deleteFrom('post_socials').where('id', 'in', first.socialIds).execute()
    const targets = [await targetOf(first), await targetOf(second)]
    const call = await kit.db.transaction().execute(async tx => {
      const lock = (postId: number) =>
        tx.selectFrom('post_socials').select('id').where('post_id', '=', postId).forUpdate().execute()
      await lock(second.postId)
      const answer = replace(targets)
      await untilWaiting(kit, 1)
      await lock(first.postId)
      return { answer }
    })
    expect((await call.answer).data.map(({ refusal }) => refusal)).toEqual([null, null])
  })

  it('changes text, first comment and the editor’s state, and saving what it answers restores them exactly', async () => {
    const shared = { message: 'coffee and @coffee', follows_shared: true, first_comment: 'Coffee!' }
    const posts = [
      await build({ network: 'facebook', ...shared }, { network: 'linkedin', ...shared }),
      await build({
        network: 'facebook',
        status: 'requires_revision',
        message: 'Coffee Bar: coffee',
        mentions: [{ id: '7', mention: 'Coffee Bar' }],
      }),
    ]
    const before = await Promise.all(posts.map(stored))
    const { status, data } = await replace(await Promise.all(posts.map(targetOf)))
    expect(status).toBe(200)
    expect(data.map(({ refusal }) => refusal)).toEqual([null, null])
    const after = (await Promise.all(posts.map(stored))).flat()
    expect(after.map(({ message, first_comment }) => [message, first_comment])).toEqual([
      ['tea and @coffee', 'tea!'],
      ['tea and @coffee', 'tea!'],
      ['Coffee Bar: tea', ''],
    ])
    expect(after.map(row => row.message_editor_state)).toEqual(
      after.map(({ message }) => editorStateOf(message)),
    )
    expect(after.map(row => row.follows_shared)).toEqual([true, true, false])
    for (const { post_id, saved } of data) {
      const body = { post_id, project_id: cast.project.projectId, post_socials: saved }
      expect((await kit.ask(cast.creator, savePostSocials, { body })).status).toBe(200)
    }
    expect(await Promise.all(posts.map(stored))).toEqual(before)
  })

  it('keeps the followers alike where only one of their networks names a page', async () => {
    const shared = { message: 'coffee by Coffee Bar', follows_shared: true }
    const post = await build(
      { network: 'facebook', ...shared, mentions: [{ id: '7', mention: 'Coffee Bar' }] },
      { network: 'linkedin', ...shared },
    )
    const { data } = await replace([await targetOf(post)])
    expect(data[0]?.refusal).toBeNull()
    expect(await messages(post)).toEqual(['tea by Coffee Bar', 'tea by Coffee Bar'])
  })

  it.each(['pending_internal_approval', 'pending_external_approval', 'approved', 'pending_publish'] as const)(
    'changes what is %s, which must be approved again, and says so before',
    async status => {
      const socials: TestSocial[] = [{ network: 'facebook', status, message: 'coffee' }]
      const post = await buildPost(kit.db, cast.project, { type: 'text', socials })
      const isApproved = async () => {
        const { cleared_digest, status: now } = await kit.db
          .selectFrom('post_socials')
          .select(['cleared_digest', 'status'])
          .where('post_id', '=', post.postId)
          .executeTakeFirstOrThrow()
        return now === status && cleared_digest !== null
      }
      const { data: found } = await find([post])
      expect(found).toMatchObject([{ refusal: null, needs_approval: true }])
      expect((await replace([await targetOf(post)])).data).toMatchObject([{ refusal: null }])
      expect([await messages(post), await isApproved()]).toEqual([['tea'], false])
    },
  )

  it.each(['on_publishing', 'live', 'temporary_draft'] as const)(
    'never changes what is %s, and changes the others',
    async status => {
      const kept = await build({ network: 'facebook', status, message: 'coffee' })
      const draft = await build({ network: 'facebook', message: 'coffee' })
      const named = { post_id: kept.postId, versions: [{ id: kept.socialIds[0] ?? 0, version: 1 }] }
      const { data } = await replace([named, await targetOf(draft)])
      expect(data.map(({ refusal }) => refusal === null)).toEqual([false, true])
      expect([await messages(kept), await messages(draft)]).toEqual([['coffee'], ['tea']])
    },
  )

  it('refuses what somebody has changed since it was looked at, and a part of a shared text', async () => {
    const shared = { message: 'coffee', follows_shared: true }
    const stale = await build({ network: 'facebook', message: 'coffee' })
    const part = await build({ network: 'facebook', ...shared }, { network: 'linkedin', ...shared })
    const targets = [await targetOf(stale), await targetOf(part)]
    const project_id = cast.project.projectId
    const post_socials = [{ id: stale.socialIds[0] ?? 0, message: 'more coffee' }]
    await kit.ask(cast.admin, savePostSocials, { body: { post_id: stale.postId, project_id, post_socials } })
    const { data } = await replace(
      targets.map((target, index) => ({
        ...target,
        versions: target.versions.slice(0, index === 1 ? 1 : 9),
      })),
    )
    expect(data.map(({ refusal }) => refusal?.slice(0, 32))).toEqual([
      'Somebody has changed it in the m',
      'Somebody has changed it in the m',
    ])
    expect([await messages(stale), await messages(part)]).toEqual([['more coffee'], ['coffee', 'coffee']])
  })

  it('is for those who write, in their own project', async () => {
    const target = await targetOf(await build({ network: 'facebook', message: 'coffee' }))
    for (const person of [cast.external, cast.internal])
      expect((await replace([target], person)).status).toBe(403)
    expect((await replace([target], cast.stranger)).status).toBe(404)
    const foreign = await buildPost(kit.db, await buildProject(kit.db), {
      socials: [{ network: 'facebook', message: 'coffee' }],
    })
    const versions = [{ id: foreign.socialIds[0] ?? 0, version: 1 }]
    const { data } = await replace([{ post_id: foreign.postId, versions }])
    expect(data[0]?.refusal).toContain('does not exist')
    expect(await messages(foreign)).toEqual(['coffee'])
  })
})

it('leaves a text as it is that a replacement would make longer than the editor saves', async () => {
  const post = await build({ network: 'facebook', message: 'a'.repeat(60_000) })
  const letter = { find: 'a', is_whole_word: false }
  const found = await find([post], cast.creator, letter)
  const { data } = await kit.ask(cast.creator, replaceText, {
    body: {
      project_id: cast.project.projectId,
      ...letter,
      replacement: 'tea',
      is_case_matched: false,
      posts: [{ post_id: post.postId, versions: found.data.flatMap(({ versions }) => versions) }],
    },
  })
  expect(data).toMatchObject([{ refusal: 'The text would become too long.', saved: [] }])
  expect(await messages(post)).toEqual(['a'.repeat(60_000)])
})
