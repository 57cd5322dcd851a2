import { beforeAll, describe, expect, it, test } from 'vitest'
import { approveRound, getApprovals, requestRevision } from '#domain/approvals/contract.ts'
import { listActivities } from '#domain/approvals/conversation-contract.ts'
import { savePostSocials } from '#domain/posts/contract.ts'
import { readDigests } from '#server/features/posts/content.ts'
import { postRoutes } from '#server/features/posts/routes.ts'
import { writingRoutes } from '#server/features/writing/routes.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { sendForm } from '#testing/files/forms.ts'
import { buildPerson, setProject, useCast } from '#testing/people.ts'
import { buildMedia, buildPost, type TestPost, type TestRound } from '#testing/posts.ts'
import { approvalRoutes } from './routes.ts'

let photo: number
let otherPhoto: number
const app = useTestApp({ routes: [...approvalRoutes, ...postRoutes, ...writingRoutes] })
const cast = useCast(app)
beforeAll(async () => {
  photo = await buildMedia(app.db, cast.project)
  otherPhoto = await buildMedia(app.db, cast.project)
})

const saveAs = async (person: TestPerson, post: TestPost, change: object, index = 0) => {
  app.clock.advance(1000)
  const post_socials = [{ id: post.socialIds[index] ?? 0, ...change }]
  const body = { post_id: post.postId, project_id: cast.project.projectId, post_socials }
  expect((await app.ask(person, savePostSocials, { body })).status).toBe(200)
}
const write = (post: TestPost, message: string, index = 0) => saveAs(cast.creator, post, { message }, index)
const attachments = (post: TestPost) =>
  app.db.selectFrom('attachments').select('id').where('post_social_id', 'in', post.socialIds).execute()
const statusesOf = async (post: TestPost) => {
  const rows = await app.db
    .selectFrom('post_socials')
    .select(['id', 'status', 'is_approved', 'cleared_digest'])
    .where('post_id', '=', post.postId)
    .orderBy('id')
    .execute()
  const digests = await readDigests(app.db, post.socialIds)
  for (const { id, is_approved, cleared_digest } of rows)
    expect(cleared_digest).toBe(is_approved ? digests.get(id) : null)
  return rows.map(({ status }) => status)
}
const roundsOf = async (post: TestPost) =>
  (
    await app.db
      .selectFrom('approvals')
      .select(['type', 'status'])
      .where('post_social_id', 'in', post.socialIds)
      .orderBy('id')
      .execute()
  ).map(({ type, status }) => `${type} ${status}`)
const approverIds = async (post: TestPost) =>
  (
    await app.db
      .selectFrom('approval_approvers as c')
      .innerJoin('approvals as a', 'a.id', 'c.approval_id')
      .select('c.user_id')
      .where('a.post_social_id', 'in', post.socialIds)
      .where('c.decided_at', 'is not', null)
      .where('a.status', 'in', ['open', 'approved'])
      .orderBy('c.user_id')
      .execute()
  ).map(({ user_id }) => user_id)
const actionsOf = async (post: TestPost) =>
  (
    await app.db
      .selectFrom('approval_actions')
      .select(['type', 'round'])
      .where('post_social_id', 'in', post.socialIds)
      .orderBy('id')
      .execute()
  ).map(({ type, round }) => `${type} ${round}`)
const approve = async (person: TestPerson, post: TestPost) => {
  app.clock.advance(1000)
  const answer = await app.ask(person, approveRound, { body: { post_social_id: post.socialIds[0] ?? 0 } })
  expect(answer.status).toBe(200)
}
/** With both rounds approved, by the people of the cast. */
const approvedRounds = (): TestRound[] => [
  { type: 'internal', status: 'approved', approvedBy: [cast.internal.userId] },
  { type: 'external', status: 'approved', approvedBy: [cast.external.userId] },
]
const buildApproved = () =>
  buildPost(app.db, cast.project, {
    socials: [
      { network: 'facebook', status: 'approved', message: 'Hello', media: [photo], rounds: approvedRounds() },
    ],
  })
const isAsBefore = ['internal approved', 'external approved']
const isReopened = ['internal open', 'external superseded']

