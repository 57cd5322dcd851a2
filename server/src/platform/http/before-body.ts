import type { FastifyReply, FastifyRequest } from 'fastify'
import { fail, isFailure } from '#domain/kernel/failure.ts'
import { bearerOf } from './bearer.ts'
import { findCaller } from './handle.ts'
import { isForm, refuse } from './refuse-body.ts'
import type { Route, Services } from './route.ts'

/** Reading a body up to here takes less than a query for its session alone; the gate then finds session and project in one. */
const SMALL_BODY_BYTES = 20_000

const hasLargeBody = ({ headers }: FastifyRequest): boolean => {
  const length = headers['content-length']
  return length === undefined ? headers['transfer-encoding'] !== undefined : Number(length) > SMALL_BODY_BYTES
}

/**
 * Refuses somebody without a session before anything of the body is read, so that only people with an account can make Galley parse what
 * is large (docs/decisions/0115-measured-before-parsed.md).
 */
export const makeSessionCheck =
  (services: Services, route: Route) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    if (route.needs === 'nobody') return undefined
    const isLarge = hasLargeBody(request)
    const caller =
      bearerOf(request) === null
        ? fail('unauthenticated')
        : isLarge && !isForm(request)
          ? await findCaller(services, route, request, null)
          : null
    if (!isFailure(caller)) return undefined
    return refuse(request, reply, caller)
  }
