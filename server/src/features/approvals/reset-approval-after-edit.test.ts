import { beforeAll, describe, expect, it } from 'vitest'
import { savePostSocials } from '#domain/posts/contract.ts'
import { digestOf, readContents } from '#server/features/posts/content.ts'
import { postRoutes } from '#server/features/posts/routes.ts'
import { writingRoutes } from '#server/features/writing/routes.ts'
import { useTestApp } from '#testing/app.ts'
import { buildCast, buildPerson, type Cast, useCast } from '#testing/people.ts'
import { buildMedia, buildPost, type TestPost, type TestSocial } from '#testing/posts.ts'

let photo: number
const kit = useTestApp({ routes: [...postRoutes, ...writingRoutes] })
const cast = useCast(kit)
beforeAll(async () => {
  photo = await buildMedia(kit.db, cast.project)
})

const build = (social: Omit<TestSocial, 'network' | 'media'>) =>
  buildPost(kit.db, cast.project, { socials: [{ network: 'facebook', media: [photo], ...social }] })

/** Saves a text for the version at this position. */
const edit = (person: Cast['admin'], post: TestPost, message = 'Quite another text', index = 0) =>
  kit.ask(person, savePostSocials, {
    body: {
      post_id: post.postId,
      project_id: cast.project.projectId,
      post_socials: [{ id: post.socialIds[index] ?? 0, message }],
    },
  })

const rowOf = (post: TestPost, index = 0) =>
  kit.db
    .selectFrom('post_socials')
    .select(['status', 'is_approved', 'cleared_digest'])
    .where('id', '=', post.socialIds[index] ?? 0)
    .executeTakeFirstOrThrow()
const presentDigest = async (post: TestPost, index = 0) => {
  const content = (await readContents(kit.db, post.socialIds)).get(post.socialIds[index] ?? 0)
  if (!content) throw new Error('the post has no content')
  return digestOf(content)
}
const roundsOf = async (post: TestPost) =>
  (
    await kit.db
      .selectFrom('approvals')
      .select(['type', 'status'])
      .where('post_social_id', 'in', post.socialIds)
      .orderBy('id')
      .execute()
  ).map(round => `${round.type} ${round.status}`)
const actionsOf = (post: TestPost) =>
  kit.db
    .selectFrom('approval_actions')
    .select(['round', 'type', 'message', 'created_by'])
    .where('post_social_id', 'in', post.socialIds)
    .orderBy('id')
    .execute()
const approvalsOf = async (post: TestPost) =>
  (
    await kit.db
      .selectFrom('approval_approvers')
      .innerJoin('approvals', 'approvals.id', 'approval_approvers.approval_id')
      .select(['user_id', 'decided_at'])
      .where('post_social_id', 'in', post.socialIds)
      .where('status', '=', 'open')
      .orderBy('user_id')
      .execute()
  ).map(({ user_id, decided_at }) => ({ user_id, hasDecided: decided_at !== null }))
const eventsOf = async (post: TestPost) =>
  (
    await kit.db
      .selectFrom('events')
      .select('type')
      .where('post_id', '=', post.postId)
      .orderBy('id')
      .execute()
  ).map(event => event.type)

/** Replaces the version's photo by a crop of it, or describes it. */
const editPhoto = async (post: TestPost, part: { object_id?: number; alt_text?: string }) => {
  const { id } = await kit.db
    .selectFrom('attachments')
    .select('id')
    .where('post_social_id', '=', post.socialIds[0] ?? 0)
    .executeTakeFirstOrThrow()
  const { alt_text, ...replaced } = part
  const action = { action: 'update' as const, id, extra_fields: alt_text ? { alt_text } : {}, ...replaced }
  return kit.ask(cast.creator, savePostSocials, {
    body: {
      post_id: post.postId,
      project_id: cast.project.projectId,
      post_socials: [{ id: post.socialIds[0] ?? 0, media_actions: [action] }],
    },
  })
}

describe('A photo of an approved version', () => {
  it.each(['crop', 'alternative text'])('that gets another %s is approved again', async what => {
    const post = await build({ status: 'approved' })
    const crop = await buildMedia(kit.db, cast.project)
    const { status } = await editPhoto(post, what === 'crop' ? { object_id: crop } : { alt_text: 'Bread' })
    expect(status).toBe(200)
    expect(await rowOf(post)).toMatchObject({ status: 'pending_internal_approval', is_approved: false })
    expect((await actionsOf(post)).map(({ message }) => message)).toEqual(['Changed after approval: media'])
  })
})

