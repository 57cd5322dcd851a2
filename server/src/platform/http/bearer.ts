import type { FastifyRequest } from 'fastify'

/** The token of `Authorization: Bearer …`; null if there is none or it cannot be one of ours. */
export const bearerOf = (request: FastifyRequest): string | null =>
  /^Bearer ([\w-]{20,200})$/.exec(request.headers.authorization ?? '')?.[1] ?? null
