import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Cost, callsPerMinute, PEOPLE_AT_AN_ADDRESS } from '#domain/kernel/call-costs.ts'
import { type Failure, fail } from '#domain/kernel/failure.ts'
import type { Config } from '#server/config.ts'
import { oncePer } from '#server/platform/jobs/batches.ts'
import { waitBefore } from '#server/platform/session/attempts.ts'
import type { Person } from '#server/platform/session/scope.ts'
import { refuse } from './refuse-body.ts'
import type { Route, Services } from './route.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the contract says that a call costs. */
    readonly cost?: Cost
  }
}

const WINDOW_MS = 60_000
/** More than any office: a flood from more addresses than this is no longer counted by address until the minute is over. */
const ADDRESSES_MAX = 100_000

/**
 * Counts in memory, by the minute, all subjects at once: no timer, and nothing to sweep. @param now milliseconds of any steady clock
 * @returns the seconds until the subject may go on; null: at once
 */
export const countByMinute = (now: () => number = () => performance.now()) => {
  let counts = new Map<string, number>()
  let ends = now() + WINDOW_MS
  return (subject: string, most: number): number | null => {
    if (now() >= ends) {
      counts = new Map()
      ends = now() + WINDOW_MS
    }
    const times = (counts.get(subject) ?? 0) + 1
    if (times > 1 || counts.size < ADDRESSES_MAX) counts.set(subject, times)
    return times <= most ? null : Math.max(1, Math.ceil((ends - now()) / 1000))
  }
}

/** What a browser gets of a page by the dozen: a file costs less than a call. */
const FILES_PER_CALL = 5

/** How often a call may be made from one address, and under which name it is counted; null: without a limit. */
const limitOf = ({ routeOptions, url }: FastifyRequest, { CALLS_PER_MINUTE }: Config) => {
  // For monitoring, which must learn of a flood.
  if (routeOptions.url === '/api/health' || routeOptions.url === '/api/ready') return null
  const ofOne = (cost: Cost) => callsPerMinute(cost, CALLS_PER_MINUTE) * PEOPLE_AT_AN_ADDRESS
  // The route's, since an address may be written as `/%61pi`.
  if (!(routeOptions.url ?? url).startsWith('/api'))
    return { name: 'files', most: ofOne('usual') * FILES_PER_CALL }
  const cost = routeOptions.config.cost ?? 'usual'
  return { name: cost, most: ofOne(cost) }
}

/**
 * The limit of each network address on every request, before anything is looked up or read. It protects this process's own thread, so
 * each process counts by itself (docs/decisions/0108-a-limit-for-every-call.md).
 */
export const limitAddresses = (app: FastifyInstance, { config }: Services): void => {
  const count = countByMinute()
  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    const limit = limitOf(request, config)
    const wait = limit && count(`${limit.name} ${normalizeIP(request.ip)}`, limit.most)
    return wait === null ? undefined : refuse(request, reply, fail('too_many_requests', { wait }))
  })
}

/** Those who use a process, each with their calls of the minute. */
const countsOf = oncePer((_config: Config) => countByMinute())

/**
 * The limit of each person, and of each link. What is `heavy` costs what all processes share, so they count it together; the rest each
 * process counts for itself. @returns null if the call may be made
 */
export const refuseTooMany = async (
  { db, clock, config }: Services,
  { endpoint }: Route,
  { userId, byLink }: Person,
): Promise<Failure | null> => {
  const cost = endpoint.cost ?? 'usual'
  const most = callsPerMinute(cost, config.CALLS_PER_MINUTE)
  const subject = byLink ? `${cost} calls by link ${byLink.linkId}` : `${cost} calls of ${userId}`
  const wait =
    cost === 'heavy'
      ? await waitBefore(db, { subject, times: most, minutes: 1 }, clock.now())
      : countsOf(config)(subject, most)
  return wait === null ? null : fail('too_many_requests', { wait })
}
