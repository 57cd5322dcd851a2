import { fstatSync } from 'node:fs'
import { PortTaken } from './mail/smtp.ts'
import { startSandbox } from './server.ts'

if (process.env.NODE_ENV === 'production') {
  console.error(
    'The sandbox stands in for the real networks and never runs in production. Unset NODE_ENV to use it.',
  )
  process.exit(1)
}

/** The port in an environment variable; 0 means any free port. */
function portFrom(name: string, fallback: number): number {
  const port = Number(process.env[name] || fallback)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  console.error(`${name} must be a port number, not "${process.env[name]}".`)
  process.exit(1)
}

const port = portFrom('SANDBOX_PORT', 4600)
const isMailPortNamed = Boolean(process.env.SANDBOX_SMTP_PORT)
const mailPort = portFrom('SANDBOX_SMTP_PORT', port === 0 ? 0 : Math.min(port + 25, 65_535))

const options = {
  port,
  host: process.env.SANDBOX_HOST ?? '127.0.0.1',
  dataDir: process.env.DATA_DIR ?? './data',
  durable: process.env.SANDBOX_DURABLE !== 'false',
  limits: process.env.SANDBOX_LIMITS !== 'false',
  smtp: { port: mailPort, orAny: !isMailPortNamed },
}
const sandbox = await startSandbox(options).catch((error: NodeJS.ErrnoException) => {
  if (error instanceof PortTaken) {
    console.error(
      `Port ${mailPort} is in use. Set SANDBOX_SMTP_PORT to another port for the sandbox’s mail server.`,
    )
    process.exit(1)
  }
  if (error.code !== 'EADDRINUSE') throw error
  console.error(
    `Port ${port} is in use. Stop the program that is using it, or set SANDBOX_PORT to another port.`,
  )
  process.exit(1)
})
console.log(`Sandbox networks: ${sandbox.url}, mails: ${sandbox.smtpUrl}`)
process.send?.({ ready: sandbox.url, smtp: sandbox.smtpUrl })

let stopping = false
async function stop() {
  if (stopping) return
  stopping = true
  await sandbox.close()
  process.exit(0)
}
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
// A parent that is killed sends no signal; the channel and stdin just close. /dev/null always reads as closed, so only a pipe or socket
// counts.
process.once('disconnect', stop)
const input = fstatSync(0)
if (input.isFIFO() || input.isSocket()) process.stdin.once('end', stop).once('error', stop).resume()
