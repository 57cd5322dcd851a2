import type { FastifyRequest } from 'fastify'
import type { Account } from '../model.ts'
import type { Sandbox } from '../sandbox.ts'
import { bearerToken, identify } from '../tokens.ts'
import { GraphError, tokenFaults } from './errors.ts'
import { verifyAppSecretProof } from './proof.ts'

/** A Graph call once its parameters are gathered and its token is known. */
export type GraphCall = {
  sandbox: Sandbox
  request: FastifyRequest
  /** Query, form, multipart and JSON parameters alike; JSON values that are no text are kept as JSON text. */
  params: Record<string, string>
  /** The multipart file, when one came. */
  file: Buffer | undefined
  account: Account
  node: string
}

/** Gathers the parameters, checks the token and resolves `me`. Throws the GraphError that Meta would answer. */
export async function readCall(sandbox: Sandbox, request: FastifyRequest): Promise<GraphCall> {
  const { params, file } = await gatherParameters(request)
  const text = params.access_token ?? bearerToken(request.headers.authorization)
  if (!text) throw new GraphError(tokenFaults.missing)
  const known = identify(sandbox, text, ['facebook', 'instagram'])
  if (!known) throw new GraphError(tokenFaults.unreadable)
  if (known.token.state !== 'active') throw new GraphError(tokenFaults[known.token.state])
  verifyAppSecretProof(text, params.appsecret_proof)
  const { node = '' } = request.params as { node?: string }
  const { account } = known
  return { sandbox, request, params, file, account, node: node === 'me' ? account.id : node }
}

async function gatherParameters(request: FastifyRequest) {
  const params: Record<string, string> = { ...(request.query as Record<string, string>) }
  let file: Buffer | undefined
  if (request.isMultipart()) {
    for await (const part of request.parts()) {
      if (part.type === 'file') file = await part.toBuffer()
      else params[part.fieldname] = String(part.value)
    }
  } else if (request.body instanceof URLSearchParams) {
    for (const [name, value] of request.body) params[name] = value
  } else if (typeof request.body === 'object' && request.body !== null) {
    for (const [name, value] of Object.entries(request.body)) {
      params[name] = typeof value === 'string' ? value : JSON.stringify(value)
    }
  }
  return { params, file }
}
