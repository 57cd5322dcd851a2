import { describe, expect, it } from 'vitest'
import { localOf } from '#domain/kernel/time.ts'
import { socialNetworks } from '#domain/networks/model.ts'
import { type BoardRow, getBoard } from '#domain/publishing/board-contract.ts'
import { testNow as now, type TestPerson, useTestApp } from '#testing/app.ts'
import { buildPerson, buildProject, type TestProject, useNewCast } from '#testing/people.ts'
import { buildPost, type TestSocial } from '#testing/posts.ts'
import { boardRoutes } from './routes.ts'

const kit = useTestApp({ routes: boardRoutes })
const cast = useNewCast(kit)

const HOUR = 3_600_000
const at = (hours: number, project: TestProject) =>
  localOf(new Date(now.getTime() + hours * HOUR), project.timezone)

const plan = async (
  project: TestProject,
  hours: number,
  social: Partial<TestSocial> = {},
  createdBy?: number,
) => {
  await kit.db
    .updateTable('social_accounts')
    .set({ sealed_token: Buffer.from('sealed'), token_key_id: 'key' })
    .where('project_id', '=', project.projectId)
    .execute()
  return buildPost(kit.db, project, {
    type: 'text',
    schedule: at(hours, project),
    socials: [{ network: 'facebook', status: 'approved', ...social }],
    ...(createdBy === undefined ? {} : { createdBy }),
  })
}

type Query = Record<string, string>
const ask = (person: TestPerson, query: Query = {}) => kit.ask(person, getBoard, { query })
const read = async (person: TestPerson, query: Query = {}) => {
  const { status, data } = await ask(person, query)
  expect(status).toBe(200)
  if (!data.board) throw new Error('no board')
  return data.board
}
const idsOf = (rows: readonly BoardRow[]) => rows.map(row => row.post_social_id)
const socialOf = ({ socialIds: [id = 0] }: { socialIds: number[] }) => id

describe('The board', () => {
  it('has the versions of the next 14 days and of the last, earliest first, but none that is live or was never saved', async () => {
    const later = await plan(cast.project, 13 * 24)
    const past = await plan(cast.project, -20)
    const soon = await plan(cast.project, 2)
    for (const [hours, social] of [
      [15 * 24, {}],
      [-30, {}],
      [3, { status: 'live' }],
      [3, { status: 'temporary_draft' }],
    ] as const)
      await plan(cast.project, hours, social)
    const { rows, counts } = await read(cast.creator)
    expect(idsOf(rows)).toEqual([past, soon, later].map(socialOf))
    expect(rows.map(({ risk }) => risk)).toEqual(['red', 'green', 'green'])
    expect(counts).toEqual({ red: 1, amber: 0, green: 2 })
  })

  it('has the first 500 versions of all clients in their order, and counts all', async () => {
    const second = await buildProject(kit.db, { agencyId: cast.project.agencyId })
    const socials = socialNetworks.map(network => ({ network, status: 'draft' }) as const)
    // Written latest first, some at the same time, and over many hours, which the clients do not share.
    for (let n = 64; n > 0; n--)
      for (const [project, later] of [
        [second, 0],
        [cast.project, 5],
      ] as const)
        await buildPost(kit.db, project, {
          type: 'text',
          schedule: at(Math.ceil(n / 2) * 9.7 + later, project),
          socials,
        })
    const all = await kit.db
      .selectFrom('post_socials as x')
      .innerJoin('posts as p', 'p.id', 'x.post_id')
      .select('x.id')
      .where('x.project_id', 'in', [second.projectId, cast.project.projectId])
      .orderBy('p.scheduled_at')
      .orderBy('p.id')
      .orderBy('x.id')
      .execute()
    expect(all).toHaveLength(512)
    const { rows, counts, has_more } = await read(cast.admin)
    expect(idsOf(rows)).toEqual(all.slice(0, 500).map(({ id }) => id))
    expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(512)
    expect(has_more).toBe(true)
  })

  it('says whom an approval waits for, since when and until when', async () => {
    const waiting = { status: 'pending_internal_approval' } as const
    await plan(cast.project, 72, {
      ...waiting,
      rounds: [{ type: 'internal', status: 'open', chosen: [cast.internal.userId] }],
    })
    const { rows, people } = await read(cast.admin)
    expect(rows).toMatchObject([
      {
        risk: 'amber',
        acts: [{ id: cast.internal.userId }],
        since: now.toISOString(),
        reasons: [{ code: 'waits_for_approval', until: new Date(now.getTime() + 48 * HOUR).toISOString() }],
      },
    ])
    expect(people.map(({ id }) => id)).toEqual([cast.internal.userId])
  })

  it('says which rule of the network a version breaks, in the words of the editor', async () => {
    await plan(cast.project, 5, { message: '' })
    const { rows } = await read(cast.creator)
    expect(rows.map(({ reasons }) => reasons)).toEqual([
      [
        {
          code: 'network_rule',
          risk: 'amber',
          until: new Date(now.getTime() + 5 * HOUR).toISOString(),
          detail: 'Message is required',
        },
      ],
    ])
  })

  it('says that who wrote a draft acts, and admins where an account is missing', async () => {
    await plan(cast.project, 20, { status: 'draft' }, cast.creator.userId)
    await kit.db
      .updateTable('social_accounts')
      .set({ removed_at: now })
      .where('social_network', '=', 'linkedin')
      .execute()
    await plan(cast.project, 21, { network: 'linkedin' })
    const { rows } = await read(cast.creator)
    expect(rows.map(({ acts }) => acts.map(({ id }) => id))).toEqual([
      [cast.creator.userId],
      [cast.admin.userId],
    ])
  })

  it('is of all clients for which the person writes, and of no others', async () => {
    const second = await buildProject(kit.db, { agencyId: cast.project.agencyId })
    const posts = [await plan(cast.project, 5), await plan(second, 6)]
    await plan(cast.elsewhere, 7)
    expect(idsOf((await read(cast.admin)).rows)).toEqual(posts.map(socialOf))
    const { rows, clients } = await read(cast.creator)
    expect(idsOf(rows)).toEqual(posts.slice(0, 1).map(socialOf))
    expect(clients).toMatchObject([{ id: cast.project.projectId, role: 'content-creator' }])
    // A client of the first who writes for the second.
    await kit.db
      .insertInto('project_members')
      .values({ project_id: second.projectId, user_id: cast.external.userId, role: 'content-creator' })
      .execute()
    expect(idsOf((await read(cast.external)).rows)).toEqual(posts.slice(1).map(socialOf))
  })

  it('is empty for approvers and clients, and refuses people without a session', async () => {
    await plan(cast.project, 5)
    const empty = { counts: { red: 0, amber: 0, green: 0 }, clients: [], people: [], labels: [], rows: [] }
    for (const person of [cast.internal, cast.external])
      expect(await read(person)).toEqual({ ...empty, has_more: false })
    expect((await kit.ask(null, getBoard)).status).toBe(401)
    expect((await read(cast.stranger)).rows).toEqual([])
  })

  it('is filtered by client, person, network, state and label', async () => {
    const second = await buildProject(kit.db, { agencyId: cast.project.agencyId })
    const first = socialOf(await plan(cast.project, 5))
    const draft = socialOf(await plan(second, 30, { status: 'draft', network: 'twitter' }, cast.admin.userId))
    await kit.db
      .insertInto('day_labels')
      .values({
        project_id: cast.project.projectId,
        text: 'Launch',
        color: '#123456',
        start_at: at(5, cast.project).date,
        end_at: at(5, cast.project).date,
      })
      .execute()
    const found = async (query: Query) => idsOf((await read(cast.admin, query)).rows)
    expect(await found({ clients: String(second.projectId) })).toEqual([draft])
    expect(await found({ person: String(cast.admin.userId) })).toEqual([draft])
    expect(await found({ network: 'facebook' })).toEqual([first])
    expect(await found({ risk: 'amber' })).toEqual([draft])
    expect(await found({ label: 'Launch' })).toEqual([first])
    expect((await read(cast.admin, { risk: 'red' })).counts).toEqual({ red: 0, amber: 1, green: 1 })
    expect((await read(cast.admin)).labels).toEqual(['Launch'])
    // Another agency's client is as one that does not exist.
    expect(await found({ clients: String(cast.elsewhere.projectId) })).toEqual([])
    for (const bad of ['risk=blue', 'clients=x', 'person=0', 'network=myspace'])
      expect((await kit.send(cast.admin, 'GET', `/board?${bad}`)).status).toBe(422)
  })
})

