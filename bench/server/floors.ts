import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Answer } from '../load.ts'
import { databaseUrl, type Stage, withDatabase } from '../stage.ts'

/** The bare servers that Galley is compared with (floor-process.ts). */
export type Floors = {
  readonly url: string
  /** Gives `/bytes` this answer, to the byte and with its encoding. */
  hold(answer: Answer): Promise<void>
  stop(): void
}

/** The text of an answer, whatever its encoding. */
export const textOf = ({ headers, body }: Answer): string => {
  const encoding = headers['content-encoding']
  if (encoding === 'br') return brotliDecompressSync(body).toString()
  return (encoding === 'gzip' ? gunzipSync(body) : body).toString()
}

/** Starts them. `/rows` reads the cards of this answer, each as it was sent. */
export const startFloors = async (stage: Stage, projectId: number, calendar: Answer): Promise<Floors> => {
  const { data } = JSON.parse(textOf(calendar)) as { data: { post_schedules: unknown[] } }
  await withDatabase(stage, async client => {
    await client.query(
      'create table if not exists bench_cards (project_id bigint, position int, card text, primary key (project_id, position))',
    )
    await client.query(
      'insert into bench_cards select $1, n, card from unnest($2::text[]) with ordinality as c (card, n)',
      [projectId, data.post_schedules.map(card => JSON.stringify(card))],
    )
    await client.query('analyze bench_cards')
  })
  const child = fork(path.join(import.meta.dirname, 'floor-process.ts'), [
    await databaseUrl(stage),
    String(projectId),
  ])
  const [url] = (await once(child, 'message')) as [string]
  return {
    url,
    hold: async ({ headers, body }) => {
      const kept = ['content-type', 'content-encoding'].flatMap(name =>
        headers[name] === undefined ? [] : [[name, String(headers[name])]],
      )
      child.send({ body: body.toString('base64'), headers: Object.fromEntries(kept) })
      await once(child, 'message')
    },
    stop: () => child.kill(),
  }
}
