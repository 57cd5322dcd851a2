import { beforeAll, describe, expect, it } from 'vitest'
import { getMe } from '#domain/accounts/contract.ts'
import { changeAgencyRole } from '#domain/agencies/contract.ts'
import * as contract from '#domain/bin/contract.ts'
import { actionOf, type Endpoint } from '#domain/kernel/endpoint.ts'
import { type Actor, can } from '#domain/permissions/can.ts'
import { removeProjectUser } from '#domain/team/contract.ts'
import { makeKey } from '#server/config.ts'
import { restoreFromBin } from '#server/features/bin/restore-from-bin.ts'
import { makeSocialAccountRoutes, socialAccountRoutes } from '#server/features/social-accounts/routes.ts'
import { projectRoute } from '#server/platform/http/route.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { addLink, sendByLink } from '#testing/approvals/approval-links.ts'
import { callBodies } from '#testing/calls/call-bodies.ts'
import { addressOfCall, type CallIds, nameOfCall, prepareCalls } from '#testing/calls/calls.ts'
import { idFieldsOf, withIdAt } from '#testing/calls/id-fields.ts'
import {
  beginIdsAt,
  buildVictim,
  isNamed,
  takeVictimWrites,
  type Victim,
  watchRowsOf,
} from '#testing/calls/victims.ts'
import { stubConnectors } from '#testing/connectors.ts'
import { buildPerson, buildProject, type TestProject } from '#testing/people.ts'
import { allRoutes } from './routes.ts'

// routes.test.ts tests who may do what in their own project, security.test.ts what a stranger is answered. Here everybody who is or was
// somewhere near names other people's things wherever a call takes an id (docs/product/agencies.md "Tenants").

/** In `npm run test:all` everybody tries everything; in `npm test` those who had rights, and the fields of bodies for two roles. */
const isWhole = process.env.WALK === 'whole'
const roles = ['content-creator', 'internal-approver', 'external-approver'] as const

/** A defect on purpose, for a test of the walk itself: the handler changes whatever the body names. */
let isBinUnguarded = false
const restoreUnguarded = projectRoute(contract.restoreFromBin, async (input, call) => {
  if (!isBinUnguarded) return restoreFromBin(input, call)
  const named = call.tx.updateTable('day_labels').where('id', 'in', input.body.ids)
  await named.set({ text: 'Restored' }).execute()
  return { unscheduled: [] }
})

const { connectors } = stubConnectors()
const routes = [
  ...allRoutes.filter(
    route => !socialAccountRoutes.includes(route) && route.endpoint !== contract.restoreFromBin,
  ),
  ...makeSocialAccountRoutes(() => connectors),
  restoreUnguarded,
]
const kit = useTestApp({ routes, config: { SIGN_IN_PER_MINUTE: 1_000_000, TOKEN_KEY: makeKey() } })

/** The first id of everything in the other project of the agency, in another agency, and of what is made afterwards. */
const [SIBLING, STRANGER, LATER] = [7_110_000, 7_220_000, 8_000_000]

type Answer = { readonly status: number; readonly data: unknown }
type Send = (endpoint: Endpoint, address: string, body?: object) => Promise<Answer>
/** `actor`: the role that they have in the victim's project by now, or null. */
type Caller = { readonly name: string; readonly send: Send; readonly actor: Actor | null }

const as =
  (person: TestPerson | null): Send =>
  (endpoint, address, body) =>
    kit.send(person, endpoint.method, address, body)
const byLink =
  (token: string): Send =>
  (endpoint, address, body) =>
    sendByLink(kit, token, [endpoint.method, address], body)

type Member = { readonly person: TestPerson; readonly actor: Actor }
let home: TestProject
let homeLink: string
let homeAdmin: Member
let members: Member[]
let sibling: Victim
let stranger: Victim
/** They had rights in the victim's project, and call with the session or link of then. */
let former: Caller[]
let firstFormer: TestPerson

const join = async ({ projectId }: TestProject, { userId }: TestPerson, role: (typeof roles)[number]) => {
  await kit.db
    .insertInto('project_members')
    .values({ project_id: projectId, user_id: userId, role })
    .onConflict(clash => clash.columns(['project_id', 'user_id']).doUpdateSet({ role }))
    .execute()
}

/** The session is used while they have their rights, so that whatever is kept of a session is kept. */
const use = async (person: TestPerson) => expect((await kit.ask(person, getMe)).status).toBe(200)

const remove = async (admin: TestPerson, { projectId }: TestProject, { userId }: TestPerson) =>
  expect((await kit.ask(admin, removeProjectUser, { params: { projectId, userId } })).status).toBe(200)

