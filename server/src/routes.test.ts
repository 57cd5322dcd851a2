import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#domain/kernel/endpoint.ts'
import { type Actor, can } from '#domain/permissions/can.ts'
import { makeKey } from '#server/config.ts'
import { makeSocialAccountRoutes, socialAccountRoutes } from '#server/features/social-accounts/routes.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/platform/testing/app.ts'
import { stubConnectors } from '#server/platform/testing/connectors.ts'
import { buildCast, buildPerson, buildProject, type Cast, connect } from '#server/platform/testing/people.ts'
import { buildMedia, buildPost } from '#server/platform/testing/posts.ts'
import { allRoutes } from './routes.ts'

const { connectors } = stubConnectors()
/** The same calls, with networks that are not asked. */
const routes = [
  ...allRoutes.filter(route => !socialAccountRoutes.includes(route)),
  ...makeSocialAccountRoutes(() => connectors),
]

let kit: TestApp
let cast: Cast
/**
 * Everybody who may knock, with what they hold in the project: null for a stranger, to whom it does not exist. `inAgency` where they hold
 * something else in its agency.
 */
let people: { name: string; person: TestPerson; actor: Actor | null; inAgency?: Actor }[]

beforeAll(async () => {
  kit = await startTestApp({ routes, config: { SIGN_IN_PER_MINUTE: 1000, TOKEN_KEY: makeKey() } })
  cast = await buildCast(kit.db)
  const { project } = cast
  const sibling = await buildProject(kit.db, { agencyId: project.agencyId })
  const manager = await buildPerson(kit.db, project, 'content-creator', { 'content-manager': 'true' })
  const skipper = await buildPerson(kit.db, project, 'content-creator', {
    'skip-approval-and-schedule': 'true',
  })
  const role = (name: Actor['role']) => ({ role: name })
  people = [
    {
      name: 'the super-admin',
      person: await buildPerson(kit.db, project, 'super-admin'),
      actor: role('super-admin'),
    },
    { name: 'the agency’s admin', person: cast.admin, actor: role('agency-admin') },
    { name: 'a creator', person: cast.creator, actor: role('content-creator') },
    {
      name: 'a content manager',
      person: manager,
      actor: { role: 'content-creator', isContentManager: true },
    },
    {
      name: 'a creator who may skip',
      person: skipper,
      actor: { role: 'content-creator', maySkipApproval: true },
    },
    { name: 'an internal approver', person: cast.internal, actor: role('internal-approver') },
    { name: 'a client', person: cast.external, actor: role('external-approver') },
    { name: 'an admin of another agency', person: cast.stranger, actor: null },
    {
      name: 'a creator of another project of the agency',
      person: await buildPerson(kit.db, sibling, 'content-creator'),
      actor: null,
      inAgency: role('content-creator'),
    },
  ]
})
afterAll(() => kit.close())

/** A session besides the one with which the person asks. */
const sessionOf = async (person: TestPerson | undefined): Promise<number> => {
  if (!person) return 0
  const values = { user_id: person.userId }
  return (await kit.db.insertInto('sessions').values(values).returning('id').executeTakeFirstOrThrow()).id
}

