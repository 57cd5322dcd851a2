import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { actionOf, type Endpoint } from '#domain/kernel/endpoint.ts'
import { type Actor, can } from '#domain/permissions/can.ts'
import { makeKey } from '#server/config.ts'
import { makeSocialAccountRoutes, socialAccountRoutes } from '#server/features/social-accounts/routes.ts'
import type { Db } from '#server/platform/db/database.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { sendByLink } from '#testing/approvals/approval-links.ts'
import { callBodies } from '#testing/calls/call-bodies.ts'
import { addressOfCall, type CallIds, nameOfCall, prepareCalls } from '#testing/calls/calls.ts'
import { countWrites } from '#testing/calls/count-writes.ts'
import { stubConnectors } from '#testing/connectors.ts'
import { buildCast, buildPerson, buildProject, type Cast } from '#testing/people.ts'
import { allRoutes } from './routes.ts'

// routes.test.ts tests who may do what in their own project. This file tests access to other people's things and fields.
const { connectors } = stubConnectors()
const endpoints = allRoutes.map(route => route.endpoint)
const onTenants = endpoints.filter(endpoint => endpoint.scope)
const withBody = endpoints.filter(endpoint => endpoint.body)

let kit: TestApp
let cast: Cast
let own: CallIds
let foreign: CallIds
beforeAll(async () => {
  const routes = [
    ...allRoutes.filter(route => !socialAccountRoutes.includes(route)),
    ...makeSocialAccountRoutes(() => connectors),
  ]
  kit = await startTestApp({ routes, config: { SIGN_IN_PER_MINUTE: 1000, TOKEN_KEY: makeKey() } })
  cast = await buildCast(kit.db)
  own = await prepareCalls(kit.db, cast.project)
  foreign = await prepareCalls(kit.db, cast.elsewhere)
})
afterAll(() => kit.close())

const send = (person: TestPerson | null, endpoint: Endpoint, ids: CallIds, body?: object) =>
  kit.send(
    person,
    endpoint.method,
    addressOfCall(endpoint, ids),
    body ?? callBodies[nameOfCall(endpoint)]?.(ids),
  )

