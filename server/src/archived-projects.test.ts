import { beforeAll, describe, expect, it } from 'vitest'
import { getMe } from '#domain/accounts/contract.ts'
import type { Endpoint } from '#domain/kernel/endpoint.ts'
import { createDayLabel } from '#domain/labels/contract.ts'
import { can } from '#domain/permissions/can.ts'
import { type Action, permissionTable } from '#domain/permissions/table.ts'
import { archiveProject, bringBackProject } from '#domain/projects/archiving-contract.ts'
import { makeKey } from '#server/config.ts'
import { makeSocialAccountRoutes, socialAccountRoutes } from '#server/features/social-accounts/routes.ts'
import type { Route } from '#server/platform/http/route.ts'
import type { TestPerson } from '#testing/app.ts'
import { useTestApp } from '#testing/app.ts'
import { sendByLink } from '#testing/approvals/approval-links.ts'
import { callBodies } from '#testing/calls/call-bodies.ts'
import { addressOfCall, type CallIds, nameOfCall } from '#testing/calls/calls.ts'
import { countWrites } from '#testing/calls/count-writes.ts'
import { beginIdsAt, buildVictim, takeVictimWrites, watchRowsOf } from '#testing/calls/victims.ts'
import { stubConnectors } from '#testing/connectors.ts'
import { buildAgency, buildPerson, type TestProject } from '#testing/people.ts'
import { allRoutes } from './routes.ts'

// Whatever the routes are: nothing of an archived client is changed (docs/product/archived-projects.md "What is refused").
const { connectors } = stubConnectors()
const routes = [
  ...allRoutes.filter(route => !socialAccountRoutes.includes(route)),
  ...makeSocialAccountRoutes(() => connectors),
]
const kit = useTestApp({ routes, config: { SIGN_IN_PER_MINUTE: 1000, TOKEN_KEY: makeKey() } })

/** All rows of the archived client have ids from here on. */
const FIRST = 71_200_000
const OTHERS = 90_000_000
let ids: CallIds
let project: TestProject
let admin: TestPerson
let creator: TestPerson
let client: TestPerson
beforeAll(async () => {
  const agencyId = await buildAgency(kit.db)
  const victim = await buildVictim(kit.db, FIRST, agencyId)
  project = victim.project
  ids = victim.ids
  await beginIdsAt(kit.db, OTHERS)
  admin = await buildPerson(kit.db, project, 'agency-admin')
  creator = await buildPerson(kit.db, project, 'content-creator')
  client = await buildPerson(kit.db, project, 'external-approver')
  const { status } = await kit.ask(admin, archiveProject, { params: { projectId: project.projectId } })
  expect(status).toBe(200)
})

const actions = Object.keys(permissionTable) as Action[]
const isWrite = ({ endpoint, options }: Route) =>
  (options.whileReadOnly ?? (endpoint.method === 'GET' ? 'allowed' : 'refused')) === 'refused'
/** What is not allowed by the routes themselves; those for read-only agencies are written out in read-only.test.ts. */
const refused = routes.filter(route => isWrite(route) && route.options.whileArchived !== 'allowed')
const ofProject = refused.filter(({ needs }) => needs === 'project')
const byLink = refused.filter(({ needs }) => needs === 'link')
const others = refused.filter(({ needs }) => needs !== 'project' && needs !== 'link')
/** Actions that nothing but refused calls ask for. */
const refusedActions = actions.filter(action => {
  const asking = routes.filter(({ endpoint }) => endpoint.permission === action)
  return asking.length > 0 && asking.every(route => ofProject.includes(route))
})
const named = (list: readonly Route[]) =>
  list.map(({ endpoint }) => ({ name: nameOfCall(endpoint), endpoint }))

const bodyOf = (endpoint: Endpoint) => {
  const name = nameOfCall(endpoint)
  // The body for the tables of roles is refused as a crop; here it must be one.
  return name.endsWith('/crop')
    ? { x: 0, y: 0, width: 1, height: 1, rotation: 90, output: null }
    : callBodies[name]?.(ids)
}
const send = (person: TestPerson, endpoint: Endpoint) =>
  kit.send(person, endpoint.method, addressOfCall(endpoint, ids), bodyOf(endpoint))