describe('An edit after approval', () => {
  it('by the creator sends the post back to the internal round, and says what changed', async () => {
    const post = await build({ status: 'approved' })
    const { data } = await edit(cast.creator, post)
    expect(data.status).toBe('pending_approval')
    expect(await rowOf(post)).toEqual({
      status: 'pending_internal_approval',
      is_approved: false,
      cleared_digest: null,
    })
    expect(await roundsOf(post)).toEqual(['internal open', 'external superseded'])
    expect(await actionsOf(post)).toEqual([
      {
        round: 'internal',
        type: 'content_changed',
        message: 'Changed after approval: text',
        created_by: cast.creator.userId,
      },
    ])
    expect(await eventsOf(post)).toEqual(['approval.reopened', 'post.saved'])
  })

  it('sends the post back to the client if the internal round was skipped', async () => {
    const post = await build({ status: 'approved', rounds: [{ type: 'external', status: 'approved' }] })
    await edit(cast.creator, post)
    expect((await rowOf(post)).status).toBe('pending_external_approval')
    expect(await roundsOf(post)).toEqual(['external open'])
  })

  it('asks the chosen approvers again', async () => {
    const rounds = [
      {
        type: 'internal' as const,
        status: 'approved' as const,
        chosen: [cast.internal.userId],
        approvedBy: [cast.internal.userId],
      },
    ]
    const post = await build({ status: 'approved', rounds })
    const { data } = await edit(cast.creator, post)
    expect(await approvalsOf(post)).toEqual([{ user_id: cast.internal.userId, hasDecided: false }])
    expect(data.post_socials[0]?.approvals[0]?.concrete_approver_id).toEqual([cast.internal.userId])
  })

  it('by an admin is recorded as the admin’s new approval', async () => {
    const post = await build({ status: 'approved' })
    const { data } = await edit(cast.admin, post)
    expect(data.post_socials[0]).toMatchObject({ status: 'approved', is_approved: true })
    expect((await rowOf(post)).cleared_digest).toBe(await presentDigest(post))
    expect(await roundsOf(post)).toEqual(['internal approved', 'external approved'])
    expect((await actionsOf(post)).map(action => [action.round, action.type, action.created_by])).toEqual([
      ['internal', 'approved_by_admin', cast.admin.userId],
      ['external', 'approved_by_admin', cast.admin.userId],
    ])
    expect(await eventsOf(post)).toEqual(['post.saved'])
  })

  it('that changes no content leaves the approval alone', async () => {
    const post = await build({ status: 'approved' })
    const { data } = await edit(cast.creator, post, 'Hello facebook')
    expect(data.post_socials[0]?.status).toBe('approved')
    expect(await actionsOf(post)).toEqual([])
  })

  it('may not introduce what the network would refuse', async () => {
    const post = await build({ status: 'approved' })
    const answer = await edit(cast.admin, post, 'x'.repeat(63_207))
    expect(answer).toMatchObject({
      status: 422,
      code: 'validation_error',
      message: 'Message length should be less than 63206 characters.',
    })
    expect((await rowOf(post)).status).toBe('approved')
  })

  it.each(['pending_publish', 'publishing_failed'] as const)(
    'of a post that is %s by the creator also needs a new approval',
    async status => {
      const post = await build({ status })
      await edit(cast.creator, post)
      expect(await rowOf(post)).toMatchObject({ status: 'pending_internal_approval', cleared_digest: null })
    },
  )

  it('of a failed post by an admin keeps it failed, cleared with the new content', async () => {
    const post = await build({ status: 'publishing_failed' })
    await edit(cast.admin, post)
    expect(await rowOf(post)).toMatchObject({
      status: 'publishing_failed',
      cleared_digest: await presentDigest(post),
    })
  })
})

describe('An edit while the internal round is open', () => {
  const withYes = async () => {
    const second = await buildPerson(kit.db, cast.project, 'internal-approver')
    const chosen = [cast.internal.userId, second.userId]
    const post = await build({
      status: 'pending_internal_approval',
      rounds: [{ type: 'internal', status: 'open', chosen, approvedBy: [cast.internal.userId] }],
    })
    return { post, second }
  }

  it('withdraws the approvals of the old content', async () => {
    const { post, second } = await withYes()
    await edit(cast.creator, post)
    expect((await rowOf(post)).status).toBe('pending_internal_approval')
    expect(await approvalsOf(post)).toEqual(
      expect.arrayContaining([
        { user_id: cast.internal.userId, hasDecided: false },
        { user_id: second.userId, hasDecided: false },
      ]),
    )
    expect((await actionsOf(post)).map(action => [action.type, action.message])).toEqual([
      ['content_changed', 'Changed while in approval: text'],
    ])
  })

  it('records nothing if nobody had approved', async () => {
    const post = await build({ status: 'pending_internal_approval' })
    await edit(cast.creator, post)
    expect(await actionsOf(post)).toEqual([])
  })
})