describe('The revision of a board', () => {
  const revisionOf = async () => (await ask(cast.admin)).data.revision
  const known = async (revision: string) => (await ask(cast.admin, { known: revision })).data.board

  it('stays while nothing changes, and the board is not sent again', async () => {
    await plan(cast.project, 5)
    const revision = await revisionOf()
    expect(await known(revision)).toBeNull()
    // Another agency's post.
    await plan(cast.elsewhere, 5)
    expect(await known(revision)).toBeNull()
  })

  it('changes with a limit, an account, a hold, a post and a client', async () => {
    const { socialIds } = await plan(cast.project, 5)
    const changes = [
      () =>
        kit.db
          .insertInto('network_limits')
          .values({
            scope: 'app',
            subject: 'meta',
            not_before: new Date(now.getTime() + 6 * HOUR),
            told_at: now,
          })
          .execute(),
      () => kit.db.updateTable('social_accounts').set({ needs_reconnecting: true }).execute(),
      () =>
        kit.db
          .insertInto('publishing_holds')
          .values({ scope: 'installation', reason: 'by_hand', held_at: now })
          .execute(),
      () =>
        kit.db.updateTable('post_socials').set({ status: 'draft' }).where('id', 'in', socialIds).execute(),
      () => buildProject(kit.db, { agencyId: cast.project.agencyId }),
    ]
    const seen = [await revisionOf()]
    for (const change of changes) {
      await change()
      seen.push(await revisionOf())
    }
    expect(new Set(seen).size).toBe(changes.length + 1)
    expect(await known(seen[0] ?? '')).not.toBeNull()
  })

  it('stays when something changes that no line of the board shows', async () => {
    const { postId } = await plan(cast.project, 5)
    const revision = await revisionOf()
    await kit.db
      .updateTable('posts')
      .set(({ ref }) => ({ updated_at: ref('updated_at') }))
      .where('id', '=', postId)
      .execute()
    expect(await known(revision)).toBeNull()
  })

  it('never answers one person with the board of another', async () => {
    const other = await buildPerson(kit.db, cast.project, 'content-creator')
    await plan(cast.project, 5)
    expect((await read(cast.admin)).clients[0]?.role).toBe('agency-admin')
    expect((await read(other)).clients[0]?.role).toBe('content-creator')
  })
})
