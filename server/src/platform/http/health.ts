import os from 'node:os'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { fail } from '#domain/kernel/failure.ts'
import { isDatabaseAway } from '#server/platform/db/database.ts'
import { isFull } from '#server/platform/free-space.ts'
import { version } from '#server/platform/version.ts'
import { sendFailure } from './answers/answer.ts'
import type { Services } from './route.ts'

/** A slower database is of no use to people who wait for a page. */
const DATABASE_ANSWER_MS_MAX = 3_000

/** Queries the database at most once at a time, however many requests arrive: the endpoint is open to everyone. */
const makeDatabaseCheck = ({ db }: Services): (() => Promise<boolean>) => {
  let asking: Promise<boolean> | null = null
  const ask = async (): Promise<boolean> => {
    let timer: NodeJS.Timeout | undefined
    const tooLate = new Promise<boolean>(resolve => {
      timer = setTimeout(resolve, DATABASE_ANSWER_MS_MAX, false)
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

/** Why this process cannot do its work, in words for the people who monitor it; null: it can. */
const findReadinessProblem = async (
  { config }: Services,
  doesDatabaseAnswer: () => Promise<boolean>,
  isFolderFull: typeof isFull,
): Promise<string | null> => {
  if (!(await doesDatabaseAnswer()))
    return 'its database does not answer. It goes on as soon as the database is back.'
  const usesOwnDisk = !config.DATABASE_URL || !config.S3_BUCKET
  const folders = [...(usesOwnDisk ? [config.dataDir] : []), os.tmpdir()]
  return folders.some(isFolderFull) ? 'its disk is full. It goes on as soon as there is space again.' : null
}

/**
 * `/api/health`: this process answers; restart it if it does not. `/api/ready`: it can do its work, so the database answers and the disk has room.
 * Route people elsewhere while it does not, but do not restart it: it continues by itself when the database is back. `/api/version`: which
 * version it is.
 */
export const registerHealth = (app: FastifyInstance, services: Services, isFolderFull = isFull): void => {
  const doesDatabaseAnswer = makeDatabaseCheck(services)
  app.get('/api/health', async () => ({ data: { status: 'alive' } }))
  app.get('/api/version', async () => ({ data: { version } }))
  app.get('/api/ready', async (_request, reply) => {
    const problem = await findReadinessProblem(services, doesDatabaseAnswer, isFolderFull)
    return problem === null
      ? { data: { status: 'ready' } }
      : sendFailure(reply, fail('unavailable', { message: `Galley is running, but ${problem}` }))
  })
}