describe('An edit while the client is asked', () => {
  it('by the creator needs the internal approval again first', async () => {
    const post = await build({ status: 'pending_external_approval' })
    await edit(cast.creator, post)
    expect((await rowOf(post)).status).toBe('pending_internal_approval')
    expect(await roundsOf(post)).toEqual(['internal open', 'external superseded'])
    expect((await actionsOf(post)).map(action => action.type)).toEqual(['content_changed'])
  })

  it('by an admin counts as the internal approval, and the client’s round continues', async () => {
    const post = await build({ status: 'pending_external_approval' })
    await edit(cast.admin, post)
    expect((await rowOf(post)).status).toBe('pending_external_approval')
    expect(await roundsOf(post)).toEqual(['internal approved', 'external open'])
    expect((await actionsOf(post)).map(action => [action.round, action.type])).toEqual([
      ['internal', 'approved_by_admin'],
      ['external', 'content_changed'],
    ])
  })

  it('continues with the client if there was no internal round', async () => {
    const post = await build({
      status: 'pending_external_approval',
      rounds: [{ type: 'external', status: 'open', approvedBy: [cast.external.userId] }],
    })
    await edit(cast.creator, post)
    expect((await rowOf(post)).status).toBe('pending_external_approval')
    expect(await approvalsOf(post)).toEqual([])
    expect((await actionsOf(post)).map(action => [action.round, action.type])).toEqual([
      ['external', 'content_changed'],
    ])
  })
})

describe('An edit of a post that skipped approval', () => {
  it('by someone who may skip keeps it scheduled, with the new content', async () => {
    const post = await build({ status: 'scheduled' })
    await edit(cast.admin, post)
    expect(await rowOf(post)).toMatchObject({
      status: 'scheduled',
      cleared_digest: await presentDigest(post),
    })
  })

  it('by anyone else makes it a draft again, and says why', async () => {
    const post = await build({ status: 'scheduled' })
    await edit(cast.creator, post)
    expect(await rowOf(post)).toMatchObject({ status: 'draft', cleared_digest: null })
    expect((await actionsOf(post)).map(action => action.message)).toEqual([
      'Changed after approval was skipped: text',
    ])
  })

  it('also makes it a draft again if publishing had failed', async () => {
    const post = await build({ status: 'publishing_failed', rounds: [] })
    await edit(cast.creator, post)
    expect((await rowOf(post)).status).toBe('draft')
  })
})

describe('With master content', () => {
  const buildMaster = async (master: Cast, status: 'approved' | 'pending_internal_approval') => {
    const open = { type: 'internal' as const, status: 'open' as const, approvedBy: [master.internal.userId] }
    const rounds =
      status === 'approved' ? [{ type: 'internal' as const, status: 'approved' as const }] : [open]
    const media = [await buildMedia(kit.db, master.project)]
    return buildPost(kit.db, master.project, {
      status,
      socials: [
        { network: 'facebook', rounds, media },
        { network: 'linkedin', rounds: [], media },
      ],
    })
  }
  const editIn = (master: Cast, person: Cast['admin'], post: TestPost, index: number) =>
    kit.ask(person, savePostSocials, {
      body: {
        post_id: post.postId,
        project_id: master.project.projectId,
        post_socials: [{ id: post.socialIds[index] ?? 0, message: 'Another text' }],
      },
    })
  const settings = { 'post-master-content-social-network-id': 'facebook' }

  it('an edit of any version sends the whole post back, in the master’s round', async () => {
    const master = await buildCast(kit.db, { settings })
    const post = await buildMaster(master, 'approved')
    await editIn(master, master.creator, post, 1)
    expect((await rowOf(post, 0)).status).toBe('pending_internal_approval')
    expect((await rowOf(post, 1)).status).toBe('pending_internal_approval')
    expect(await roundsOf(post)).toEqual(['internal open'])
    expect((await actionsOf(post)).map(action => action.message)).toEqual([
      'Changed after approval: text (linkedin)',
    ])
  })

  it('an admin’s edit clears the changed version with its new content', async () => {
    const master = await buildCast(kit.db, { settings })
    const post = await buildMaster(master, 'approved')
    await editIn(master, master.admin, post, 1)
    expect(await rowOf(post, 1)).toMatchObject({
      status: 'approved',
      cleared_digest: await presentDigest(post, 1),
    })
  })

  it('an approval of the master is withdrawn when another version changes', async () => {
    const master = await buildCast(kit.db, { settings })
    const post = await buildMaster(master, 'pending_internal_approval')
    await editIn(master, master.creator, post, 1)
    expect(await approvalsOf(post)).toEqual([])
  })

  it('a version that was sent alone, before the project chose a master, goes back alone', async () => {
    const master = await buildCast(kit.db, { settings })
    const post = await buildPost(kit.db, master.project, {
      type: 'text',
      socials: [
        { network: 'facebook', status: 'draft' },
        { network: 'linkedin', status: 'approved' },
      ],
    })
    expect((await editIn(master, master.creator, post, 1)).status).toBe(200)
    expect((await rowOf(post, 0)).status).toBe('draft')
    expect((await rowOf(post, 1)).status).toBe('pending_internal_approval')
  })
})
