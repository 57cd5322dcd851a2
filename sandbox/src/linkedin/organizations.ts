import type { FastifyRequest } from 'fastify'
import { logoUrl } from '../platform/demo-accounts.ts'
import type { SandboxAccount } from '../platform/model.ts'
import type { HttpReply, Sandbox } from '../platform/sandbox.ts'
import {
  authenticate,
  type Caller,
  listIn,
  organizationOf,
  organizationUrn,
  pageOf,
  queryOf,
  urnInPath,
} from './call.ts'
import { invalid, LinkedinError, type LinkedinFault, notFound } from './errors.ts'
import { scopesFor } from './scopes.ts'
import { uploadLifeMs } from './uploads.ts'

const adminOnly: LinkedinFault = {
  status: 403,
  serviceErrorCode: 100,
  code: 'ACCESS_DENIED',
  message: "Viewer don't have permission to the ADMIN_ONLY VisibilityReduction of this organization",
}

/** `q=roleAssignee`: the organizations in which the person has a role; an empty list if there are none. */
export function findAcls(sandbox: Sandbox, request: FastifyRequest): HttpReply {
  const resource = 'organizationAcls.FINDER-roleAssignee'
  const caller = authenticate(sandbox, request, { scopes: scopesFor.administration, resource })
  const { q, role = 'ADMINISTRATOR', state = 'APPROVED' } = queryOf(request)
  if (q !== 'roleAssignee') {
    throw invalid('ILLEGAL_ARGUMENT', 'Resource method could not be resolved from request parameters.')
  }
  const { start, count } = pageOf(request)
  const all = role === 'ADMINISTRATOR' && state === 'APPROVED' ? caller.administers : []
  const elements = all.slice(start, start + count).map(id => ({
    roleAssignee: `urn:li:person:${caller.token.person ?? caller.token.account}`,
    state: 'APPROVED',
    role: 'ADMINISTRATOR',
    organization: organizationUrn({ id }),
  }))
  const next = `/rest/organizationAcls?q=roleAssignee&count=${count}&start=${start + count}`
  const links = start + count < all.length ? [{ type: 'application/json', rel: 'next', href: next }] : []
  return { status: 200, body: { paging: { start, count, links, total: all.length }, elements } }
}

function publicFields(account: SandboxAccount) {
  const name = { localized: { en_US: account.name }, preferredLocale: { country: 'US', language: 'en' } }
  return {
    id: Number(account.id),
    $URN: organizationUrn(account),
    vanityName: account.handle,
    localizedName: account.name,
    name,
    localizedWebsite: `https://${account.handle}.example`,
    primaryOrganizationType: 'NONE',
    logoV2: { original: logoAsset(account), cropped: logoAsset(account) },
  }
}

function adminFields(account: SandboxAccount) {
  return {
    ...publicFields(account),
    localizedDescription: account.about,
    defaultLocale: { country: 'US', language: 'en' },
    organizationStatus: 'OPERATING',
  }
}

const logoId = (account: SandboxAccount) => `C560BAQ${account.logo}${account.id}`
const logoAsset = (account: SandboxAccount) => `urn:li:digitalmediaAsset:${logoId(account)}`

/** A page's logo as the images endpoint returns it. */
export function logoOf(sandbox: Sandbox, urn: string) {
  const account = organizations(sandbox).find(each => urn === `urn:li:image:${logoId(each)}`)
  if (!account) return undefined
  return {
    id: urn,
    owner: organizationUrn(account),
    status: 'AVAILABLE',
    downloadUrl: logoUrl(sandbox.url(), account),
    downloadUrlExpiresAt: sandbox.now() + uploadLifeMs,
  }
}

function organizations(sandbox: Sandbox): SandboxAccount[] {
  return sandbox.store.list('account', { network: 'linkedin' })
}

/** `?ids=List(…)`: several of the caller's organizations. `?q=vanityName`: any organization by its exact name. */
export function findOrganizations(sandbox: Sandbox, request: FastifyRequest): HttpReply {
  const resource = 'organizations.GET'
  const caller = authenticate(sandbox, request, { scopes: scopesFor.organizations, resource })
  const { q, ids, vanityName } = queryOf(request)
  if (ids !== undefined)
    return { status: 200, body: batch(listIn(ids), id => ownDetails(sandbox, caller, id)) }
  if (q !== 'vanityName' || vanityName === undefined) {
    throw invalid('ILLEGAL_ARGUMENT', 'Resource method could not be resolved from request parameters.')
  }
  const elements = organizations(sandbox)
    .filter(({ handle }) => handle === vanityName)
    .map(publicFields)
  const paging = { start: 0, count: 10, links: [], total: elements.length }
  return { status: 200, body: { paging, elements } }
}

function ownDetails(sandbox: Sandbox, caller: Caller, id: string) {
  const account = organizationOf(sandbox, caller, id)
  if (account) return adminFields(account)
  throw sandbox.store.get('account', id)?.network === 'linkedin'
    ? new LinkedinError(adminOnly)
    : notFound(`Could not find organization ${id}`)
}

export function readOrganization(sandbox: Sandbox, request: FastifyRequest): HttpReply {
  const resource = 'organizations.GET'
  const caller = authenticate(sandbox, request, { scopes: scopesFor.organizations, resource })
  return { status: 200, body: ownDetails(sandbox, caller, urnInPath(request)) }
}

/** Public fields of organizations by their ids. */
export function lookUpOrganizations(sandbox: Sandbox, request: FastifyRequest): HttpReply {
  const resource = 'organizationsLookup.BATCH_GET'
  authenticate(sandbox, request, { scopes: scopesFor.organizations, resource })
  const found = batch(listIn(queryOf(request).ids), id => {
    const account = sandbox.store.get('account', id)
    if (account?.network !== 'linkedin') throw notFound(`Could not find organization ${id}`)
    return publicFields(account)
  })
  return { status: 200, body: found }
}

/** Rest.li's batch answer, in which each id succeeds or fails separately. */
function batch(ids: readonly string[], details: (id: string) => object) {
  const results: Record<string, object> = {}
  const errors: Record<string, LinkedinFault> = {}
  const statuses: Record<string, number> = {}
  for (const id of ids) {
    try {
      results[id] = details(id)
      statuses[id] = 200
    } catch (error) {
      if (!(error instanceof LinkedinError)) throw error
      errors[id] = error.fault
      statuses[id] = error.fault.status
    }
  }
  return { results, statuses, errors }
}
