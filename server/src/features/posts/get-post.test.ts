import { describe, expect, it, test } from 'vitest'
import { getPost, getPostOfProject } from '#domain/posts/contract.ts'
import type { PostSocialStatus } from '#domain/posts/status.ts'
import { useTestApp } from '#testing/app.ts'
import { buildCast, buildPerson, type Cast, setProject, useCast } from '#testing/people.ts'
import { buildMedia, buildPost } from '#testing/posts.ts'
import { postRoutes } from './routes.ts'

const kit = useTestApp({ routes: postRoutes })
const cast = useCast(kit)

const read = (person: Cast['admin'], postId: number) => kit.ask(person, getPost, { params: { postId } })

describe('Reading a post', () => {
  it('returns its versions with their media, rounds and schedule', async () => {
    const media = await buildMedia(kit.db, cast.project)
    const post = await buildPost(kit.db, cast.project, {
      createdBy: cast.creator.userId,
      socials: [
        { network: 'facebook', status: 'approved', message: 'On Facebook', media: [media] },
        { network: 'linkedin', message: 'On LinkedIn' },
      ],
      schedule: { date: '2026-06-10', time: '10:00' },
    })
    const { data } = await read(cast.admin, post.postId)
    expect(data.message).toBe('On Facebook')
    expect(data.latest_schedule).toEqual({
      id: post.scheduleId,
      schedule_id: post.scheduleId,
      post_id: post.postId,
      date: '2026-06-10',
      time: '10:00',
      datetime: '2026-06-10T08:00:00.000Z',
      timezone: 'Europe/Berlin',
      is_autoposting: true,
    })
    const [facebook, linkedin] = data.post_socials
    expect(facebook).toMatchObject({ social_network: 'facebook', status: 'approved', is_approved: true })
    expect(facebook?.approvals.map(round => [round.type, round.status])).toEqual([
      ['internal', 'approved'],
      ['external', 'approved'],
    ])
    expect(facebook?.attachments[0]).toMatchObject({
      object_id: media,
      object_type: 'image',
      description: 'media',
      object_data: { options: { width: 1200, height: 628 } },
    })
    expect(facebook?.attachments[0]?.object_data?.previews?.small).toMatch(/\/media\/key\d+\/small$/)
    expect(linkedin).toMatchObject({ message: 'On LinkedIn', attachments: [], approvals: [] })
  })

  it('works by project and post as well, but not through another project', async () => {
    const { postId } = await buildPost(kit.db, cast.project)
    const { projectId } = cast.project
    expect((await kit.ask(cast.creator, getPostOfProject, { params: { projectId, postId } })).data.id).toBe(
      postId,
    )
    const other = { projectId: cast.elsewhere.projectId, postId }
    expect((await kit.ask(cast.creator, getPostOfProject, { params: other })).status).toBe(404)
  })

  it('of another agency answers that it does not exist', async () => {
    const { postId } = await buildPost(kit.db, cast.project)
    expect(await read(cast.stranger, postId)).toMatchObject({
      status: 404,
      code: 'post_not_found',
      message: `The post id=${postId} does not exist`,
    })
    expect(await read(cast.stranger, 999_999)).toMatchObject({
      status: 404,
      message: 'The post id=999999 does not exist',
    })
  })

  test.each<[PostSocialStatus, boolean]>([
    ['pending_internal_approval', true],
    // approved too late to go out by itself
    ['approved', true],
    ['pending_publish', false],
    ['live', false],
  ])('15 minutes after its time, a post that is %s has is_overdue %s', async (status, isOverdue) => {
    const schedule = { date: '2026-06-01', time: '09:44' }
    const { postId } = await buildPost(kit.db, cast.project, { status, schedule })
    expect((await read(cast.admin, postId)).data.is_overdue).toBe(isOverdue)
  })

  test.each<[PostSocialStatus, boolean]>([
    ['draft', true],
    ['scheduled', true],
    ['publishing_failed', true],
    ['on_publishing', false],
    ['live', false],
  ])('a post that is %s has isEditable %s', async (status, isEditable) => {
    const { postId } = await buildPost(kit.db, cast.project, { status })
    expect((await read(cast.creator, postId)).data.isEditable).toBe(isEditable)
    expect((await read(cast.internal, postId)).data.isEditable).toBe(false)
  })
})

describe('A client', () => {
  test.each<[PostSocialStatus, number]>([
    ['temporary_draft', 404],
    ['draft', 404],
    ['pending_internal_approval', 404],
    ['pending_external_approval', 200],
    ['requires_revision', 404],
    ['approved', 200],
    ['live', 200],
  ])('who reads a post that is %s gets %d', async (status, answer) => {
    const { postId } = await buildPost(kit.db, cast.project, { status })
    expect((await read(cast.external, postId)).status).toBe(answer)
    expect((await read(cast.internal, postId)).status).toBe(200)
  })

  it('sees only the versions that reached them, without the internal rounds', async () => {
    const { postId, socialIds } = await buildPost(kit.db, cast.project, {
      socials: [
        { network: 'facebook', status: 'draft', message: 'Not for you yet' },
        { network: 'linkedin', status: 'pending_external_approval', message: 'For you' },
      ],
    })
    const { data } = await read(cast.external, postId)
    expect(data).toMatchObject({ status: 'pending_approval', message: 'For you' })
    expect(data.post_socials.map(social => social.id)).toEqual([socialIds[1]])
    expect(data.post_socials[0]?.approvals.map(round => round.type)).toEqual(['external'])
    expect(data.post_socials[0]?.internal_approval_id).toBeNull()
  })
})

