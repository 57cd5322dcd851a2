import { describe, expect, it } from 'vitest'
import type { Request } from '#domain/kernel/endpoint.ts'
import { createPost, getPost, savePostSocials } from '#domain/posts/contract.ts'
import type { Post } from '#domain/posts/model.ts'
import { postRoutes } from '#server/features/posts/routes.ts'
import { writingRoutes } from '#server/features/writing/routes.ts'
import { useTestApp } from '#testing/app.ts'
import { type Cast, useCast } from '#testing/people.ts'
import { buildMedia, buildPost, type TestPost, type TestSocial } from '#testing/posts.ts'

const kit = useTestApp({ routes: [...postRoutes, ...writingRoutes] })
const cast = useCast(kit)

type Draft = Omit<Request<typeof savePostSocials>['body']['post_socials'][number], 'id'>

/** Saves the versions in their order; null leaves a version out. */
const save = (person: Cast['admin'], post: TestPost, drafts: (Draft | null)[]) =>
  kit.ask(person, savePostSocials, {
    body: {
      post_id: post.postId,
      project_id: cast.project.projectId,
      post_socials: drafts.flatMap((draft, index) =>
        draft ? [{ id: post.socialIds[index] ?? 0, ...draft }] : [],
      ),
    },
  })
const read = async (post: TestPost, person: Cast['admin'] = cast.creator) =>
  (await kit.ask(person, getPost, { params: { postId: post.postId } })).data
const shown = (post: Post) =>
  post.post_socials.map(({ message, follows_shared }) => (follows_shared ? message : `own: ${message}`))

const networks = ['facebook', 'instagram', 'linkedin'] as const
/** A post whose three versions follow one text, with what is special about each. */
const buildShared = (parts: readonly Partial<TestSocial>[] = [], text = 'Shared') =>
  buildPost(kit.db, cast.project, {
    socials: networks.map((network, index) => ({
      network,
      message: text,
      follows_shared: true,
      ...parts[index],
    })),
  })

describe('The versions of a new post', () => {
  it('follow one shared content', async () => {
    const { data } = await kit.ask(cast.creator, createPost, {
      body: { project_id: cast.project.projectId, social_networks: ['facebook', 'linkedin'] },
    })
    expect(shown(data.post)).toEqual(['', ''])
  })

  it('stay separate where they were written before there was a shared content', async () => {
    const post = await buildPost(kit.db, cast.project)
    expect(shown(await read(post))).toEqual(['own: Hello facebook'])
  })
})

describe('Shared content', () => {
  it('is saved in all versions that follow it, and is what the post says', async () => {
    const post = await buildShared([{ message: 'Only here', follows_shared: false }])
    const draft = { message: 'New', first_comment: 'First', follows_shared: true, version: 1 }
    const { data } = await save(cast.creator, post, [null, draft, draft])
    expect(shown(data)).toEqual(['own: Only here', 'New', 'New'])
    expect(data).toMatchObject({ message: 'New', first_comment: 'First' })
  })

  it('is not saved in some of them only, but as a conflict that names what somebody else has saved', async () => {
    const post = await buildShared()
    const draft = { message: 'New', follows_shared: true }
    expect(await save(cast.creator, post, [draft, draft, null])).toMatchObject({
      status: 409,
      code: 'stale_version',
    })
    expect(await save(cast.creator, post, [draft, draft, { ...draft, message: 'Else' }])).toMatchObject({
      status: 409,
      code: 'stale_version',
    })
    expect(shown(await read(post))).toEqual(['Shared', 'Shared', 'Shared'])
  })

  it('has its files in one order', async () => {
    const [one, two] = [await buildMedia(kit.db, cast.project), await buildMedia(kit.db, cast.project)]
    const post = await buildShared()
    const attach = (...ids: number[]) => ({
      follows_shared: true,
      message: 'With photos',
      media_actions: ids.map(object_id => ({ action: 'attach' as const, object_id })),
    })
    const mixed = await save(cast.creator, post, [attach(one, two), attach(two, one), attach(one, two)])
    expect(mixed).toMatchObject({ status: 409, code: 'stale_version' })
    const { data } = await save(cast.creator, post, [attach(one, two), attach(one, two), attach(one, two)])
    expect(shown(data)).toEqual(['With photos', 'With photos', 'With photos'])
  })

  it('is left by a version that is adapted, and taken by one that follows again', async () => {
    const post = await buildShared()
    const adapted = await save(cast.creator, post, [{ message: 'Mine', follows_shared: false, version: 1 }])
    expect(shown(adapted.data)).toEqual(['own: Mine', 'Shared', 'Shared'])
    const back = await save(cast.creator, post, [{ message: 'Shared', follows_shared: true, version: 2 }])
    expect(shown(back.data)).toEqual(['Shared', 'Shared', 'Shared'])
  })

  it('tells other screens that a version no longer follows, although nothing it says has changed', async () => {
    const post = await buildShared()
    const { data } = await save(cast.creator, post, [{ follows_shared: false, version: 1 }])
    expect(data.post_socials[0]).toMatchObject({ version: 2, follows_shared: false })
    const events = await kit.db
      .selectFrom('events')
      .select('type')
      .where('post_id', '=', post.postId)
      .execute()
    expect(events.map(({ type }) => type)).toEqual(['post.saved'])
  })

  it('is left by a version that a caller saves by itself without a word about following', async () => {
    const post = await buildShared()
    const { data } = await save(cast.creator, post, [null, { message: 'Only for Instagram' }])
    expect(shown(data)).toEqual(['Shared', 'own: Only for Instagram', 'Shared'])
  })

  it('is left by two people in two versions, each without the other', async () => {
    const post = await buildShared()
    await save(cast.admin, post, [{ message: 'For Facebook', follows_shared: false, version: 1 }])
    const draft = { message: 'New', follows_shared: true }
    const stale = await save(cast.creator, post, [
      { ...draft, version: 1 },
      { ...draft, version: 1 },
      { ...draft, version: 1 },
    ])
    expect(stale).toMatchObject({ status: 409, code: 'stale_version' })
    const { data } = await save(cast.creator, post, [
      null,
      { ...draft, version: 1 },
      { ...draft, version: 1 },
    ])
    expect(shown(data)).toEqual(['own: For Facebook', 'New', 'New'])
  })
})

