import type { SandboxAccount, SocialNetwork, Token } from './model.ts'
import type { Sandbox } from './sandbox.ts'

export type TokenOwner = { account: SandboxAccount; token: Token }

/** Finds the account of a token that one of these networks issued. */
export function findTokenOwner(
  sandbox: Sandbox,
  text: string,
  issuers: readonly SocialNetwork[],
): TokenOwner | undefined {
  const token = sandbox.store.get('token', text)
  if (!token || !issuers.includes(token.network)) return undefined
  const account = sandbox.store.get('account', token.account)
  return account && { account, token }
}

/** The token of an `Authorization: Bearer …` header. */
export function bearerToken(header: string | undefined): string | undefined {
  return header?.match(/^(?:bearer|oauth)\s+(\S+)$/i)?.[1]
}
