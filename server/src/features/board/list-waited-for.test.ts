import { describe, expect, it } from 'vitest'
import { listWaitedFor, remindWaitedFor } from '#domain/publishing/chase-contract.ts'
import { useChase } from '#testing/openings/chase.ts'
import { buildProject, setProject } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'

const { kit, cast, plan, list, remind, told } = useChase()

describe('Those whom the posts of all clients wait for', () => {
  it('are listed over all clients, each with how many posts of which client, those waited for longest first', async () => {
    const second = await buildProject(kit.db, { agencyId: cast.project.agencyId })
    await kit.db
      .insertInto('project_members')
      .values({ project_id: second.projectId, user_id: cast.internal.userId, role: 'internal-approver' })
      .execute()
    await plan(cast.project, [cast.external], { type: 'external' })
    await plan(cast.project, [cast.internal], { socials: 2 })
    await plan(cast.project, [cast.internal], { hours: 20 })
    await plan(second)
    await plan(cast.elsewhere)
    const { people, posts } = await list(cast.admin)
    expect(posts).toBe(4)
    expect(people).toMatchObject([
      {
        id: cast.internal.userId,
        posts: 3,
        clients: [
          { project_id: cast.project.projectId, posts: 2 },
          { project_id: second.projectId, posts: 1 },
        ],
        is_mailed: true,
        reminders: [],
        again_at: null,
      },
      { id: cast.external.userId, posts: 1 },
    ])
    expect((await list(cast.creator)).posts).toBe(3)
  })

  it('are those of the chosen who have not approved yet, and everybody whose role it is where nobody was chosen', async () => {
    const [chosen, all] = [cast.creator.userId, cast.internal.userId]
    const round = { type: 'internal', status: 'open' } as const
    const rounds = [
      {
        ...round,
        chosen: [chosen, cast.admin.userId, cast.external.userId],
        approvedBy: [cast.external.userId],
      },
      // Somebody whom nobody chose has approved: that chooses nobody.
      { ...round, approvedBy: [cast.admin.userId] },
    ]
    for (const one of rounds)
      await buildPost(kit.db, cast.project, {
        type: 'text',
        status: 'pending_internal_approval',
        schedule: { date: '2026-06-03', time: '12:00' },
        socials: [{ network: 'facebook', status: 'pending_internal_approval', rounds: [one] }],
      })
    const { people } = await list(cast.admin)
    expect(people.map(({ id, posts }) => [id, posts]).toSorted()).toEqual(
      [
        [chosen, 1],
        [all, 1],
      ].toSorted(),
    )
  })

  it('are nobody for approvers, clients and other agencies, and need a session', async () => {
    await plan(cast.project)
    for (const person of [cast.internal, cast.external, cast.stranger]) {
      expect(await list(person)).toEqual({ people: [], posts: 0 })
      expect((await remind(person, [cast.internal])).data).toEqual({
        reminded: [],
        posts: 0,
        not_reminded: [{ id: cast.internal.userId, refusal: 'gone' }],
      })
    }
    expect((await kit.ask(null, listWaitedFor)).status).toBe(401)
    expect((await kit.ask(null, remindWaitedFor, { body: { people: [1] } })).status).toBe(401)
    expect(await told()).toEqual([])
  })

  it('are counted for the master content, where one version decides for all', async () => {
    await setProject(kit.db, cast.project.projectId, 'post-master-content-social-network-id', 'linkedin')
    const { postId, socialIds } = await plan(cast.project, [cast.internal], { socials: 2 })
    expect((await remind(cast.admin, [cast.internal])).data.posts).toBe(1)
    const rows = await kit.db
      .selectFrom('events')
      .select('post_social_id')
      .where('post_id', '=', postId)
      .where('type', '=', 'approval.reminded')
      .execute()
    expect(rows).toEqual([{ post_social_id: socialIds[1] }])
  })

  it('leave out the caller, what has been decided and what is due later than the board shows', async () => {
    await plan(cast.project, [cast.admin])
    await plan(cast.project, [cast.internal], { hours: 15 * 24 })
    await buildPost(kit.db, cast.project, {
      status: 'approved',
      schedule: { date: '2026-06-03', time: '12:00' },
    })
    expect(await list(cast.admin)).toEqual({ people: [], posts: 0 })
  })
})
