import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type {
  AccessGrant,
  AccountChoice,
  AccountChoices,
  ConnectRefused,
} from '#server/networks/connector.ts'
import { isOk, parseBody, type Reply } from '#server/platform/http/outgoing-requests/client.ts'
import { type Bearer, encodeUrn, type LinkedinApi, linkedinOutcome } from './api.ts'

/** LinkedIn refuses a new token for some seconds (docs/product/linkedin.md "Login"). */
const SETTLING_MS = [300, 1_000, 2_000, 3_000]
const PAGE = 100
/** Nobody administers more organizations; this guards against an endless list. */
const PAGES_MAX = 20
/** A longer list of ids would make the URL too long. */
const BATCH = 50

/** Roles that may post (docs/product/linkedin.md "Organizations"). */
const postingRoles = [
  'ADMINISTRATOR',
  'CONTENT_ADMINISTRATOR',
  'CONTENT_ADMIN',
  'DIRECT_SPONSORED_CONTENT_POSTER',
]

const acl = z.object({
  role: z.string(),
  state: z.string().default('APPROVED'),
  organization: z.string().optional(),
  organizationTarget: z.string().optional(),
  organizationalTarget: z.string().optional(),
})
const acls = z.object({ elements: z.array(acl) })

/** An organization in LinkedIn's answers (docs/product/linkedin.md "Organizations"). */
export const organization = z.object({
  id: z.number(),
  localizedName: z.string(),
  vanityName: z.string().default(''),
  logoV2: z.object({ original: z.string() }).partial().optional(),
})
export type Organization = z.output<typeof organization>

/** All organizations that the person may post for; possibly none. */
export const listOrganizations = async (
  api: LinkedinApi,
  grant: AccessGrant,
  lacks: readonly string[],
): Promise<AccountChoices | ConnectRefused> => {
  const bearer = { token: grant.token }
  const profile = await retryWhileUnknown(() => api.getUnversioned(bearer, 'me'))
  // Nothing of it is needed; it only shows whether LinkedIn knows the token yet.
  if (profile.kind === 'answered' && profile.status === 401) return refused(profile)
  const ids = await listIds(api, bearer)
  if (!Array.isArray(ids)) return refused(ids)
  const found = await readDetails(api, bearer, ids)
  const choices = await Promise.all(
    ids.map(async (id): Promise<AccountChoice> => {
      const details = found.get(id)
      const name = details?.localizedName ?? `LinkedIn page ${id}`
      return {
        externalId: id,
        name,
        details: { organizationName: name, vanityName: details?.vanityName ?? '' },
        logoUrl: details ? await findLogo(api, bearer, details) : null,
        grant,
        lacks,
      }
    }),
  )
  return { kind: 'choices', choices }
}

const errorCode = z.object({ code: z.string() })

/** Makes the first call with a new token and retries while LinkedIn does not know the token yet. */
const retryWhileUnknown = async (call: () => Promise<Reply>): Promise<Reply> => {
  let reply = await call()
  for (const pause of SETTLING_MS) {
    if (parseBody(reply, errorCode)?.code !== 'REVOKED_ACCESS_TOKEN') return reply
    await sleep(pause)
    reply = await call()
  }
  return reply
}

const listIds = async (api: LinkedinApi, bearer: Bearer): Promise<string[] | Reply> => {
  const ids = new Set<string>()
  for (let page = 0; page < PAGES_MAX; page++) {
    const reply = await api.get(
      bearer,
      `organizationAcls?q=roleAssignee&state=APPROVED&count=${PAGE}&start=${page * PAGE}`,
    )
    const elements = isOk(reply) ? parseBody(reply, acls)?.elements : undefined
    if (!elements) return reply
    for (const each of elements) {
      const urn = each.organization ?? each.organizationTarget ?? each.organizationalTarget
      const id = urn?.match(/^urn:li:organization:(\d+)$/)?.[1]
      if (id && each.state === 'APPROVED' && postingRoles.includes(each.role)) ids.add(id)
    }
    if (elements.length < PAGE) break
  }
  return [...ids]
}

const batch = z.object({ results: z.record(z.string(), z.unknown()) })

/** Reads in batches, or one by one if the app's tier has no batch reads (docs/product/linkedin.md "Permissions"). Unreadable ones are left out. */
const readDetails = async (
  api: LinkedinApi,
  bearer: Bearer,
  ids: readonly string[],
): Promise<Map<string, Organization>> => {
  const found = new Map<string, Organization>()
  const put = (id: string, json: unknown) => {
    const parsed = organization.safeParse(json)
    if (parsed.success) found.set(id, parsed.data)
  }
  for (let at = 0; at < ids.length; at += BATCH) {
    const some = ids.slice(at, at + BATCH)
    const reply = await api.get(bearer, `organizations?ids=List(${some.join(',')})`)
    for (const [id, json] of Object.entries(parseBody(reply, batch)?.results ?? {})) put(id, json)
    for (const id of some) {
      if (found.has(id)) continue
      const one = await api.get(bearer, `organizations/${id}`)
      if (isOk(one)) put(id, one.json)
    }
  }
  return found
}

const image = z.object({ downloadUrl: z.string() })

/** The URL of an organization's logo, or null. Its asset has the same id under an older URN type. */
export const findLogo = async (
  api: LinkedinApi,
  bearer: Bearer,
  { logoV2 }: Organization,
): Promise<string | null> => {
  const urn = logoV2?.original?.replace(':digitalmediaAsset:', ':image:')
  if (!urn) return null
  return parseBody(await api.get(bearer, `images/${encodeUrn(urn)}`), image)?.downloadUrl ?? null
}

const refused = (reply: Reply): ConnectRefused => {
  const response = reply.text
  if (reply.kind !== 'answered' || reply.ok) return { kind: 'refused', reason: 'down', response }
  const outcome = linkedinOutcome(reply)
  if (outcome.kind !== 'reconnect_needed') return { kind: 'refused', reason: 'down', response }
  return { kind: 'refused', reason: outcome.reason ? 'permission' : 'invalid', response }
}
