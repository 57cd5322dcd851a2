import type { GraphCall } from '../meta/call.ts'
import { unreachableObject } from '../meta/errors.ts'
import { requireScopes } from '../meta/tokens.ts'
import type { SandboxAccount } from '../platform/model.ts'

/** Throws unless the called node is the token's own account and the token has these permissions. */
export function requireOwnAccount(call: GraphCall, ...scopes: string[]): void {
  if (call.node !== call.account.id) throw unreachableObject(call.node, call.request.method)
  requireScopes(call.token, ...scopes)
}

/** The professional account that a call names by `user_id`: the token's own, or the one linked to the token's page. */
export function namedAccount({ sandbox, account, params, request }: GraphCall): SandboxAccount {
  const named = sandbox.store.get('account', params.user_id ?? '')
  const isReached = named?.id === account.id || named?.account_details.fb_page_id === account.id
  if (named?.network === 'instagram' && isReached) return named
  throw unreachableObject(params.user_id ?? '', request.method)
}
