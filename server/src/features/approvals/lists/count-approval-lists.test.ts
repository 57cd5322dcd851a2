import { describe, expect, it } from 'vitest'
import { countApprovalLists, startApprovals } from '#domain/approvals/contract.ts'
import { type PostSocialStatus, postSocialStatuses } from '#domain/posts/status.ts'
import { approvalRoutes } from '#server/features/approvals/routes.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { approvalListsOf } from '#testing/approvals/approval-lists.ts'
import { setProject, useNewCast } from '#testing/people.ts'
import { buildMedia, type TestSocial } from '#testing/posts.ts'

const app = useTestApp({ routes: approvalRoutes })
const cast = useNewCast(app)

const { build, projectParams, pending, approved } = approvalListsOf(() => ({ app, cast }))

describe('The counts of the approval lists', () => {
  const counts = async (person: TestPerson) =>
    (await app.ask(person, countApprovalLists, { params: projectParams() })).data

  it('say for each role how many posts there are and what to filter by', async () => {
    for (const status of postSocialStatuses) if (status !== 'deleted') await build(status)
    await build('draft', { socials: [{ network: 'linkedin', status: 'pending_internal_approval' }] })
    expect(await counts(cast.admin)).toEqual({
      pending: {
        total: 3,
        waiting: 0,
        late: 0,
        waiting_for: expect.arrayContaining([expect.objectContaining({ id: cast.external.userId })]),
        social_networks: ['facebook', 'linkedin'],
        rounds: ['internal', 'external'],
        campaigns: [],
      },
      approved: {
        total: 4,
        waiting: 1,
        late: 0,
        waiting_for: [],
        social_networks: ['facebook'],
        rounds: [],
        campaigns: [],
      },
    })
    expect((await counts(cast.external)).pending).toEqual({
      total: 1,
      waiting: 1,
      late: 0,
      waiting_for: [],
      social_networks: ['facebook'],
      rounds: ['external'],
      campaigns: [],
    })
    expect((await counts(cast.creator)).pending).toMatchObject({ total: 2, waiting: 0 })
  })

  it('are zero when nothing is there, and hidden from another agency', async () => {
    expect((await counts(cast.admin)).pending).toEqual({
      total: 0,
      waiting: 0,
      late: 0,
      waiting_for: [],
      social_networks: [],
      rounds: [],
      campaigns: [],
    })
    expect((await app.ask(cast.stranger, countApprovalLists, { params: projectParams() })).status).toBe(404)
  })

  it('leave out what others were chosen for and what the person has approved', async () => {
    const round = (chosen: number[], approvedBy: number[] = []): TestSocial => ({
      network: 'facebook',
      status: 'pending_internal_approval',
      rounds: [{ type: 'internal', status: 'open', chosen, approvedBy }],
    })
    const { internal, creator } = cast
    await build('draft', { socials: [round([])] })
    await build('draft', { socials: [round([internal.userId])] })
    await build('draft', { socials: [round([internal.userId, creator.userId], [internal.userId])] })
    await build('draft', { socials: [round([creator.userId])] })
    expect((await counts(internal)).pending).toMatchObject({ total: 4, waiting: 2 })
    expect((await counts(cast.admin)).pending).toMatchObject({ total: 4, waiting: 0 })
  })

  it('are of what waits for an admin, not of what they may decide in place of others', async () => {
    const { admin, internal } = cast
    const round = (...chosen: number[]): TestSocial => ({
      network: 'facebook',
      status: 'pending_internal_approval',
      rounds: [{ type: 'internal', status: 'open', chosen }],
    })
    await build('draft', { socials: [round()] })
    await build('draft', { socials: [round(internal.userId)] })
    expect((await counts(admin)).pending).toMatchObject({ total: 2, waiting: 0 })
    await build('draft', { socials: [round(internal.userId, admin.userId)] })
    expect((await counts(admin)).pending).toMatchObject({ total: 3, waiting: 1 })
    await app.db.deleteFrom('project_members').where('user_id', '=', internal.userId).execute()
    expect((await counts(admin)).pending).toMatchObject({ total: 3, waiting: 2 })
  })

  it('do not make an admin who sends a post again wait for herself', async () => {
    const { admin, internal } = cast
    const media = [await buildMedia(app.db, cast.project)]
    const socials: TestSocial[] = [{ network: 'facebook', status: 'requires_revision', media }]
    const postId = await build('requires_revision', { socials })
    expect((await app.ask(admin, startApprovals, { body: { posts_ids: [postId] } })).status).toBe(200)
    const { waiting, waiting_for, total } = (await counts(admin)).pending
    expect([total, waiting, waiting_for.map(({ id }) => id)]).toEqual([1, 0, [internal.userId]])
    expect((await counts(internal)).pending).toMatchObject({ total: 1, waiting: 1 })
  })

  it('name whom the rounds wait for, but not to a client', async () => {
    const { admin, internal, external } = cast
    await build('draft', {
      socials: [
        {
          network: 'facebook',
          status: 'pending_internal_approval',
          rounds: [
            {
              type: 'internal',
              status: 'open',
              chosen: [admin.userId, internal.userId],
              approvedBy: [internal.userId],
            },
          ],
        },
        {
          network: 'linkedin',
          status: 'pending_external_approval',
          rounds: [{ type: 'external', status: 'open', chosen: [] }],
        },
      ],
    })
    const { waiting_for } = (await counts(internal)).pending
    expect(waiting_for.map(({ id }) => id).toSorted()).toEqual([admin.userId, external.userId].toSorted())
    expect((await counts(external)).pending.waiting_for).toEqual([])
  })
})

describe('The posts that wait for the caller', () => {
  const waitingIn = async (person: TestPerson) =>
    (await app.ask(person, countApprovalLists, { params: projectParams() })).data
  const offered = async (person: TestPerson) => ({
    pending: (await pending(person)).filter(post => post.can_approve_post_socials.length > 0).length,
    approved: (await approved(person)).filter(post => post.can_unapprove_post_socials.length > 0).length,
  })

  it.each([null, 'facebook', 'linkedin'])(
    'are counted as the posts themselves offer a decision, with master content %s',
    async master => {
      if (master)
        await setProject(app.db, cast.project.projectId, 'post-master-content-social-network-id', master)
      const { internal, external } = cast
      const states: PostSocialStatus[] = [
        'pending_internal_approval',
        'pending_external_approval',
        'approved',
        'requires_revision',
      ]
      for (const facebook of states)
        for (const linkedin of states)
          await build('draft', {
            socials: [
              { network: 'facebook', status: facebook },
              { network: 'linkedin', status: linkedin },
            ],
          })
      for (const chosen of [[], [internal.userId], [external.userId], [internal.userId, external.userId]])
        for (const type of ['internal', 'external'] as const) {
          const status = `pending_${type}_approval` as const
          const rounds = [{ type, status: 'open' as const, chosen, approvedBy: chosen.slice(0, 1) }]
          await build('draft', { socials: [{ network: 'facebook', status, rounds }] })
          await build('draft', {
            socials: [{ network: 'linkedin', status, rounds: [{ type, status: 'open', chosen }] }],
          })
        }
      for (const person of [internal, external, cast.creator]) {
        const counts = await waitingIn(person)
        expect({ pending: counts.pending.waiting, approved: counts.approved.waiting }).toEqual(
          await offered(person),
        )
      }
    },
  )
})
