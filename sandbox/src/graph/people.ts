import { pageNode } from '../facebook/nodes.ts'
import type { UserCall } from '../meta/call.ts'
import { GraphError } from '../meta/errors.ts'
import { pick, readFields } from '../meta/fields.ts'
import { graphList, readSlice } from '../meta/paging.ts'
import { hasScope, issuePageToken, personOf, requireScopes } from '../meta/tokens.ts'
import type { Person, SandboxAccount, Token } from '../platform/model.ts'
import type { HttpReply } from '../platform/sandbox.ts'

/** All tasks of a page, since its administrators may do everything. */
const tasks = ['ADVERTISE', 'ANALYZE', 'CREATE_CONTENT', 'MESSAGING', 'MODERATE', 'MANAGE']

function requirePerson({ sandbox, token }: UserCall): Person {
  const person = personOf(sandbox, token)
  if (person) return person
  throw new GraphError({ message: '(#100) Tried accessing nonexisting field on node type (Page)', code: 100 })
}

/** The person of a user token; undefined for other tokens, whose `me` is a page. */
export function readMe(call: UserCall): HttpReply | undefined {
  const person = personOf(call.sandbox, call.token)
  if (!person) return undefined
  const { id, name, email } = person
  const shown = { id, name, email: hasScope(call.token, 'email') ? email : undefined }
  return { status: 200, body: pick(shown, readFields(call.params.fields ?? 'id,name', 'User')) }
}

export function listPermissions(call: UserCall): HttpReply {
  const { scopes = [], declined = [] } = call.token
  requirePerson(call)
  const as = (status: string) => (permission: string) => ({ permission, status })
  return { status: 200, body: { data: [...scopes.map(as('granted')), ...declined.map(as('declined'))] } }
}

/** The person removes the app: revokes every token of this person. */
export function removePermissions(call: UserCall): HttpReply {
  const { store } = call.sandbox
  const person = requirePerson(call)
  const mine = (token: Token) => token.person === person.id
  for (const token of store.list('token').filter(mine)) store.put('token', { ...token, state: 'revoked' })
  return { status: 200, body: { success: true } }
}

/** The pages that the person administers, each with its own token; none without the permission to list them. */
export function listPages(call: UserCall): HttpReply {
  const { sandbox, token, params } = call
  const person = requirePerson(call)
  const all = hasScope(token, 'pages_show_list')
    ? person.administers.flatMap(id => sandbox.store.get('account', id) ?? [])
    : []
  const slice = readSlice(params)
  const fields = readFields(params.fields ?? 'access_token,category,category_list,name,id,tasks', 'Page')
  const data = all
    .slice(slice.offset, slice.offset + slice.limit)
    .map(page =>
      pick(
        { ...visiblePage(call, page), access_token: issuePageToken(sandbox, token, page).id, tasks },
        fields,
      ),
    )
  const summary = params.summary && { summary: { total_count: all.length } }
  return { status: 200, body: { ...graphList(call, data, slice, all.length), ...summary } }
}

/** A page as this token may see it. */
function visiblePage({ sandbox, token }: UserCall, page: SandboxAccount) {
  const { instagram_business_account: instagram, ...node } = pageNode(sandbox, page)
  return { ...node, ...(hasScope(token, 'instagram_basic') && { instagram_business_account: instagram }) }
}

/** The businesses that the person belongs to. */
export function listBusinesses(call: UserCall): HttpReply {
  const { businesses = [] } = requirePerson(call)
  requireScopes(call.token, 'business_management')
  const slice = readSlice(call.params)
  const fields = readFields(call.params.fields ?? 'id,name', 'Business')
  const shown = businesses.slice(slice.offset, slice.offset + slice.limit)
  const data = shown.map(({ id, name }) => pick({ id, name }, fields))
  return { status: 200, body: graphList(call, data, slice, businesses.length) }
}

/** A business's pages, with tokens only for those assigned to the person; undefined if the node is not one of the person's businesses. */
export const listBusinessPages =
  (kind: 'owned' | 'client') =>
  (call: UserCall): HttpReply | undefined => {
    const { sandbox, token, params, request } = call
    const { node } = request.params as { node: string }
    const business = personOf(sandbox, token)?.businesses?.find(({ id }) => id === node)
    if (!business) return undefined
    requireScopes(token, 'business_management', 'pages_show_list')
    const fields = readFields(params.fields ?? 'id,name', 'Page')
    if (fields.has('tasks'))
      throw new GraphError({ message: '(#100) Tried accessing nonexisting field (tasks)', code: 100 })
    const all = business[kind].flatMap(id => sandbox.store.get('account', id) ?? [])
    const slice = readSlice(params)
    const data = all.slice(slice.offset, slice.offset + slice.limit).map(page => {
      const access = business.assigned.includes(page.id) && {
        access_token: issuePageToken(sandbox, token, page).id,
      }
      return pick({ ...visiblePage(call, page), ...access }, fields)
    })
    return { status: 200, body: graphList(call, data, slice, all.length) }
  }
