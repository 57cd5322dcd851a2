import { beforeEach, describe, expect, it } from 'vitest'
import { approveRound, requestRevision, undoApproval } from '#domain/approvals/contract.ts'
import { savePostSocials } from '#domain/posts/contract.ts'
import { approvalRoutes } from '#server/features/approvals/routes.ts'
import { getDigest } from '#server/features/posts/content.ts'
import { postRoutes } from '#server/features/posts/routes.ts'
import { testNow, useTestApp } from '#testing/app.ts'
import { useProposals } from '#testing/approvals/proposals.ts'
import { sendForm } from '#testing/files/forms.ts'
import { buildCast, buildPerson, type Cast, connect, setProject } from '#testing/people.ts'
import { buildMedia, buildPost } from '#testing/posts.ts'
import { writingRoutes } from './routes.ts'

let cast: Cast
const kit = useTestApp({ routes: [...approvalRoutes, ...postRoutes, ...writingRoutes] })
beforeEach(async () => {
  kit.clock.set(testNow)
  cast = await buildCast(kit.db)
})
const { build, propose, list, take, decline, historyOf, textOf, statusOf, versionOf } = useProposals(
  () => kit,
  () => cast,
)
type Built = Awaited<ReturnType<typeof build>>
const proposed = async (built: Built, words = 'For all of you', person = cast.external) => {
  const { status, data } = await propose(person, built, words)
  expect(status).toBe(200)
  return data
}
const outcomeFor = async (built: Built, person = cast.admin) =>
  (await list(person, built)).data.map(({ outcome }) => outcome)
const edit = ({ postId, socialId }: Built, change: object, person = cast.admin) =>
  kit.ask(person, savePostSocials, {
    body: {
      post_id: postId,
      project_id: cast.project.projectId,
      post_socials: [{ id: socialId, ...change }],
    },
  })
const approve = (built: Built, person = cast.internal) =>
  kit.ask(person, approveRound, { body: { post_social_id: built.socialId } })

/** Approved by the team, and with the client since. */
const buildSent = async (): Promise<Built> => {
  const built = await build({ status: 'pending_internal_approval' })
  expect((await approve(built)).status).toBe(200)
  return { ...built, roundId: await openedLast(built) }
}

