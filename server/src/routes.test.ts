import { beforeAll, describe, expect, it } from 'vitest'
import { actionOf, type Endpoint } from '#domain/kernel/endpoint.ts'
import { type Actor, can } from '#domain/permissions/can.ts'
import type { Action } from '#domain/permissions/table.ts'
import { makeKey } from '#server/config.ts'
import { makeSocialAccountRoutes, socialAccountRoutes } from '#server/features/social-accounts/routes.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { callBodies } from '#testing/calls/call-bodies.ts'
import { addressOfCall, type CallIds, nameOfCall, prepareCalls } from '#testing/calls/calls.ts'
import { countWrites } from '#testing/calls/count-writes.ts'
import { stubConnectors } from '#testing/connectors.ts'
import { buildPerson, buildProject, useCast } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { allRoutes } from './routes.ts'

const { connectors } = stubConnectors()
/** The same calls, with networks that are never contacted. */
const routes = [
  ...allRoutes.filter(route => !socialAccountRoutes.includes(route)),
  ...makeSocialAccountRoutes(() => connectors),
]

/**
 * Everyone who may call, with their role in the project: null for a stranger, who must not see it. `inAgency`: if they have a
 * different role in its agency.
 */
let people: { name: string; person: TestPerson; actor: Actor | null; inAgency?: Actor }[]

