import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { publishTimings } from '#domain/publishing/timings.ts'
import { ownServer } from './test-servers.ts'

/** The database of the Galley under test. */
export const databaseUrl = async (): Promise<string> => {
  if (process.env.E2E_DATABASE_URL !== undefined) return process.env.E2E_DATABASE_URL
  const path = `${ownServer().dataDir}/postgres.json`
  const { password, port } = JSON.parse(await readFile(path, 'utf8')) as { password: string; port: number }
  return `postgres://galley:${password}@127.0.0.1:${port}/galley`
}

/**
 * Makes the post at this address look as if it was sent so long ago that Galley stops looking for it. No setting shortens that time and no
 * journey can wait for it. Everything that follows is Galley's own work.
 */
export async function ageUnansweredPublication(address: string): Promise<void> {
  const client = new pg.Client({ connectionString: await databaseUrl() })
  await client.connect()
  const age = `${publishTimings.giveUpAfterMs} milliseconds`
  const sent = () =>
    client.query(
      `update publications set sending_at = sending_at - $2::interval, run_at = now()
       where status = 'unknown' and post_social_id in (select id from post_socials where post_id = $1)`,
      [new URL(address).searchParams.get('postId'), age],
    )
  try {
    const until = Date.now() + 60_000
    while ((await sent()).rowCount === 0) {
      if (Date.now() > until) throw new Error('The post has no publication with an unknown result')
      await new Promise(resolve => setTimeout(resolve, 250))
    }
  } finally {
    await client.end()
  }
}