const demote = async (admin: TestPerson, { agencyId }: TestProject, person: TestPerson) => {
  const row = { agency_id: agencyId, user_id: person.userId }
  await kit.db.insertInto('agency_admins').values(row).execute()
  await use(person)
  const change = { params: { agencyId, userId: person.userId }, body: { role: 'content-creator' as const } }
  expect((await kit.ask(admin, changeAgencyRole, change)).status).toBe(200)
}

const loseRights = async (people: readonly TestPerson[], { project }: Victim): Promise<Caller[]> => {
  const head = await buildPerson(kit.db, project, 'agency-admin')
  const callers: Caller[] = []
  for (const [at, role] of roles.entries()) {
    const person = people[at] as TestPerson
    await join(project, person, role)
    await use(person)
    const token = await addLink(kit.db, project, person.userId)
    await remove(head, project, person)
    callers.push({ name: `a former ${role}`, send: as(person), actor: null })
    if (role === 'external-approver')
      callers.push({ name: 'the link of a former client', send: byLink(token), actor: null })
  }
  const [, , , formerAdmin, turned] = people as TestPerson[]
  if (!formerAdmin || !turned) throw new Error('Five people are needed')
  await demote(head, project, formerAdmin)
  await join(project, formerAdmin, 'content-creator')
  callers.push({ name: 'a former admin', send: as(formerAdmin), actor: { role: 'content-creator' } })
  await join(project, turned, 'content-creator')
  await use(turned)
  await join(project, turned, 'external-approver')
  callers.push({ name: 'a creator made a client', send: as(turned), actor: { role: 'external-approver' } })
  return callers
}

beforeAll(async () => {
  home = await buildProject(kit.db)
  const person = (role: Parameters<typeof buildPerson>[2]) => buildPerson(kit.db, home, role)
  homeAdmin = { person: await person('agency-admin'), actor: { role: 'agency-admin' } }
  members = []
  for (const role of roles) members.push({ person: await person(role), actor: { role } })
  homeLink = (await prepareCalls(kit.db, home)).linkToken
  const elsewhere = await buildProject(kit.db)
  const people = []
  for (let count = 0; count < 5; count += 1)
    people.push(await buildPerson(kit.db, elsewhere, 'content-creator'))
  sibling = await buildVictim(kit.db, SIBLING, home.agencyId)
  stranger = await buildVictim(kit.db, STRANGER)
  former = await loseRights(people, stranger)
  firstFormer = people[0] as TestPerson
  await beginIdsAt(kit.db, LATER)
  await watchRowsOf(kit.db, [SIBLING, STRANGER])
})

/** Leaving takes what the other calls may see, and signing out the sessions that they use. */
const orderOf = ({ path }: Endpoint): number =>
  path.includes('logout') ? 2 : Number(path.endsWith('/leave'))
const endpoints = allRoutes.map(({ endpoint }) => endpoint).sort((a, b) => orderOf(a) - orderOf(b))

/** What a call did to the victim that it must not do; null for nothing. */
const faultOf = async ({ first }: Victim, { status, data }: Answer): Promise<string | null> => {
  const [written] = await takeVictimWrites(kit.db)
  if (written !== undefined) return `${status}, ${written.slice(0, 200)}`
  if (status >= 500) return String(status)
  return status < 400 && isNamed(first, data) ? `${status}, shows it` : null
}

/** Whether this role may call it; calls that ask for no role are for everybody. */
const isAllowed = (endpoint: Endpoint, actor: Actor): boolean => {
  const action = actionOf(endpoint)
  return action ? can(actor, action) : endpoint.permission !== 'super-admin' || actor.role === 'super-admin'
}

