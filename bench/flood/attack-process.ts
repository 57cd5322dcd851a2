import { openConnection, wireOf } from '../connection.ts'

// Started by the section with an address, seconds and a number of connections: floods it without a session, and prints what it was answered.
const [url = '', seconds = '10', connections = '50'] = process.argv.slice(2)

const json = { 'content-type': 'application/json' }
const stranger = { ...json, authorization: `Bearer ${'w'.repeat(43)}` }
const numbers = `{"token":[${'1,'.repeat(899_999)}1]}`
const keys = `{${Array.from({ length: 170_000 }, (_, at) => `"k${at}":1`).join(',')}}`
const brackets = '['.repeat(2_000_000)
const post = (path: string, body: string, headers: Record<string, string> = json): Buffer =>
  wireOf({ url: `${url}/api${path}`, method: 'POST', headers, body })

const attacks: readonly Buffer[] = [
  post('/report-link', numbers),
  post('/auth/signin', keys),
  post('/userinvitations/check', keys),
  post('/posts', brackets),
  post('/posts', brackets, stranger),
  post('/report-link', JSON.stringify({ token: 'w'.repeat(43) })),
  wireOf({ url: `${url}/api/openapi.json`, headers: { 'accept-encoding': 'br' } }),
  wireOf({ url: `${url}/api/auth/me`, headers: stranger }),
]

const answers = new Map<string, number>()
const count = (name: string): unknown => answers.set(name, (answers.get(name) ?? 0) + 1)
const until = performance.now() + Number(seconds) * 1000

/** Sends one attack after the other; a connection that is closed is opened again. */
const keepAttacking = async (first: number): Promise<void> => {
  let at = first
  while (performance.now() < until) {
    const connection = await openConnection(url).catch(() => null)
    if (!connection) {
      count('not connected')
      continue
    }
    try {
      for (; performance.now() < until; at += 1)
        count(String(await connection.call(attacks[at % attacks.length] ?? Buffer.alloc(0))))
    } catch {
      count('closed')
      at += 1
    }
    connection.close()
  }
}

await Promise.all(Array.from({ length: Number(connections) }, (_, at) => keepAttacking(at)))
console.log(
  [...answers]
    .sort()
    .map(([name, times]) => `${name}: ${times}`)
    .join(', '),
)
process.exit(0)
