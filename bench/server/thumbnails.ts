import { getMe } from '#domain/accounts/contract.ts'
import { readConfig } from '#server/config.ts'
import { signedUrlOf } from '#server/platform/storage/signed-url.ts'
import { askOk, describeRatios, describeRounds, interleave, ratiosOf } from '../load.ts'
import { type Stage, signIn, withDatabase } from '../stage.ts'

/** The storage key of a picture that a post of the demo shows. */
const readKey = (stage: Stage): Promise<string> =>
  withDatabase(stage, async client => {
    const { rows } = await client.query<{ storage_key: string }>(
      `select m.storage_key from medias m join attachments a on a.media_id = m.id
       join post_socials s on s.id = a.post_social_id where m.has_previews and s.project_id = 1 order by m.id limit 1`,
    )
    const [first] = rows
    if (!first) throw new Error('the demo has no pictures')
    return first.storage_key
  })

/**
 * A thumbnail as the calendar fetches it, against the same file at a signed address, which asks nobody. Six connections, as a browser
 * opens.
 */
export async function* benchThumbnails(stage: Stage, seconds: number): AsyncGenerator<string> {
  const config = readConfig({ PORT: new URL(stage.url).port, DATA_DIR: stage.dataDir })
  const path = `/media/${await readKey(stage)}/small`
  const url = `${stage.url}${path}`
  const token = await signIn(stage, 'ada@bluebird.example')
  const me = await askOk({
    url: `${stage.url}/api${getMe.path}`,
    headers: { authorization: `Bearer ${token}` },
  })
  const cookie = String(me.headers['set-cookie'] ?? '').replace(/;.*/, '')
  const { headers } = await askOk({ url, headers: { cookie } })
  const unchanged = { cookie, 'if-none-match': String(headers.etag ?? '') }
  const rounds = await interleave(
    [
      { name: 'asked', call: { url, headers: { cookie } } },
      { name: 'open', call: { url: signedUrlOf({ ...config, publicUrl: stage.url }, path, new Date()) } },
      { name: 'unchanged', call: { url, headers: unchanged } },
    ],
    { seconds, connections: 6 },
  )
  yield describeRounds('thumbnail, by session and project', rounds, 0)
  yield describeRounds('  floor: the same file, nobody asked', rounds, 1)
  yield `  ${'it is faster'.padEnd(46)} ${describeRatios(ratiosOf(rounds, 1, 0))}`
  yield describeRounds('thumbnail that the browser has', rounds, 2)
}
