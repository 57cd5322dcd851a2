import { parseArgs } from 'node:util'
import { leaveNothing } from '../tools/suite/leave-nothing.ts'
import type { Call } from './connection.ts'
import { line, runsLine } from './figures.ts'
import { LARGE, monthAhead, SMALL } from './fill/month.ts'
import { askOk, describeRatios, describeRounds, interleave, ratiosOf, timesOf } from './load.ts'
import { calendarPath, fillMonths } from './server/calendar.ts'
import { draftCall } from './server/drafts.ts'
import { demoPassword, removeStage, type Stage, startStage } from './stage.ts'

// npm run bench:requests: the request part against any address, and two addresses side by side in turns (docs/measuring.md).
leaveNothing()
const { values } = parseArgs({
  options: {
    url: { type: 'string', multiple: true, default: [] },
    checkout: { type: 'string', multiple: true, default: [] },
    email: { type: 'string', multiple: true, default: ['ada@bluebird.example'] },
    password: { type: 'string', multiple: true, default: [demoPassword] },
    header: { type: 'string', multiple: true, default: [] },
    encoding: { type: 'string', default: 'br, gzip' },
    paths: { type: 'string', multiple: true, default: [] },
    send: { type: 'string', multiple: true, default: [] },
    seconds: { type: 'string', default: '9' },
    connections: { type: 'string', default: '4' },
  },
})

/** One call of a product that is measured, under the name that both products share. */
type Named = { readonly name: string; readonly call: Call }
type Product = { readonly name: string; readonly calls: readonly Named[] }

/** The n-th of what was given, or the last: one password may serve both products. */
const nth = (list: readonly string[], n: number): string => list[n] ?? list.at(-1) ?? ''

/** Signs in as Galley does; with `--header` a product that signs in otherwise is asked as somebody who has signed in already. */
const headersFor = async (url: string, n: number): Promise<Record<string, string>> => {
  const given = values.header[n]
  const encoding = { 'accept-encoding': values.encoding }
  if (given !== undefined) {
    const [name = '', ...rest] = given.split(':')
    return { ...encoding, [name.trim()]: rest.join(':').trim() }
  }
  const { body } = await askOk({
    url: `${url}/api/auth/signin`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: nth(values.email, n), password: nth(values.password, n) }),
  })
  const { data } = JSON.parse(body.toString()) as { data: { token: string } }
  return { ...encoding, authorization: `Bearer ${data.token}` }
}

/**
 * What is asked of the n-th address: the paths of its `--paths`, separated by blanks, which are read, and those of its `--send`, each
 * with the JSON that is sent to it.
 */
const productAt = async (address: string, n: number): Promise<Product> => {
  const url = address.replace(/\/$/, '')
  const headers = await headersFor(url, n)
  const reads = nth(values.paths, n)
    .split(/\s+/)
    .filter(Boolean)
    .map((path): Named => ({ name: path, call: { url: url + path, headers } }))
  const [, path, body] = /^(\S+)\s+(.+)$/s.exec(nth(values.send, n)) ?? []
  const json = { ...headers, 'content-type': 'application/json' }
  const writes: Named[] = path
    ? [{ name: `POST ${path}`, call: { url: url + path, method: 'POST', headers: json, body: body ?? '' } }]
    : []
  const calls = [...reads, ...writes]
  if (calls.length === 0)
    throw new Error('say with --paths what to ask for, such as "/api/auth/me /api/projects/1"')
  return { name: url, calls }
}

/** A checkout of Galley, this one or an older one: started on fresh data with months of posts. */
const productOf = async (stage: Stage, folder: string, n: number): Promise<Product> => {
  const month = monthAhead(new Date())
  const { large, small } = await fillMonths(stage, month)
  const headers = await headersFor(stage.url, n)
  const token = headers.authorization?.replace('Bearer ', '') ?? ''
  const read = (name: string, path: string): Named => ({ name, call: { url: stage.url + path, headers } })
  return {
    name: folder,
    calls: [
      read(`calendar, month of ${LARGE}`, calendarPath(large, month)),
      read(`calendar, month of ${SMALL}`, calendarPath(small, month)),
      { name: 'create draft, three networks', call: draftCall(stage.url, token, large) },
      read('me', '/api/auth/me'),
    ],
  }
}

const measure = async (products: readonly Product[]): Promise<void> => {
  const [first, second] = products
  for (const [k, { name }] of first?.calls.entries() ?? []) {
    const rivals = products.flatMap(product => {
      const same = product.calls[k]
      return same ? [{ name: product.name, call: same.call }] : []
    })
    console.log(`\n${name}`)
    for (const rival of rivals) {
      const { body, headers } = await askOk(rival.call)
      const encoding = String(headers['content-encoding'] ?? 'not compressed')
      console.log(line(`  ${rival.name}, as sent`, body.length / 1000, ' kB', { more: encoding }))
    }
    const rounds = await interleave(rivals, {
      seconds: Number(values.seconds),
      connections: Number(values.connections),
    })
    for (const [n, rival] of rivals.entries()) console.log(describeRounds(`  ${rival.name}`, rounds, n))
    for (const rival of rivals)
      console.log(runsLine(`  ${rival.name}, one call at a time`, await timesOf(rival.call, 20), ' ms'))
    if (second && rivals.length > 1)
      console.log(
        `  ${first?.name} answers ${describeRatios(ratiosOf(rounds, 0, 1))} as many a second as ${second.name}`,
      )
  }
}

const stages: Stage[] = []
try {
  const products: Product[] = []
  for (const folder of values.checkout) {
    const stage = await startStage({ folder })
    stages.push(stage)
    products.push(await productOf(stage, folder, products.length))
  }
  for (const url of values.url) products.push(await productAt(url, products.length))
  if (products.length === 0)
    throw new Error('name one or two: --checkout . --checkout ../older, or --url http://…')
  await measure(products)
} finally {
  for (const stage of stages) {
    await stage.stop()
    await removeStage(stage)
  }
}
