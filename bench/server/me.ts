import { getMe } from '#domain/accounts/contract.ts'
import { searchProjects } from '#domain/projects/contract.ts'
import { line, runsLine } from '../figures.ts'
import { askOk, timesOf } from '../load.ts'
import { type Stage, signIn, withDatabase } from '../stage.ts'

const PROJECTS = 4004

/** `me` of a super-admin, who sees every project of the installation. */
export async function* benchMe(stage: Stage): AsyncGenerator<string> {
  await withDatabase(stage, async client => {
    const { rows } = await client.query<{ count: string }>(
      'select count(*) from projects where deleted_at is null',
    )
    const missing = Math.max(0, PROJECTS - Number(rows[0]?.count))
    await client.query(
      `with made as (insert into agencies (name) values ('Bench of many') returning id)
       insert into projects (agency_id, name, timezone)
       select id, 'Bench project ' || n, 'Europe/Berlin' from made, generate_series(1, $1::int) n`,
      [missing],
    )
    await client.query('analyze projects')
  })
  const authorization = `Bearer ${await signIn(stage, 'sam@galley.example')}`
  const call = { url: `${stage.url}/api${getMe.path}`, headers: { authorization, 'accept-encoding': 'br' } }
  const { body, headers } = await askOk(call)
  const encoding = String(headers['content-encoding'] ?? 'not compressed')
  const plain = await askOk({ ...call, headers: { authorization, 'accept-encoding': 'identity' } })
  yield line(`me of a super-admin with ${PROJECTS} projects`, body.length / 1000, ' kB', {
    aim: { most: 40 },
    more: `${encoding}, ${Math.round(plain.body.length / 1000)} kB of text`,
  })
  yield runsLine('  time', await timesOf(call, 20), ' ms')
  const search = { ...call, url: `${stage.url}/api${searchProjects.path}?q=many+project+39` }
  yield runsLine('  a search among them', await timesOf(search, 20), ' ms')
}
