import { createHash } from 'node:crypto'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import pg from 'pg'

// What no server on this machine can be much faster than, in a process of its own: `node floor-process.ts <database> <project>`.
// /bytes answers the very bytes of Galley's answer from memory; /rows reads ready texts by one indexed query and compresses them as
// Galley does; /draft writes the rows of a new draft in one transaction; /upload writes what it is sent to the disk, with its hash. Sessions, roles, tenants and shaping are left out.

const [url, projectId] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: url, max: 10 })
const compressed = promisify(brotliCompress)
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }

let held: { body: Buffer; headers: Record<string, string> } = { body: Buffer.from('{}'), headers: {} }

const sendBytes = (response: ServerResponse) => {
  response.writeHead(200, { ...held.headers, 'content-length': held.body.length })
  response.end(held.body)
}

const sendRows = async (response: ServerResponse) => {
  const { rows } = await pool.query<{ card: string }>({
    name: 'cards',
    text: 'select card from bench_cards where project_id = $1 order by position',
    values: [projectId],
  })
  const body = await compressed(
    `{"data":{"post_schedules":[${rows.map(({ card }) => card).join()}]}}`,
    quality,
  )
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-encoding': 'br',
    'content-length': body.length,
  })
  response.end(body)
}

const writeDraft = async (response: ServerResponse) => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<{ id: string }>({
      name: 'post',
      text: "insert into posts (project_id, type) values ($1, 'single_photo') returning id",
      values: [projectId],
    })
    await client.query({
      name: 'socials',
      text: `insert into post_socials (post_id, project_id, social_network, type, status)
        select $1, $2, network, 'single_photo', 'temporary_draft' from unnest(array['facebook','instagram','linkedin']) network returning *`,
      values: [rows[0]?.id, projectId],
    })
    await client.query({
      name: 'event',
      text: "insert into events (project_id, post_id, type) values ($1, $2, 'post.created')",
      values: [projectId, rows[0]?.id],
    })
    await client.query('commit')
  } finally {
    client.release()
  }
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end('{"data":{}}')
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'galley-floor-'))

const writeUpload = async (request: IncomingMessage, response: ServerResponse) => {
  const hash = createHash('sha256')
  request.on('data', (chunk: Buffer) => hash.update(chunk))
  await pipeline(request, createWriteStream(path.join(folder, 'upload')))
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ data: { sha256: hash.digest('hex') } }))
}

const server = createServer((request, response) => {
  if (request.url === '/upload') return void writeUpload(request, response)
  const answer = { '/bytes': sendBytes, '/rows': sendRows, '/draft': writeDraft }[request.url ?? '']
  request.resume()
  void answer?.(response)
})

process.on('message', (message: { body: string; headers: Record<string, string> }) => {
  held = { body: Buffer.from(message.body, 'base64'), headers: message.headers }
  process.send?.('held')
})
process.on('disconnect', () => process.exit())
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
process.on('SIGTERM', () => process.exit())
server.listen(0, '127.0.0.1', () =>
  process.send?.(`http://127.0.0.1:${(server.address() as { port: number }).port}`),
)
