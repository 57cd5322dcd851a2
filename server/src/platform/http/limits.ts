import type {
  FastifyRateLimitOptions,
  FastifyRateLimitStore,
  FastifyRateLimitStoreCtor,
} from '@fastify/rate-limit'
import { countAttempt } from '#server/platform/session/attempts.ts'
import type { Services } from './route.ts'

type Place = { readonly routeInfo?: { readonly method?: unknown; readonly url?: unknown } }

/**
 * Where the limits on network addresses are counted: in the database, so that they hold for all processes together. When it is away the
 * call is answered `unavailable`; a limit that is not counted would be none.
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