describe('Of an archived client', () => {
  it('only these calls are made besides those that a read-only agency can make', () => {
    const allowed = routes.filter(({ options }) => options.whileArchived === 'allowed')
    expect(allowed.map(({ endpoint }) => nameOfCall(endpoint)).toSorted()).toEqual([
      'DELETE /projects/{projectId}',
      'DELETE /projects/{projectId}/archiving',
    ])
  })

  it.each(named(ofProject))('$name is refused, and writes nothing', async ({ endpoint }) => {
    const before = await countWrites(kit.db)
    const { status, code } = await send(admin, endpoint)
    expect([status, code]).toEqual([409, 'project_archived'])
    expect(await countWrites(kit.db)).toBe(before)
  })

  it.each(named(byLink))('$name is refused by link, and writes nothing', async ({ endpoint }) => {
    const before = await countWrites(kit.db)
    const request = [endpoint.method, addressOfCall(endpoint, ids)] as const
    const { status, code, message } = await sendByLink(kit, ids.linkToken, request, bodyOf(endpoint))
    expect([status, code]).toEqual([409, 'project_archived'])
    expect(message).toMatch(/Please ask your agency\.$/)
    expect(await countWrites(kit.db)).toBe(before)
  })

  it.each(refusedActions)('pages do not offer %s', action => {
    expect(can({ role: 'super-admin' }, action)).toBe(true)
    expect(can({ role: 'super-admin', offersNoChange: true }, action)).toBe(false)
  })

  it('every call that reads still answers', async () => {
    const removes = ({ endpoint }: Route) => Number(endpoint.path.includes('/remove/user/'))
    const reads = routes
      .filter(({ endpoint, needs }) => endpoint.method === 'GET' && needs === 'project')
      // The document has a GET that removes somebody, with the proofs that they made.
      .toSorted((one, other) => removes(one) - removes(other))
    const failed: string[] = []
    for (const { endpoint } of reads) {
      const { status, code } = await send(admin, endpoint)
      if (code === 'project_archived' || status === 404) failed.push(nameOfCall(endpoint))
    }
    // They begin to connect an account, or preview copies to the client itself.
    expect(failed.toSorted()).toEqual([
      'GET /posts/{postId}/clone-preview',
      'GET /projects/{projectId}/campaigns/{campaignId}/repeat',
      'GET /projects/{projectId}/linkedin/authorization-link',
      'GET /projects/{projectId}/twitter/authorization-link',
    ])
  })

  it.each([
    ['admin', () => admin, /Bring it back first\.$/],
    ['creator', () => creator, /Please ask an admin of your agency to bring it back\.$/],
  ] as const)('an %s is told what to do', async (_who, person, words) => {
    const label = { text: 'Launch', color: '#aabbcc', start_at: '2026-06-01', end_at: '2026-06-02' }
    const body = { ...label, project_id: project.projectId }
    const { status, message } = await kit.ask(person(), createDayLabel, { body } as never)
    expect(status).toBe(409)
    expect(message).toMatch(words)
  })

  it('each of its people still finds it, apart from their projects', async () => {
    for (const person of [admin, creator, client]) {
      const { data } = await kit.ask(person, getMe)
      expect(data.projects).toEqual([])
      expect(data.project_count).toBe(0)
      expect(data.archived_projects).toMatchObject([{ id: project.projectId }])
    }
  })

  it('calls that name no project change nothing of it either', async () => {
    await watchRowsOf(kit.db, [FIRST])
    const changed: string[] = []
    for (const { endpoint } of others) {
      // One of them signs out.
      await send(await buildPerson(kit.db, project, 'agency-admin'), endpoint)
      const writes = await takeVictimWrites(kit.db)
      if (writes.length > 0) changed.push(nameOfCall(endpoint))
    }
    // Of the agency: only its number is in that row.
    expect(changed).toEqual(['DELETE /agencies/{agencyId}/parked-mails/{mailId}'])
  })

  it('everything is allowed again once it is back', async () => {
    const params = { projectId: project.projectId }
    expect((await kit.ask(admin, bringBackProject, { params })).status).toBe(200)
    const label = { text: 'Launch', color: '#aabbcc', start_at: '2026-06-01', end_at: '2026-06-02' }
    const body = { ...label, project_id: project.projectId }
    expect((await kit.ask(creator, createDayLabel, { body } as never)).status).toBe(200)
  })
})