const kit = useTestApp({ routes, config: { SIGN_IN_PER_MINUTE: 1000, TOKEN_KEY: makeKey() } })
const cast = useCast(kit)
beforeAll(async () => {
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

const prepare = (actor: Actor | null, person?: TestPerson) =>
  prepareCalls(kit.db, cast.project, { actor, ...(person ? { person } : {}) })

/**
 * What a person's calls can name stays prepared until a call of theirs, or one on the whole agency, has changed something: preparing it
 * takes longer than most calls.
 */
const prepared = new Map<string, CallIds>()
const idsFor = async (name: string, actor: Actor | null, person?: TestPerson): Promise<CallIds> => {
  const ids = prepared.get(name) ?? (await prepare(actor, person))
  prepared.set(name, ids)
  return ids
}

/** Sessions are not counted as written, so every call that may change something counts as one that did. */
const forgetIfChanged = (name: string, endpoint: Endpoint, { status, hasWritten }: Changes): void => {
  if (!hasWritten && (status >= 400 || endpoint.method === 'GET')) return
  if (endpoint.scope?.agency === undefined) prepared.delete(name)
  else prepared.clear()
}
type Changes = { readonly status: number; readonly hasWritten: boolean }

const call = (endpoint: Endpoint, person: TestPerson | null, ids: CallIds) => {
  // Everyone has an account of their own, and those of others are not found.
  const own = endpoint.path.startsWith('/users/') && person ? { userId: person.userId } : {}
  return kit.send(
    person,
    endpoint.method,
    addressOfCall(endpoint, { ...ids, ...own }),
    callBodies[nameOfCall(endpoint)]?.(ids),
  )
}

const expectedStatus = (endpoint: Endpoint, actor: Actor | null): number | null => {
  const { permission } = endpoint
  if (permission === 'public' || permission === 'signed-in') return null
  if (permission === 'super-admin') return actor?.role === 'super-admin' ? null : 403
  // No session is an approval link.
  if (permission === 'approval-link') return 404
  if (actor === null) return 404
  return can(actor, actionOf(endpoint) as Action) ? null : 403
}

const all = allRoutes.map(route => ({ name: nameOfCall(route.endpoint), endpoint: route.endpoint }))
/** Leaving takes what the other calls may see, and signing out the sessions that they use. */
const orderOf = (name: string): number => (name.includes('logout') ? 2 : Number(name.endsWith('/leave')))
const endpoints = [...all].sort((a, b) => orderOf(a.name) - orderOf(b.name))

describe.each(endpoints)('$name', ({ endpoint }) => {
  it('is for the roles in the permission table, and refuses all others without writing anything', async () => {
    if (endpoint.body) expect(Object.keys(callBodies)).toContain(nameOfCall(endpoint))
    const answers: Record<string, number> = {}
    const members = await kit.db.selectFrom('project_members').selectAll().execute()
    const expected: Record<string, number> = {}
    const isOfAgency = endpoint.scope?.agency !== undefined || endpoint.scope?.invitation !== undefined
    for (const { name, person, actor, inAgency } of people) {
      const ids = await idsFor(name, actor, person)
      const before = await countWrites(kit.db)
      const { status } = await call(endpoint, person, ids)
      const after = await countWrites(kit.db)
      forgetIfChanged(name, endpoint, { status, hasWritten: after !== before })
      const refusal = expectedStatus(endpoint, isOfAgency ? (inAgency ?? actor) : actor)
      // A permitted call may be refused by another rule, but not because of the caller.
      const isOpen = ![401, 403, 404].includes(status) || endpoint.permission === 'public'
      answers[name] = refusal === null && isOpen && status < 500 ? 200 : status
      expected[name] = refusal ?? 200
      if (refusal !== null || status >= 400) expect(after).toBe(before)
    }
    if (endpoint.path.endsWith('/leave'))
      await kit.db
        .insertInto('project_members')
        .values(members)
        .onConflict(clash => clash.doNothing())
        .execute()
    // Calls whose subject is missing in the prepared state: a deleted post, a sending of one's own, a stopped post, a provider that this
    // Galley is registered with; a setting of the other type; an invitation, and an offer, to one's own address; a
    // browser in which the person is signed in.
    const missing = [
      ...['/posts/restore', '/posts/approvals/undo-sending', '/posts/stop/undo/{scheduleId}'],
      ...['/auth/identities/begin', '/notifications/push-devices/{deviceId}/test'],
      ...['/update-all-notification-setting/{settingId}', '/userinvitations/own/{invitationId}'],
      ...['/agencies/{agencyId}/offered-projects/{offerId}', '/offered-projects/{offerId}'],
    ]
    if (missing.includes(endpoint.path))
      for (const name of Object.keys(expected)) if (expected[name] === 200) expected[name] = 404
    expect(answers).toEqual(expected)
  })

  it('refuses people who are not signed in, and tells them nothing', async () => {
    const ids = await idsFor('nobody', null)
    const before = await countWrites(kit.db)
    const { status, code } = await call(endpoint, null, ids)
    if (endpoint.permission !== 'public') expect([status, code]).toEqual([401, 'unauthenticated'])
    const after = await countWrites(kit.db)
    forgetIfChanged('nobody', endpoint, { status, hasWritten: after !== before })
    expect(after).toBe(before)
  })
})

it.each(['DELETE /posts', 'POST /posts/approvals/batch', 'PUT /posts/schedules'])(
  '%s refuses a batch over two projects, even within one agency',
  async name => {
    const other = await buildProject(kit.db, { agencyId: cast.project.agencyId })
    const schedule = { date: '2026-06-20', time: '12:00' }
    const [own, foreign] = [
      await prepare(null),
      await buildPost(kit.db, other, { type: 'text', schedule, socials: [{ network: 'facebook' }] }),
    ]
    const mixed = Object.fromEntries(
      Object.entries(callBodies[name]?.(own) ?? {}).map(([field, value]) => [
        field,
        Array.isArray(value)
          ? [...value, field === 'schedule_ids' ? foreign.scheduleId : foreign.postId]
          : value,
      ]),
    )
    const [method = '', path = ''] = name.split(' ')
    const admin = await buildPerson(kit.db, cast.project, 'agency-admin')
    const before = await countWrites(kit.db)
    expect((await kit.send(admin, method as Endpoint['method'], path, mixed)).status).toBe(404)
    expect(await countWrites(kit.db)).toBe(before)
  },
)