/** Somebody to remove, an invitation to take back and a label; whoever may delete the project has deleted it. */
const preparePeople = async () => {
  const { project } = cast
  const { projectId, agencyId } = project
  await kit.db.updateTable('projects').set({ deleted_at: null }).where('id', '=', projectId).execute()
  const { userId } = await buildPerson(kit.db, project, 'content-creator')
  const { id: invitationId } = await kit.db
    .insertInto('invitations')
    .values({
      ...{ agency_id: agencyId, project_id: projectId, name: 'Ida Somebody', role: 'external-approver' },
      ...{ email: `invited${userId}@example.com`, token_hash: Buffer.from(String(userId)) },
      expires_at: new Date('2027-01-01'),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const label = { project_id: projectId, text: 'Some label', color: '#aabbcc' }
  const { id: dayLabelId } = await kit.db
    .insertInto('day_labels')
    .values({ ...label, start_at: '2026-06-01', end_at: '2026-06-02' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { agencyId, userId, invitationId, dayLabelId }
}

/** Everything that one post has, in the state in which this person could act on it. */
const prepare = async (actor: Actor | null, person?: TestPerson) => {
  const status =
    actor?.role === 'external-approver' ? 'pending_external_approval' : 'pending_internal_approval'
  // A content manager decides only where chosen by name.
  const chosen =
    actor?.isContentManager && person
      ? { type: 'internal' as const, status: 'open' as const, chosen: [person.userId] }
      : null
  const known = await preparePeople()
  const media = await buildMedia(kit.db, cast.project)
  const { postId, socialIds, scheduleId } = await buildPost(kit.db, cast.project, {
    type: 'text',
    socials: [{ network: 'facebook', status, ...(chosen ? { rounds: [chosen] } : {}) }],
    schedule: { date: '2026-06-20', time: '12:00' },
  })
  const [socialId = 0] = socialIds
  const round = await kit.db
    .selectFrom('approvals')
    .select('id')
    .where('post_social_id', '=', socialId)
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow()
  const action = await kit.db
    .insertInto('approval_actions')
    .values({
      approval_id: round.id,
      post_social_id: socialId,
      project_id: cast.project.projectId,
      round: 'external',
      type: 'revision_requested',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const box = await kit.db
    .insertInto('approval_checkboxes')
    .values({ approval_action_id: action.id, label: 'Larger logo', position: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  // Whoever may remove it has removed it.
  const isConnected = await kit.db
    .selectFrom('social_accounts')
    .select('id')
    .where('project_id', '=', cast.project.projectId)
    .where('social_network', '=', 'facebook')
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!isConnected) await connect(kit.db, cast.project.projectId, 'facebook')
  return {
    ...{ ...known, oauthToken: 'unknown', sessionId: await sessionOf(person) },
    ...{ postId, socialId, postSocialId: socialId, scheduleId: scheduleId ?? 0, mediaId: media, ids: media },
    ...{ projectId: cast.project.projectId, approvalId: round.id, actionId: action.id, boxId: box.id },
    ...{ start: '2026-06-01', end: '2026-06-30', social: 'facebook' },
  }
}
type Prepared = Awaited<ReturnType<typeof prepare>>

const when = { date: '2026-06-21', time: '12:00', is_autoposting: true }
const newPassword = { password: 'a fine new one', password_confirmation: 'a fine new one' }
/** A body that each call takes, by method and path. A new call with a body does not pass before it stands here. */
const bodies: Record<string, (ids: Prepared) => object> = {
  'POST /auth/signin': () => ({ email: 'nobody@example.com', password: 'wrong' }),
  'POST /auth/signup': () => ({ email: 'nobody@example.com' }),
  'POST /auth/confirm': () => ({ token: 'unknown' }),
  'POST /password/forgot': () => ({ email: 'nobody@example.com' }),
  'POST /password/checktoken': () => ({ email: 'nobody@example.com', token: 'unknown' }),
  'POST /password/new': () => ({ ...newPassword, email: 'nobody@example.com', token: 'unknown' }),
  'POST /users/{userId}': () => ({ _method: 'PUT', company: 'Bluebird Studio' }),
  'POST /users/{userId}/password': () => ({ ...newPassword, old_password: 'not it' }),
  'POST /agencies': () => ({ name: 'One more agency' }),
  'POST /agencies/{agencyId}': () => ({ name: 'Another name' }),
  'POST /projects': ids => ({ agency_id: ids.agencyId, name: 'One more', timezone: 'Asia/Tokyo' }),
  'POST /projects/{projectId}': () => ({ name: 'Another name' }),
  'POST /projects/{projectId}/users': ids => ({ user_id: ids.userId, role: 'content-creator' }),
  'POST /projects/{projectId}/settings/{userId}': () => ({ name: 'content-manager', value: 'true' }),
  'POST /userinvitations/agency/send': ids => ({
    ...{ agency_id: ids.agencyId, name: 'Ann Other', email: 'ann@example.com', role: 'content-creator' },
  }),
  'POST /userinvitations/project/send': ids => ({
    ...{ project_id: ids.projectId, name: 'Ann Other', email: 'ann@example.com', role: 'external-approver' },
  }),
  'POST /auth/google/callback': () => ({ code: 'unknown', state: 'unknown' }),
  'POST /auth/apple/callback': () => ({ code: 'unknown', state: 'unknown' }),
  'POST /daylabels': ids => ({
    ...{ project_id: ids.projectId, text: 'Fair', color: '#ffcc00', start_at: '2026-06-03', end_at: '' },
  }),
  'PUT /daylabels/{dayLabelId}': () => ({ text: 'Fair', color: '#ffcc00', start_at: '2026-06-03' }),
  'POST /projects/{projectId}/medias': () => ({}),
  'POST /projects/{projectId}/settings': () => ({
    settings: [{ name: 'twitter-approval', value: 'false' }],
  }),
  'POST /projects/{projectId}/facebook/pages': () => ({ token: 'short' }),
  'POST /projects/{projectId}/instagram/pages': () => ({ token: 'short' }),
  'POST /projects/facebook/pages': ids => ({ project_id: ids.projectId, page_id: '1' }),
  'POST /projects/instagram/pages': ids => ({ project_id: ids.projectId, page_id: '1' }),
  'POST /projects/linkedin/pages': ids => ({ project_id: ids.projectId, organization: '1' }),
  'POST /projects/linkedin/authorization': () => ({ code: 'unknown', state: 'unknown' }),
  'POST /projects/linkedin/denial': () => ({ state: 'unknown' }),
  'POST /projects/twitter/access-token': () => ({ oauth_token: 'unknown', oauth_verifier: 'unknown' }),
  'POST /projects/twitter/denial': () => ({ oauth_token: 'unknown' }),
  'POST /projects/{projectId}/medias/{mediaId}': ids => ({
    media_id: ids.mediaId,
    social_options: [{ post_social_type: 'single_photo', social_network_name: 'facebook' }],
  }),
  'POST /hashtag-name-list/{projectId}': () => ({ q: 'coffee', social_network: 'facebook' }),
  'POST /posts': ids => ({ project_id: ids.projectId, social_networks: ['facebook'], type: 'text' }),
  'PUT /postssocials': ids => ({
    post_id: ids.postId,
    project_id: ids.projectId,
    post_socials: [{ id: ids.socialId, message: 'Something new' }],
  }),
  'POST /posts/types/allowed': () => ({ social_networks: ['facebook'] }),
  'DELETE /posts': ids => ({ post_ids: [ids.postId] }),
  'POST /posts/restore': ids => ({ project_id: ids.projectId, post_ids: [ids.postId] }),
  'POST /posts/schedules': ids => ({ ...when, post_id: ids.postId }),
  'PUT /posts/schedules/{scheduleId}': () => when,
  'PUT /posts/schedules': ids => ({ ...when, schedule_ids: [ids.scheduleId] }),
  'POST /posts/publish/confirm/{postSocialId}': () => ({ permalink: 'https://example.com/1' }),
  'POST /posts/approvals/batch': ids => ({ posts_ids: [ids.postId] }),
  'POST /posts/approvals/approve-round': ids => ({ post_social_id: ids.socialId }),
  'POST /posts/approvals/revision': ids => ({ approval_id: ids.approvalId, message: 'Larger' }),
  'POST /posts/approvals/unapprove-round': ids => ({ approval_id: ids.approvalId }),
  'PUT /posts/approvals/revision/checkboxes': ids => ({
    approval_action_id: ids.actionId,
    checkboxes: [{ id: ids.boxId, is_checked: true }],
  }),
  'POST /posts/approvals/next-round': ids => ({ post_social_id: ids.socialId }),
  'POST /posts/approvals/skip': ids => ({ post_id: ids.postId, skipped_approvals: ['internal', 'external'] }),
}

/** What a call without a body cannot be read without. */
const queries: Record<string, string> = {
  'GET /projects/{projectId}/facebook/pages': '?token=short',
  'GET /projects/{projectId}/instagram/pages': '?token=short',
  'GET /projects/{projectId}/linkedin/authorization-link':
    '?callback_url=http://127.0.0.1:4500/linkedin/callback',
  'GET /projects/{projectId}/twitter/authorization-link':
    '?callback_url=http://127.0.0.1:4500/twitter/callback',
  'GET /projects/linkedin/pages': '?code=unknown&state=unknown',
  'GET /auth/google/callback': '?code=unknown&state=unknown',
  'GET /auth/apple/callback': '?code=unknown&state=unknown',
  'GET /projects/{projectId}/{social}/search': '?q=coffee',
  'GET /projects/{projectId}/{social}/tags': '?q=coffee',
  'GET /projects/{projectId}/{social}/best-time': '?date=2026-06-20',
}

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

const call = (endpoint: Endpoint, person: TestPerson | null, ids: Prepared) => {
  // Everybody has an account of their own, and those of others do not exist.
  const own = endpoint.path.startsWith('/users/') && person ? { userId: person.userId } : {}
  const named: Record<string, unknown> = { ...ids, ...own }
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => String(named[name]))
  const query = queries[nameOf(endpoint)] ?? ''
  return kit.send(person, endpoint.method, `${path}${query}`, bodies[nameOf(endpoint)]?.(ids))
}

/** A digest of every row of every table; sessions apart, as asking makes them. */
const snapshot = async (): Promise<string> => {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_name not in ('sessions', 'session_tokens') order by 1`.execute(
    kit.db,
  )
  const digests = tables.map(
    ({ name }) =>
      sql`select ${sql.lit(name)} || md5(coalesce(string_agg(t::text, ';' order by t::text), '')) as digest from ${sql.table(name)} t`,
  )
  const { rows } = await sql<{ digest: string }>`${sql.join(digests, sql` union all `)}`.execute(kit.db)
  return rows.map(row => row.digest).join()
}

const expectedStatus = (endpoint: Endpoint, actor: Actor | null): number | null => {
  const { permission } = endpoint
  if (permission === 'public' || permission === 'signed-in') return null
  if (actor === null) return 404
  return can(actor, permission) ? null : 403
}

const all = allRoutes.map(route => ({ name: nameOf(route.endpoint), endpoint: route.endpoint }))
/** Signing out ends the sessions with which the others are asked. */
const endpoints = [...all].sort(
  (a, b) => Number(a.name.includes('logout')) - Number(b.name.includes('logout')),
)

describe.each(endpoints)('$name', ({ endpoint }) => {
  it('is for those whom the permission table names, and refuses the others without a trace', async () => {
    if (endpoint.body) expect(Object.keys(bodies)).toContain(nameOf(endpoint))
    const answers: Record<string, number> = {}
    const expected: Record<string, number> = {}
    const isOfAgency = endpoint.scope?.agency !== undefined || endpoint.scope?.invitation !== undefined
    for (const { name, person, actor, inAgency } of people) {
      const ids = await prepare(actor, person)
      const before = await snapshot()
      const { status } = await call(endpoint, person, ids)
      const refusal = expectedStatus(endpoint, isOfAgency ? (inAgency ?? actor) : actor)
      // A permitted call may be refused by a rule of its own, but not for who is calling.
      const isOpen = ![401, 403, 404].includes(status) || endpoint.permission === 'public'
      answers[name] = refusal === null && isOpen && status < 500 ? 200 : status
      expected[name] = refusal ?? 200
      if (refusal !== null || status >= 400) expect(await snapshot()).toBe(before)
    }
    // What is not deleted cannot be brought back: the one call whose thing is not there in the prepared state.
    if (endpoint.path === '/posts/restore')
      for (const name of Object.keys(expected)) if (expected[name] === 200) expected[name] = 404
    expect(answers).toEqual(expected)
  })

  it('asks nobody who is not signed in, and tells them nothing', async () => {
    const ids = await prepare(null)
    const before = await snapshot()
    const { status, code } = await call(endpoint, null, ids)
    if (endpoint.permission !== 'public') expect([status, code]).toEqual([401, 'unauthenticated'])
    expect(await snapshot()).toBe(before)
  })
})

it.each(['DELETE /posts', 'POST /posts/approvals/batch', 'PUT /posts/schedules'])(
  '%s takes no batch over two projects, not even of one’s own agency',
  async name => {
    const other = await buildProject(kit.db, { agencyId: cast.project.agencyId })
    const schedule = { date: '2026-06-20', time: '12:00' }
    const [own, foreign] = [
      await prepare(null),
      await buildPost(kit.db, other, { type: 'text', schedule, socials: [{ network: 'facebook' }] }),
    ]
    const mixed = Object.fromEntries(
      Object.entries(bodies[name]?.(own) ?? {}).map(([field, value]) => [
        field,
        Array.isArray(value)
          ? [...value, field === 'schedule_ids' ? foreign.scheduleId : foreign.postId]
          : value,
      ]),
    )
    const [method = '', path = ''] = name.split(' ')
    const admin = await buildPerson(kit.db, cast.project, 'agency-admin')
    const before = await snapshot()
    expect((await kit.send(admin, method as Endpoint['method'], path, mixed)).status).toBe(404)
    expect(await snapshot()).toBe(before)
  },
)