describe('The people who may decide now', () => {
  it('are all approvers of the round’s kind, and the admin, if nobody was chosen', async () => {
    const { postId, socialIds } = await buildPost(kit.db, cast.project, {
      status: 'pending_internal_approval',
    })
    expect((await read(cast.internal, postId)).data.can_approve_post_socials).toEqual(socialIds)
    expect((await read(cast.admin, postId)).data.can_approve_post_socials).toEqual(socialIds)
    expect((await read(cast.creator, postId)).data.can_approve_post_socials).toEqual([])
  })

  it('are the clients in the external round, and no longer the internal approvers', async () => {
    const { postId, socialIds } = await buildPost(kit.db, cast.project, {
      status: 'pending_external_approval',
    })
    expect((await read(cast.external, postId)).data.can_approve_post_socials).toEqual(socialIds)
    expect((await read(cast.internal, postId)).data.can_approve_post_socials).toEqual([])
  })

  it('are those chosen approvers who have not approved yet, and still the admin', async () => {
    const second = await buildPerson(kit.db, cast.project, 'internal-approver')
    const third = await buildPerson(kit.db, cast.project, 'internal-approver')
    const { postId, socialIds } = await buildPost(kit.db, cast.project, {
      socials: [
        {
          network: 'facebook',
          status: 'pending_internal_approval',
          rounds: [
            {
              type: 'internal',
              status: 'open',
              chosen: [cast.internal.userId, second.userId],
              approvedBy: [second.userId],
            },
          ],
        },
      ],
    })
    const { data } = await read(cast.internal, postId)
    expect(data.can_approve_post_socials).toEqual(socialIds)
    expect(data.post_socials[0]?.approvals[0]?.approvers).toEqual(
      expect.arrayContaining([
        { id: cast.internal.userId, name: cast.internal.name, has_approved: false },
        { id: second.userId, name: second.name, has_approved: true },
      ]),
    )
    expect((await read(second, postId)).data.can_approve_post_socials).toEqual([])
    expect((await read(third, postId)).data.can_approve_post_socials).toEqual([])
    expect((await read(cast.admin, postId)).data.can_approve_post_socials).toEqual(socialIds)
  })

  it('include a content manager who was chosen by name', async () => {
    const manager = await buildPerson(kit.db, cast.project, 'content-creator', { 'content-manager': 'true' })
    const { postId, socialIds } = await buildPost(kit.db, cast.project, {
      socials: [
        {
          network: 'facebook',
          status: 'pending_internal_approval',
          rounds: [{ type: 'internal', status: 'open', chosen: [manager.userId] }],
        },
      ],
    })
    expect((await read(manager, postId)).data.can_approve_post_socials).toEqual(socialIds)
    expect((await read(cast.creator, postId)).data.can_approve_post_socials).toEqual([])
  })

  it('may take an approval back while the post waits for its time, a client only their own', async () => {
    const approved = await buildPost(kit.db, cast.project, { status: 'approved' })
    expect((await read(cast.external, approved.postId)).data.can_unapprove_post_socials).toEqual(
      approved.socialIds,
    )
    const internalOnly = await buildPost(kit.db, cast.project, {
      socials: [
        { network: 'facebook', status: 'approved', rounds: [{ type: 'internal', status: 'approved' }] },
      ],
    })
    expect((await read(cast.internal, internalOnly.postId)).data.can_unapprove_post_socials).toEqual(
      internalOnly.socialIds,
    )
    expect((await read(cast.external, internalOnly.postId)).data.can_unapprove_post_socials).toEqual([])
    const live = await buildPost(kit.db, cast.project, { status: 'live' })
    expect((await read(cast.admin, live.postId)).data.can_unapprove_post_socials).toEqual([])
  })
})

test('the master content is the version of the network that the project names', async () => {
  const master = await buildCast(kit.db)
  await setProject(kit.db, master.project.projectId, 'post-master-content-social-network-id', 'linkedin')
  const { postId, socialIds } = await buildPost(kit.db, master.project, {
    socials: [{ network: 'facebook' }, { network: 'linkedin' }],
  })
  const { data } = await read(master.admin, postId)
  expect(data).toMatchObject({ master_social_network: 'linkedin', master_social_post_id: socialIds[1] })
  expect(data.post_socials.map(social => social.is_master_content)).toEqual([false, true])
  const without = await buildPost(kit.db, master.project, { socials: [{ network: 'facebook' }] })
  expect((await read(master.admin, without.postId)).data.master_social_post_id).toBeNull()
})
