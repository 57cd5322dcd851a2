import pg from 'pg'
import { getMe } from '#domain/accounts/contract.ts'
import { readConfig } from '#server/config.ts'
import { signedUrlOf } from '#server/platform/storage/signed-url.ts'
import { describeLoad, load } from './load.ts'
import { databaseUrl, type Stage, signIn } from './stage.ts'

/** Storage keys of pictures that the demo's posts show. */
const readKeys = async (stage: Stage): Promise<string[]> => {
  const client = new pg.Client({ connectionString: await databaseUrl(stage) })
  await client.connect()
  const { rows } = await client.query<{ storage_key: string }>(
    'select distinct m.storage_key from medias m join attachments a on a.media_id = m.id where m.has_previews and m.storage_key !~ $1 limit 20',
    ['^bench'],
  )
  await client.end()
  return rows.map(row => row.storage_key)
}

/**
 * A thumbnail as the calendar fetches it, compared in one run with the same file at a signed address, which asks nobody, as every
 * address did before. Six connections, as a browser opens.
 */
export const benchThumbnails = async (stage: Stage, seconds: number): Promise<string[]> => {
  const config = readConfig({ PORT: new URL(stage.url).port, DATA_DIR: stage.dataDir })
  const [key] = await readKeys(stage)
  if (!key) throw new Error('the demo has no pictures')
  const headers = { authorization: `Bearer ${await signIn(stage, 'ada@bluebird.example')}` }
  const me = await fetch(`${stage.url}/api${getMe.path}`, { headers })
  const cookie = (me.headers.get('set-cookie') ?? '').replace(/;.*/, '')
  const path = `/media/${key}/small`
  const run = (url: string, more: Record<string, string> = {}) =>
    load({ url, connections: 6, seconds, headers: more })
  const url = `${stage.url}${path}`
  await load({ url, connections: 6, seconds: 1, headers: { cookie } })
  const open = await run(signedUrlOf({ ...config, publicUrl: stage.url }, path, new Date()))
  const asked = await run(url, { cookie })
  const { headers: first } = await fetch(url, { headers: { cookie } })
  const again = await run(url, { cookie, 'if-none-match': first.get('etag') ?? '' })
  return [
    describeLoad('thumbnail, nobody asked', open),
    describeLoad('thumbnail, by session and project', asked),
    `${'ratio'.padEnd(34)} p50 ${(asked.p50 / open.p50).toFixed(2)}×   throughput ${(open.perSecond / asked.perSecond).toFixed(2)}×`,
    // Autocannon counts a 304 as an answer that is not 2xx.
    describeLoad('thumbnail that the browser has', { ...again, failed: 0 }),
    `a calendar of 300 posts asks for 300 thumbnails in ${(300 / asked.perSecond).toFixed(2)} s, before in ${(300 / open.perSecond).toFixed(2)} s; within the hour for none`,
  ]
}
