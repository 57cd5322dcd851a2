import type {
  FastifyRateLimitOptions,
  FastifyRateLimitStore,
  FastifyRateLimitStoreCtor,
} from '@fastify/rate-limit'
import { countAttempt } from '#server/platform/session/attempts.ts'
import type { Services } from './route.ts'

type Place = { readonly routeInfo?: { readonly method?: unknown; readonly url?: unknown } }

/**
 * Counts the limits on network addresses in the database, so that they hold across all processes. If it is down, the call is answered
 * `unavailable`: an uncounted limit would be no limit.
 */
export const sharedStore = ({ db, clock }: Pick<Services, 'db' | 'clock'>): FastifyRateLimitStoreCtor =>
  class SharedStore implements FastifyRateLimitStore {
    readonly #place: string
    constructor(options: FastifyRateLimitOptions) {
      const { method, url } = (options as Place).routeInfo ?? {}
      this.#place = `${String(method)} ${String(url)}`
    }
    incr(key: string, done: Parameters<FastifyRateLimitStore['incr']>[1], windowMs: number): void {
      countAttempt(db, `${this.#place} from ${key}`, windowMs, clock.now()).then(
        ({ times, endsInMs }) => done(null, { current: times, ttl: endsInMs }),
        (error: Error) => done(error),
      )
    }
    child(options: object): FastifyRateLimitStore {
      return new SharedStore(options)
    }
  }