describe('A version that can no longer be edited', () => {
  it('follows nothing, and is not reached by the shared content', async () => {
    const post = await buildShared([{ status: 'live' }])
    expect(shown(await read(post))).toEqual(['own: Shared', 'Shared', 'Shared'])
    const draft = { message: 'New', follows_shared: true }
    const { data } = await save(cast.creator, post, [null, draft, draft])
    expect(shown(data)).toEqual(['own: Shared', 'New', 'New'])
  })

  it('follows again if it could not be published, unless the others have gone on', async () => {
    for (const [goOn, expected] of [
      [false, 'Shared'],
      [true, 'own: Shared'],
    ] as const) {
      const post = await buildShared([{ status: 'on_publishing' }])
      const draft = { message: goOn ? 'New' : 'Shared', follows_shared: true }
      await save(cast.creator, post, [null, draft, draft])
      await kit.db
        .updateTable('post_socials')
        .set({ status: 'publishing_failed', failure_reason: 'rejected' })
        .where('id', '=', post.socialIds[0] ?? 0)
        .execute()
      expect(shown(await read(post))[0]).toBe(expected)
    }
  })
})

describe('An edit of the shared content', () => {
  it('reopens the approval of each version by its own rules', async () => {
    const media = [await buildMedia(kit.db, cast.project)]
    const post = await buildShared([
      { status: 'approved', media },
      { status: 'draft', media },
      { status: 'requires_revision', media },
    ])
    const draft = { message: 'After approval', follows_shared: true }
    const { data } = await save(cast.creator, post, [draft, draft, draft])
    expect(data.post_socials.map(({ status }) => status)).toEqual([
      'pending_internal_approval',
      'draft',
      'requires_revision',
    ])
  })

  it('leaves the approval of an adapted version alone', async () => {
    const post = await buildShared([{ status: 'approved', message: 'Approved text', follows_shared: false }])
    const draft = { message: 'New', follows_shared: true }
    const { data } = await save(cast.creator, post, [null, draft, draft])
    expect(data.post_socials[0]).toMatchObject({ status: 'approved', message: 'Approved text', version: 1 })
  })

  it('keeps an approval if a version is only adapted', async () => {
    const post = await buildShared([{ status: 'approved' }])
    const { data } = await save(cast.creator, post, [{ follows_shared: false }])
    expect(data.post_socials[0]).toMatchObject({ status: 'approved', follows_shared: false })
  })

  it('is refused to approvers and other agencies', async () => {
    const post = await buildShared([{ status: 'pending_external_approval' }])
    const draft = { follows_shared: false }
    expect((await save(cast.internal, post, [draft])).status).toBe(403)
    expect((await save(cast.external, post, [draft])).status).toBe(403)
    expect((await save(cast.stranger, post, [draft])).status).toBe(404)
    expect(shown(await read(post))).toEqual(['Shared', 'Shared', 'Shared'])
  })
})

it('A client does not learn that a version follows others that they cannot see', async () => {
  const post = await buildShared([{ status: 'pending_external_approval' }])
  const seen = await read(post, cast.external)
  expect(seen.post_socials.map(({ follows_shared }) => follows_shared)).toEqual([false])
})