describe('That approvals count again', () => {
  const typesFor = async (person: TestPerson, { postId }: TestPost) => {
    const { data } = await app.ask(person, getApprovals, { params: { postId } })
    const listed = await app.ask(person, listActivities, { params: { postId }, query: { kind: 'approval' } })
    const inHistory = data.approvals.flatMap(({ actions }) => actions.map(({ type }) => type))
    const inActivity = listed.data.activities.map(({ type }) => type)
    return [inHistory, inActivity].map(types => types.filter(type => type === 'approval_restored').length)
  }

  it('is not told to a client who never heard of the change, in the history as in the activity', async () => {
    const post = await buildApproved()
    await write(post, 'Other')
    await write(post, 'Hello')
    expect(await typesFor(cast.creator, post)).toEqual([2, 2])
    expect(await typesFor(cast.external, post)).toEqual([0, 0])
  })

  it('is told to a client after a change that they were told of', async () => {
    const rounds = approvedRounds().filter(({ type }) => type === 'external')
    const post = await buildPost(app.db, cast.project, {
      socials: [{ network: 'facebook', status: 'approved', message: 'Hello', media: [photo], rounds }],
    })
    await write(post, 'Other')
    await write(post, 'Hello')
    expect(await typesFor(cast.external, post)).toEqual([1, 1])
    const { data } = await app.ask(cast.external, getApprovals, { params: { postId: post.postId } })
    const restored = data.approvals[0]?.actions.find(({ type }) => type === 'approval_restored')
    expect(restored?.created_by_user).toBeNull()
  })
})