describe('Taking proposed words', () => {
  it('is approved by who proposed them, in exactly that form', async () => {
    const built = await build()
    const proposal = await proposed(built, 'For all\nof you ✨')
    expect(await outcomeFor(built)).toEqual(['approved'])
    const { status, data } = await take(cast.admin, built, proposal, 'approved')
    expect(status).toBe(200)
    expect(data.post_socials[0]).toMatchObject({ status: 'approved', message: 'For all\nof you ✨' })
    const text = await textOf(built)
    expect(text.cleared_digest).toBe(await getDigest(kit.db, built.socialId))
    expect((await historyOf(built))[0]).toEqual({
      type: 'approved',
      created_by: cast.external.userId,
      is_by_proposal: true,
      is_by_link: false,
    })
    expect(await outcomeFor(built)).toEqual([])
    expect((await take(cast.admin, built, proposal, 'approved')).code).toBe('already_decided')
  })

  it('by a creator is approved by the client once the team has approved it', async () => {
    const built = await buildSent()
    const proposal = await proposed(built)
    expect(await outcomeFor(built, cast.creator)).toEqual(['asks_team'])
    expect((await take(cast.creator, built, proposal, 'asks_team')).status).toBe(200)
    expect(await statusOf(built)).toBe('pending_internal_approval')
    expect((await approve(built)).status).toBe(200)
    expect(await statusOf(built)).toBe('approved')
    expect(
      (await historyOf(built)).slice(0, 3).map(({ type, is_by_proposal }) => [type, is_by_proposal]),
    ).toEqual([
      ['approved', true],
      ['external_approval_started', false],
      ['approved', false],
    ])
  })

  it('by a creator is for the client again if the team changed anything', async () => {
    const built = await buildSent()
    await take(cast.creator, built, await proposed(built), 'asks_team')
    await edit(built, { message: 'For all of us' }, cast.creator)
    await approve(built)
    expect(await statusOf(built)).toBe('pending_external_approval')
  })

  it('waits for the others who were chosen', async () => {
    const second = await buildPerson(kit.db, cast.project, 'external-approver')
    const chosen = [cast.external.userId, second.userId]
    const built = await build({ rounds: [{ type: 'external', status: 'open', chosen }] })
    await take(cast.admin, built, await proposed(built), 'approved')
    expect(await statusOf(built)).toBe('pending_external_approval')
    await approve(built, second)
    expect(await statusOf(built)).toBe('approved')
  })

  it('replaces what was written meanwhile, and is approved where the rest is as it was', async () => {
    const built = await build()
    const proposal = await proposed(built)
    await edit(built, { message: 'Written meanwhile' })
    expect((await list(cast.admin, built)).data).toMatchObject([
      { words_seen: 'For you', outcome: 'approved' },
    ])
    await take(cast.admin, built, proposal, 'approved')
    expect(await textOf(built)).toMatchObject({ message: 'For all of you', is_approved: true })
  })

  it('is an edit like any other where anything else was changed, which is said before', async () => {
    const built = await build()
    const proposal = await proposed(built)
    await edit(built, { first_comment: 'New' })
    expect(await outcomeFor(built)).toEqual(['asks_client'])
    expect((await take(cast.admin, built, proposal, 'approved')).code).toBe('stale_version')
    expect((await textOf(built)).message).toBe('For you')
    expect((await take(cast.admin, built, proposal, 'asks_client')).status).toBe(200)
    expect(await textOf(built)).toMatchObject({ message: 'For all of you', is_approved: false })
    expect(await statusOf(built)).toBe('pending_external_approval')
  })

  it('is an edit like any other for another account, or once its author may not decide', async () => {
    const moved = await build()
    const first = await proposed(moved)
    const now = { removed_at: kit.clock.now() }
    await kit.db
      .updateTable('social_accounts')
      .set(now)
      .where('project_id', '=', cast.project.projectId)
      .where('social_network', '=', 'facebook')
      .execute()
    await connect(kit.db, cast.project.projectId, 'facebook')
    expect(await outcomeFor(moved)).toEqual(['asks_client'])
    expect((await take(cast.admin, moved, first, 'asks_client')).status).toBe(200)
    const left = await build()
    await proposed(left)
    await kit.db
      .updateTable('users')
      .set({ is_blocked: true })
      .where('id', '=', cast.external.userId)
      .execute()
    expect(await outcomeFor(left)).toEqual(['asks_client'])
    await kit.db
      .updateTable('users')
      .set({ is_blocked: false })
      .where('id', '=', cast.external.userId)
      .execute()
    expect(await outcomeFor(left)).toEqual(['approved'])
    await kit.db.deleteFrom('project_members').where('user_id', '=', cast.external.userId).execute()
    expect(await outcomeFor(left)).toEqual(['asks_client'])
  })

  it('is an edit like any other where the words make another card', async () => {
    const { postId, socialIds } = await buildPost(kit.db, cast.project, {
      type: 'link',
      socials: [
        { network: 'linkedin', status: 'pending_external_approval', message: 'https://example.com/a' },
      ],
      schedule: { date: '2026-06-20', time: '12:00' },
    })
    const [socialId = 0] = socialIds
    const { id: roundId } = await kit.db
      .selectFrom('approvals')
      .select('id')
      .where('post_social_id', '=', socialId)
      .where('status', '=', 'open')
      .executeTakeFirstOrThrow()
    const built = { postId, socialId, roundId }
    await proposed(built, 'Read https://example.com/a')
    expect(await outcomeFor(built)).toEqual(['approved'])
    const proposal = await proposed(built, 'Read https://example.com/b')
    expect(await outcomeFor(built)).toEqual(['asks_client'])
    await take(cast.admin, built, proposal, 'asks_client')
    expect(await textOf(built)).toMatchObject({ message: 'Read https://example.com/b', is_approved: false })
  })

  it('covers the networks that were on the screen, where the master content decides for all', async () => {
    await setProject(kit.db, cast.project.projectId, 'post-master-content-social-network-id', 'linkedin')
    const { postId, socialIds } = await buildPost(kit.db, cast.project, {
      type: 'single_photo',
      socials: [
        {
          network: 'linkedin',
          status: 'pending_external_approval',
          media: [await buildMedia(kit.db, cast.project)],
        },
        {
          network: 'facebook',
          status: 'pending_external_approval',
          rounds: [],
          media: [await buildMedia(kit.db, cast.project)],
        },
      ],
      schedule: { date: '2026-06-20', time: '12:00' },
    })
    const [socialId = 0, beside = 0] = socialIds
    const { id: roundId } = await kit.db
      .selectFrom('approvals')
      .select('id')
      .where('post_social_id', '=', socialId)
      .where('status', '=', 'open')
      .executeTakeFirstOrThrow()
    const built = { postId, socialId, roundId }
    expect((await propose(cast.external, built, 'For all of you')).code).toBe('stale_version')
    const versions = [socialId, beside].map(id => ({ post_social_id: id, version: 1 }))
    const { data } = await propose(cast.external, built, 'For all of you', { versions })
    await edit({ ...built, socialId: beside }, { message: 'Changed beside it' })
    expect(await outcomeFor(built)).toEqual(['asks_client'])
    await edit({ ...built, socialId: beside }, { message: 'Hello facebook' })
    expect(await outcomeFor(built)).toEqual(['approved'])
    await take(cast.admin, built, data, 'approved')
    const states = await kit.db
      .selectFrom('post_socials')
      .select(['message', 'status'])
      .where('post_id', '=', postId)
      .orderBy('id')
      .execute()
    expect(states).toEqual([
      { message: 'For all of you', status: 'approved' },
      { message: 'Hello facebook', status: 'approved' },
    ])
  })

  it('counts once: an approval that was undone does not come back', async () => {
    const built = await buildSent()
    await take(cast.creator, built, await proposed(built), 'asks_team')
    await approve(built)
    const undone = await kit.ask(cast.external, undoApproval, {
      body: { post_social_id: built.socialId, approval_id: await openedLast(built) },
    })
    expect(undone.status).toBe(200)
    expect(await statusOf(built)).toBe('pending_external_approval')
    await edit(built, { message: 'Elsewhere' }, cast.creator)
    await edit(built, { message: 'For all of you' }, cast.creator)
    await approve(built)
    expect(await statusOf(built)).toBe('pending_external_approval')
  })

  it('leads to no approval after the post was sent back', async () => {
    const built = await build()
    const proposal = await proposed(built)
    await sendForm(kit, cast.external, {
      path: requestRevision.path,
      fields: { approval_id: String(built.roundId), message: 'And a larger logo' },
      files: [],
    })
    expect(await outcomeFor(built)).toEqual(['asks_client'])
    await take(cast.creator, built, proposal, 'asks_client')
    expect([await statusOf(built), (await textOf(built)).message]).toEqual([
      'requires_revision',
      'For all of you',
    ])
  })

  it('is over where its author approved the version as it is, or somebody declined it', async () => {
    const built = await build()
    const proposal = await proposed(built)
    expect((await approve(built, cast.external)).status).toBe(200)
    expect(await outcomeFor(built)).toEqual([])
    expect((await take(cast.admin, built, proposal, 'asks_client')).code).toBe('already_decided')
    const other = await build()
    const declined = await proposed(other)
    await decline(cast.creator, other, declined, 'No')
    expect((await take(cast.admin, other, declined, 'approved')).code).toBe('already_decided')
  })

  it('is refused for another version than the one on the screen, and for one that is going out', async () => {
    const built = await build()
    const proposal = await proposed(built)
    const version = await versionOf(built.socialId)
    await edit(built, { message: 'Written meanwhile' })
    expect((await take(cast.admin, built, proposal, 'approved', { version })).code).toBe('stale_version')
    await kit.db
      .updateTable('post_socials')
      .set({ status: 'on_publishing' })
      .where('id', '=', built.socialId)
      .execute()
    expect((await list(cast.admin, built)).data).toEqual([])
    expect((await textOf(built)).message).toBe('Written meanwhile')
  })

  it('of an admin is an edit like any other, in a note and a list that no client reads', async () => {
    const built = await build()
    const proposal = await proposed(built, 'By the admin', cast.admin)
    expect(await outcomeFor(built)).toEqual(['asks_client'])
    expect((await list(cast.external, built)).data).toEqual([])
    const notes = await kit.db
      .selectFrom('notes')
      .select('is_for_client')
      .where('post_social_id', '=', built.socialId)
      .execute()
    expect(notes).toEqual([{ is_for_client: false }])
    expect((await take(cast.admin, built, proposal, 'asks_client')).status).toBe(200)
    expect((await textOf(built)).is_approved).toBe(false)
  })

  it('is for those who write posts, in this project, and for its own version', async () => {
    const built = await build()
    const proposal = await proposed(built)
    for (const person of [cast.internal, cast.external])
      expect((await take(person, built, proposal, 'approved')).status).toBe(403)
    expect((await take(cast.stranger, built, proposal, 'approved')).status).toBe(404)
    const other = await build()
    expect((await take(cast.admin, other, proposal, 'approved')).status).toBe(404)
    expect((await textOf(built)).message).toBe('For you')
  })
})

const openedLast = async ({ socialId }: Built): Promise<number> =>
  (
    await kit.db
      .selectFrom('approvals')
      .select('id')
      .where('post_social_id', '=', socialId)
      .where('type', '=', 'external')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
  ).id
