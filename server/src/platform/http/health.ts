import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { fail } from '#domain/kernel/failure.ts'
import { isDatabaseAway } from '#server/platform/db/database.ts'
import { version } from '#server/platform/version.ts'
import { sendFailure } from './answers/answer.ts'
import type { Services } from './route.ts'

/** A slower database is of no use to people who wait for a page. */
const PATIENCE_MS = 3_000

/** Queries the database at most once at a time, however many requests arrive: the endpoint is open to everyone. */
const databaseQuestion = ({ db }: Services): (() => Promise<boolean>) => {
  let asking: Promise<boolean> | null = null
  const ask = async (): Promise<boolean> => {
    let timer: NodeJS.Timeout | undefined
    const tooLate = new Promise<boolean>(resolve => {
      timer = setTimeout(resolve, PATIENCE_MS, false)
    })
    const answer = sql`select 1`.execute(db).then(
      () => true,
      error => {
        if (isDatabaseAway(error)) return false
        throw error
      },
    )
    return Promise.race([answer, tooLate]).finally(() => clearTimeout(timer))
  }
  return () => {
    asking ??= ask().finally(() => {
      asking = null
    })
    return asking
  }
}

/**
 * `/api/health`: this process answers; restart it if it does not. `/api/ready`: it can do its work, so the database answers as well.
 * Route people elsewhere while it does not, but do not restart it: it continues by itself when the database is back. `/api/version`: which
 * version it is.
 */
export const registerHealth = (app: FastifyInstance, services: Services): void => {
  const doesDatabaseAnswer = databaseQuestion(services)
  app.get('/api/health', async () => ({ data: { status: 'alive' } }))
  app.get('/api/version', async () => ({ data: { version } }))
  app.get('/api/ready', async (_request, reply) =>
    (await doesDatabaseAnswer())
      ? { data: { status: 'ready' } }
      : sendFailure(
          reply,
          fail('unavailable', {
            message:
              'Galley is running, but its database does not answer. It goes on as soon as the database is back.',
          }),
        ),
  )
}