describe('Approvals of content that is the same again', () => {
  type Way = readonly [string, (post: TestPost) => Promise<unknown>, 'approved' | 'asked again']
  const ways: Way[] = [
    ['a text written back', post => write(post, 'Hello'), 'approved'],
    [
      'a detour over a third text',
      async post => {
        await write(post, 'Third')
        await write(post, 'Hello')
      },
      'approved',
    ],
    ['a space too many', post => write(post, 'Hello '), 'asked again'],
    ['another case', post => write(post, 'hello'), 'asked again'],
    [
      'a first comment beside the same text',
      async post => {
        await saveAs(cast.creator, post, { first_comment: 'First' })
        await write(post, 'Hello')
      },
      'asked again',
    ],
    [
      'the same file attached anew',
      async post => {
        const [old] = await attachments(post)
        await saveAs(cast.creator, post, {
          media_actions: [
            { action: 'detach', id: old?.id ?? 0 },
            { action: 'attach', object_id: otherPhoto },
          ],
        })
        const [present] = await attachments(post)
        await saveAs(cast.creator, post, {
          message: 'Hello',
          media_actions: [
            { action: 'detach', id: present?.id ?? 0 },
            { action: 'attach', object_id: photo },
          ],
        })
      },
      'approved',
    ],
    [
      'another file with the same text',
      async post => {
        const [old] = await attachments(post)
        await saveAs(cast.creator, post, {
          message: 'Hello',
          media_actions: [
            { action: 'detach', id: old?.id ?? 0 },
            { action: 'attach', object_id: otherPhoto },
          ],
        })
      },
      'asked again',
    ],
    [
      'another alternative text',
      async post => {
        const [old] = await attachments(post)
        await saveAs(cast.creator, post, {
          message: 'Hello',
          media_actions: [{ action: 'update', id: old?.id ?? 0, extra_fields: { alt_text: 'Bread' } }],
        })
      },
      'asked again',
    ],
  ]
  test.each(ways)('are looked at after %s', async (_, way, expected) => {
    const post = await buildApproved()
    await write(post, 'Another text')
    expect(await roundsOf(post)).toEqual(isReopened)
    await way(post)
    const isApproved = expected === 'approved'
    expect(await roundsOf(post)).toEqual(isApproved ? isAsBefore : isReopened)
    expect(await statusesOf(post)).toEqual([isApproved ? 'approved' : 'pending_internal_approval'])
    expect(await approverIds(post)).toEqual(
      isApproved ? [cast.internal.userId, cast.external.userId].toSorted((a, b) => a - b) : [],
    )
  })

  it('are recorded in each round', async () => {
    const post = await buildApproved()
    await write(post, 'Another text')
    await write(post, 'Hello')
    expect(await actionsOf(post)).toEqual([
      'content_changed internal',
      'approval_restored internal',
      'approval_restored external',
    ])
    const { data } = await app.ask(cast.external, getApprovals, { params: { postId: post.postId } })
    // They were never told of a change.
    expect(data.approvals[0]?.actions).toEqual([])
  })

  it('count again as often as the content comes back', async () => {
    const post = await buildApproved()
    for (const text of ['One', 'Two', 'Three']) {
      await write(post, text)
      expect(await statusesOf(post)).toEqual(['pending_internal_approval'])
      await write(post, 'Hello')
      expect(await statusesOf(post)).toEqual(['approved'])
    }
  })

  it('leave the client’s round open as it was', async () => {
    const post = await buildPost(app.db, cast.project, {
      type: 'text',
      socials: [
        {
          network: 'facebook',
          status: 'pending_external_approval',
          message: 'Hello',
          rounds: [
            { type: 'internal', status: 'approved', approvedBy: [cast.internal.userId] },
            { type: 'external', status: 'open' },
          ],
        },
      ],
    })
    await write(post, 'Another text')
    expect(await statusesOf(post)).toEqual(['pending_internal_approval'])
    await write(post, 'Hello')
    expect(await statusesOf(post)).toEqual(['pending_external_approval'])
    expect(await roundsOf(post)).toEqual(['internal approved', 'external open'])
    await approve(cast.external, post)
    expect(await statusesOf(post)).toEqual(['approved'])
  })

  it('of one of two chosen people count again, and the other still has to decide', async () => {
    const second = await buildPerson(app.db, cast.project, 'internal-approver')
    const chosen = [cast.internal.userId, second.userId]
    const post = await buildPost(app.db, cast.project, {
      type: 'text',
      socials: [
        {
          network: 'facebook',
          status: 'pending_internal_approval',
          message: 'Hello',
          rounds: [{ type: 'internal', status: 'open', chosen, approvedBy: [cast.internal.userId] }],
        },
      ],
    })
    await write(post, 'Another text')
    expect(await approverIds(post)).toEqual([])
    await write(post, 'Hello')
    expect(await approverIds(post)).toEqual([cast.internal.userId])
    await approve(second, post)
    expect(await statusesOf(post)).toEqual(['pending_external_approval'])
  })

  it('do not count after somebody asked for a revision of what came between', async () => {
    const post = await buildApproved()
    await write(post, 'Another text')
    const [round] = await app.db
      .selectFrom('approvals')
      .select('id')
      .where('post_social_id', 'in', post.socialIds)
      .where('status', '=', 'open')
      .execute()
    const fields = { approval_id: String(round?.id), message: 'Neither' }
    const form = { path: requestRevision.path, fields, files: [] }
    const answer = await sendForm(app, cast.internal, form)
    expect(answer.status).toBe(200)
    await write(post, 'Hello')
    expect(await statusesOf(post)).toEqual(['requires_revision'])
  })

  it('do not count while other content is on its way through the rounds', async () => {
    const post = await buildApproved()
    await write(post, 'Another text')
    await approve(cast.internal, post)
    expect(await statusesOf(post)).toEqual(['pending_external_approval'])
    await write(post, 'Hello')
    expect(await statusesOf(post)).toEqual(['pending_internal_approval'])
  })

  it('cover all versions of master content, and only together', async () => {
    await setProject(app.db, cast.project.projectId, 'post-master-content-social-network-id', 'facebook')
    const post = await buildPost(app.db, cast.project, {
      type: 'text',
      socials: [
        { network: 'facebook', status: 'approved', message: 'Hello', rounds: approvedRounds() },
        { network: 'linkedin', status: 'approved', message: 'Good day', rounds: [] },
      ],
    })
    await write(post, 'Another text', 1)
    expect(await statusesOf(post)).toEqual(['pending_internal_approval', 'pending_internal_approval'])
    await write(post, 'Changed too')
    await write(post, 'Good day', 1)
    expect(await statusesOf(post)).toEqual(['pending_internal_approval', 'pending_internal_approval'])
    await write(post, 'Hello')
    expect(await statusesOf(post)).toEqual(['approved', 'approved'])
    await setProject(app.db, cast.project.projectId, 'post-master-content-social-network-id', '')
  })
})