describe('with the id of others in one field, and everything else their own, nobody changes or sees anything', () => {
  type Field = { readonly endpoint: Endpoint; readonly path: string; readonly isInQuery: boolean }
  const fieldsOf = (endpoint: Endpoint): Field[] => [
    ...(endpoint.body ? idFieldsOf(endpoint.body) : []).map(path => ({ endpoint, path, isInQuery: false })),
    ...(endpoint.query ? idFieldsOf(endpoint.query) : []).map(path => ({ endpoint, path, isInQuery: true })),
  ]
  const fields = endpoints.flatMap(fieldsOf)

  const requestsOf = (
    { endpoint, path, isInQuery }: Field,
    ids: CallIds,
    id: number,
  ): [string, object?][] => {
    const address = addressOfCall(endpoint, ids)
    const body = callBodies[nameOfCall(endpoint)]?.(ids)
    if (!isInQuery)
      return withIdAt(endpoint.body as never, body ?? {}, path, id).map(named => [address, named])
    const url = new URL(address, 'http://galley.test')
    url.searchParams.set(path, String(id))
    return [[`${url.pathname}${url.search}`, body]]
  }

  const walk = async (
    fields: readonly Field[],
    { person, actor }: Member,
    victim: Victim,
    send = as(person),
  ) => {
    const faults: Record<string, string> = {}
    let ids: CallIds | null = null
    for (const field of fields)
      for (const at of [0, 1]) {
        ids ??= await prepareCalls(kit.db, home, { actor, person })
        const request = requestsOf(field, ids, victim.first)[at]
        if (!request) continue
        const answer = await send(field.endpoint, ...request)
        const fault = answer.status === 401 ? '401' : await faultOf(victim, answer)
        if (fault !== null) faults[`${nameOfCall(field.endpoint)} ${field.path}`] = fault
        if (answer.status < 400 && field.endpoint.method !== 'GET') ids = null
      }
    return faults
  }
  const ofSessions = (actor: Actor) =>
    fields.filter(({ endpoint }) => isAllowed(endpoint, actor) && endpoint.permission !== 'approval-link')

  it('as the admin of another agency', async () => {
    expect(fields.length).toBeGreaterThan(100)
    expect(await walk(ofSessions(homeAdmin.actor), homeAdmin, stranger)).toEqual({})
  })

  it.each(isWhole ? roles : roles.slice(0, 1))('as the %s of another project', async role => {
    const member = members.find(({ actor }) => actor.role === role) as Member
    expect(await walk(ofSessions(member.actor), member, sibling)).toEqual({})
    if (isWhole) expect(await walk(ofSessions(member.actor), member, stranger)).toEqual({})
  })

  it('as the holder of an approval link of another project', async () => {
    const byLinkOnly = fields.filter(({ endpoint }) => endpoint.permission === 'approval-link')
    expect(byLinkOnly.length).toBeGreaterThan(10)
    const client = members.find(({ actor }) => actor.role === 'external-approver') as Member
    for (const victim of [sibling, stranger])
      expect(await walk(byLinkOnly, client, victim, byLink(homeLink))).toEqual({})
  })

  it('and the walk sees a handler that believes an id in its body', async () => {
    const [creator] = members as [Member]
    const believed = fields.filter(({ endpoint }) => endpoint === contract.restoreFromBin)
    isBinUnguarded = true
    const faults = await walk(believed, creator, sibling)
    isBinUnguarded = false
    expect(faults).toEqual({
      'POST /projects/{projectId}/bin/restore ids.*': expect.stringMatching(/^200, UPDATE day_labels /),
    })
  })
})

describe('with the ids of others in its address and its body no call changes or shows anything', () => {
  const walk = async (callers: readonly Caller[], victim: Victim, called = endpoints) => {
    const faults: Record<string, string> = {}
    for (const endpoint of called)
      for (const { name, send, actor } of callers) {
        // Who still has a role there may do what it allows.
        if (actor && isAllowed(endpoint, actor)) continue
        const body = callBodies[nameOfCall(endpoint)]?.(victim.ids)
        const answer = await send(endpoint, addressOfCall(endpoint, victim.ids), body)
        const fault = actor && answer.status !== 403 ? String(answer.status) : await faultOf(victim, answer)
        if (fault !== null) faults[`${nameOfCall(endpoint)} by ${name}`] = fault
      }
    return faults
  }

  it('and the walk sees a role that outlives its removal', async () => {
    await join(stranger.project, firstFormer, 'content-creator')
    await takeVictimWrites(kit.db)
    const called = endpoints.filter(
      ({ method, path }) =>
        (path === '/posts/{postId}' && method === 'GET') ||
        (path.startsWith('/daylabels') && method !== 'DELETE'),
    )
    const faults = await walk(former.slice(0, 1), stranger, called)
    await kit.db.deleteFrom('project_members').where('user_id', '=', firstFormer.userId).execute()
    await takeVictimWrites(kit.db)
    expect(faults).toEqual({
      'GET /posts/{postId} by a former content-creator': '200, shows it',
      'POST /daylabels by a former content-creator': expect.stringMatching(/^200, INSERT day_labels /),
      'PUT /daylabels/{dayLabelId} by a former content-creator': expect.stringMatching(/^200, UPDATE /),
    })
  })

  it('by anybody who had rights when their session began', async () => {
    expect(await walk(former, stranger)).toEqual({})
  })

  it.runIf(isWhole)('by nobody, the people of another project and the holder of a link to it', async () => {
    const callers: Caller[] = [
      { name: 'nobody', send: as(null), actor: null },
      { name: 'the holder of a link', send: byLink(homeLink), actor: null },
      ...members.map(({ person }) => ({ name: person.name, send: as(person), actor: null })),
    ]
    const admin = { name: homeAdmin.person.name, send: as(homeAdmin.person), actor: null }
    expect(await walk(callers, sibling)).toEqual({})
    expect(await walk([...callers, admin], stranger)).toEqual({})
  })
})