/** How many statements the server sends to its database during `work`. */
const countQueries = async (work: () => Promise<unknown>): Promise<number> => {
  const { services } = kit as { services: { db: Db } }
  const { db } = services
  let count = 0
  services.db = db.withPlugin({
    transformQuery: ({ node }) => {
      count += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  try {
    await work()
  } finally {
    services.db = db
  }
  return count
}

/** Runs a check on each call, and reports all failures together. */
const findFaults = async (
  calls: readonly Endpoint[],
  check: (endpoint: Endpoint) => Promise<Record<string, unknown>>,
) => {
  const faults: Record<string, unknown> = {}
  for (const endpoint of calls) {
    const before = await countWrites(kit.db)
    const found = await check(endpoint)
    if ((await countWrites(kit.db)) !== before) found.database = 'was changed'
    if (Object.keys(found).length > 0) faults[nameOfCall(endpoint)] = found
  }
  return faults
}

type Outsider = { name: string; person: TestPerson; inAgency?: Actor }

const buildOutsiders = async (): Promise<Outsider[]> => {
  const sibling = await buildProject(kit.db, { agencyId: cast.project.agencyId })
  const lonely = await buildPerson(kit.db, cast.elsewhere, 'content-creator')
  await kit.db.deleteFrom('project_members').where('user_id', '=', lonely.userId).execute()
  const outsiders: Outsider[] = [{ name: 'somebody without any project', person: lonely }]
  for (const role of ['content-creator', 'internal-approver', 'external-approver'] as const) {
    const person = await buildPerson(kit.db, sibling, role)
    outsiders.push({ name: `${role} of another project of the agency`, person, inAgency: { role } })
    const stranger = await buildPerson(kit.db, cast.elsewhere, role)
    outsiders.push({ name: `${role} of another agency`, person: stranger })
  }
  return [...outsiders, { name: 'agency-admin of another agency', person: cast.stranger }]
}

describe('what belongs to others', () => {
  it('is not found by anyone outside the project, through any call, and is not changed', async () => {
    const outsiders = await buildOutsiders()
    const faults = await findFaults(onTenants, async endpoint => {
      const { scope } = endpoint
      const action = actionOf(endpoint)
      if (action === null) return {}
      const isOfAgency = scope?.agency !== undefined || scope?.invitation !== undefined
      const found: Record<string, unknown> = {}
      for (const { name, person, inAgency } of outsiders) {
        // Somebody who has left would find nothing with the calls that follow.
        if (inAgency && endpoint.path === '/agencies/{agencyId}/leave') continue
        const { status, data } = await send(person, endpoint, own)
        const expected = isOfAgency && inAgency ? (can(inAgency, action) ? 200 : 403) : 404
        if (status !== expected || (expected !== 200 && data !== undefined)) found[name] = status
      }
      return found
    })
    expect(faults).toEqual({})
  })

  it('gives a stranger the same answer as something that never existed', async () => {
    const missing = Object.fromEntries(
      Object.entries(own).map(([name, id]) => [name, typeof id === 'number' ? 987_654 : id]),
    ) as CallIds
    const faults = await findFaults(onTenants, async endpoint => {
      const [real, unreal] = [
        await send(cast.stranger, endpoint, own),
        await send(cast.stranger, endpoint, missing),
      ]
      const withoutId = (text?: string) => text?.replace(/id=\d+/, 'id=?')
      const isAlike =
        real.status === unreal.status &&
        real.code === unreal.code &&
        withoutId(real.message) === withoutId(unreal.message)
      return isAlike ? {} : { real: real.message, unreal: unreal.message }
    })
    expect(faults).toEqual({})
  })

  it('takes the same number of queries to refuse as something that never existed', async () => {
    const missing = Object.fromEntries(
      Object.entries(own).map(([name, id]) => [name, typeof id === 'number' ? 987_654 : id]),
    ) as CallIds
    const faults = await findFaults(onTenants, async endpoint => {
      const foreignQueries = await countQueries(() => send(cast.stranger, endpoint, own))
      const absentQueries = await countQueries(() => send(cast.stranger, endpoint, missing))
      return foreignQueries === absentQueries && absentQueries > 0 ? {} : { foreignQueries, absentQueries }
    })
    expect(faults).toEqual({})
  })

  it('is refused before the rest of the request is looked at', async () => {
    const roles = [cast.creator, cast.internal, cast.external]
    const roleOf = ['content-creator', 'internal-approver', 'external-approver'] as const
    const faults = await findFaults(
      onTenants.filter(({ body }) => body),
      async endpoint => {
        const action = actionOf(endpoint)
        if (action === null) return {}
        const found: Record<string, unknown> = {}
        const body = { ...callBodies[nameOfCall(endpoint)]?.(own), nonsense: true }
        for (const [at, person] of roles.entries()) {
          if (can({ role: roleOf[at] ?? null }, action)) continue
          const { status, errors } = await send(person, endpoint, own, body)
          if (status !== 403 || errors) found[person.name] = status
        }
        const { status } = await send(cast.stranger, endpoint, own, body)
        if (status !== 404) found.stranger = status
        return found
      },
    )
    expect(faults).toEqual({})
  })

  it('is out of reach for an admin who mixes its ids with those of their own project', async () => {
    const faults = await findFaults(onTenants, async endpoint => {
      const found: Record<string, unknown> = {}
      const shown = (ids: CallIds) =>
        JSON.stringify([addressOfCall(endpoint, ids), callBodies[nameOfCall(endpoint)]?.(ids)])
      for (const key of Object.keys(own) as (keyof CallIds)[]) {
        const mixed = { ...own, [key]: foreign[key] }
        if (shown(mixed) === shown(own)) continue
        const { status, data } = await send(cast.admin, endpoint, mixed)
        // A list of named things leaves out those that are not found, or refuses each.
        const rows = Array.isArray(data) ? data : (data as { results?: unknown } | undefined)?.results
        const isEmpty = status === 200 && Array.isArray(rows) && rows.every(row => Boolean(row.refusal))
        if (!isEmpty && (status < 400 || status >= 500)) found[key] = status
      }
      return found
    })
    expect(faults).toEqual({})
  })

  it.each([
    ['an attachment', { media_actions: () => [{ action: 'attach', object_id: foreign.mediaId }] }],
    ['a thumbnail', { media_actions: () => [{ action: 'attach', thumbnail_object_id: foreign.mediaId }] }],
  ])('cannot be taken as %s of one’s own post', async (_, { media_actions }) => {
    const before = await countWrites(kit.db)
    const { status } = await kit.send(cast.admin, 'PUT', '/postssocials', {
      post_id: own.postId,
      project_id: own.projectId,
      post_socials: [{ id: own.socialId, media_actions: media_actions() }],
    })
    expect([404, 422]).toContain(status)
    expect(await countWrites(kit.db)).toBe(before)
  })

  it('cannot provide an approver for one’s own post', async () => {
    const { postId } = await prepareCalls(kit.db, cast.project)
    const before = await countWrites(kit.db)
    for (const field of ['concrete_internal_approver_id', 'concrete_external_approver_id']) {
      const body = { posts_ids: [postId], [field]: [cast.stranger.userId] }
      const { status } = await kit.send(cast.admin, 'POST', '/posts/approvals/batch', body)
      expect(status, field).toBeGreaterThanOrEqual(400)
    }
    expect(await countWrites(kit.db)).toBe(before)
  })

  it('includes other people’s accounts, through any call that names one', async () => {
    const ofAccounts = endpoints.filter(({ path }) => path.startsWith('/users/{userId}'))
    expect(ofAccounts.length).toBeGreaterThan(1)
    const creator = { ...own, userId: cast.creator.userId }
    const faults = await findFaults(ofAccounts, async endpoint => {
      const { status } = await send(cast.admin, endpoint, creator)
      return status === 404 ? {} : { status }
    })
    expect(faults).toEqual({})
  })
})

/** Fields that no call may set: who someone is, who owns something, what has happened to it. */
const privileged = {
  is_super_admin: true,
  is_confirmed: true,
  is_blocked: false,
  blocked_at: null,
  password_hash: 'x',
  owner_id: 1,
  created_by: 1,
  created_at: '2020-01-01',
  deleted_at: null,
  status: 'approved',
  storage_key: 'x',
  token_hash: 'x',
  cleared_digest: 'x',
  published_at: '2020-01-01',
}
/** A client sends a pool as it got it, and its `status` is not read; that of a notification setting says whether it is on. */
const harmless = [
  ...['POST /add-hashtag-pool status', 'PUT /update-hashtag-pool status'],
  'POST /update-all-notification-setting/{settingId} status',
  'POST /update-project-notification-setting/{settingId} status',
]
/** These two are refused as well, except in calls that are about them. */
const ofOthers = { agency_id: 1, role: 'agency-admin', user_id: 1 }

type Schema = {
  properties?: Record<string, Schema>
  anyOf?: Schema[]
  additionalProperties?: unknown
  [key: string]: unknown
}

/** The paths of all objects in a schema that would accept a field they do not name. */
const openObjects = (schema: unknown, at: string): string[] => {
  if (schema === null || typeof schema !== 'object') return []
  const { properties, additionalProperties } = schema as Schema
  const isOpen = properties !== undefined && additionalProperties !== false
  const inner = Object.entries(schema).flatMap(([name, part]) => openObjects(part, `${at}.${name}`))
  return isOpen ? [at, ...inner] : inner
}

const jsonOf = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema

/** The fields that a body, or any of its shapes, may have. */
const fieldsOf = (schema: Schema): string[] => [
  ...Object.keys(schema.properties ?? {}),
  ...(schema.anyOf ?? []).flatMap(fieldsOf),
]

describe('a body', () => {
  it('is closed to fields that its contract does not name, at any depth', () => {
    const open = withBody.flatMap(({ body, ...endpoint }) =>
      body ? openObjects(jsonOf(body), nameOfCall(endpoint)) : [],
    )
    expect(open).toEqual([])
  })

  it('names no field that nobody may set', () => {
    const named = withBody.flatMap(endpoint => {
      const fields = endpoint.body ? fieldsOf(jsonOf(endpoint.body)) : []
      return fields.filter(field => field in privileged).map(field => `${nameOfCall(endpoint)} ${field}`)
    })
    expect(named.filter(name => !harmless.includes(name))).toEqual([])
  })

  it('with a privileged field beside valid ones is refused by its name, and nothing is done', async () => {
    const operator = await buildPerson(kit.db, cast.project, 'super-admin')
    const faults = await findFaults(withBody, async endpoint => {
      const caller = endpoint.permission === 'super-admin' ? operator : cast.admin
      const body = callBodies[nameOfCall(endpoint)]?.(own) ?? {}
      const allowed = endpoint.body ? fieldsOf(jsonOf(endpoint.body)) : []
      const ids = endpoint.path.startsWith('/users/') ? { ...own, userId: cast.admin.userId } : own
      const faults: Record<string, unknown> = {}
      // No answer names more than twenty mistakes.
      for (const extra of [ofOthers, privileged]) {
        const requested = { ...extra, ...body }
        const { status, errors = {} } =
          endpoint.permission === 'approval-link'
            ? await sendByLink(kit, own.linkToken, [endpoint.method, endpoint.path], requested)
            : await send(caller, endpoint, ids, requested)
        const fields = Object.keys(extra).filter(field => !allowed.includes(field))
        const unnamed = fields.filter(field => !(field in errors))
        if ((fields.length > 0 && status !== 422) || unnamed.length > 0)
          Object.assign(faults, { status, unnamed })
      }
      return faults
    })
    expect(faults).toEqual({})
  })
})
