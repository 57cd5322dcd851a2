import { fstatSync } from 'node:fs'
import { startSandbox } from './server.ts'

if (process.env.NODE_ENV === 'production') {
  console.error(
    'The sandbox stands in for the real networks and never runs in production. Unset NODE_ENV to use it.',
  )
  process.exit(1)
}

const port = Number(process.env.SANDBOX_PORT ?? 4600)
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  console.error(`SANDBOX_PORT must be a port number, not "${process.env.SANDBOX_PORT}".`)
  process.exit(1)
}

const options = {
  port,
  host: process.env.SANDBOX_HOST ?? '127.0.0.1',
  dataDir: process.env.DATA_DIR ?? './data',
  durable: process.env.SANDBOX_DURABLE !== 'false',
  limits: process.env.SANDBOX_LIMITS !== 'false',
}
const sandbox = await startSandbox(options).catch((error: NodeJS.ErrnoException) => {
  if (error.code !== 'EADDRINUSE') throw error
  console.error(`Port ${port} is taken. Stop what listens there, or set SANDBOX_PORT to another port.`)
  process.exit(1)
})
console.log(`Sandbox networks: ${sandbox.url}`)
process.send?.({ ready: sandbox.url })

let stopping = false
async function stop() {
  if (stopping) return
  stopping = true
  await sandbox.close()
  process.exit(0)
}
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
// A parent that was killed leaves no signal, only a closed channel behind. /dev/null is always at its end, so only a
// pipe counts.
process.once('disconnect', stop)
const input = fstatSync(0)
if (input.isFIFO() || input.isSocket()) process.stdin.once('end', stop).once('error', stop).resume()
