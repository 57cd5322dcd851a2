// `npm start`: installs packages, builds the web pages, then starts the server on the pinned Node.
import { buildWeb } from './build-web.mjs'
import { ensureInstalled, runAndExit, serverArgs } from './setup.mjs'

ensureInstalled({ tests: false })
// A Galley that is already running keeps its pages: a build would take them from under those who have them open.
const health = `http://127.0.0.1:${process.env.PORT ?? 4500}/api/health`
const isRunning = await fetch(health, { signal: AbortSignal.timeout(2_000) }).then(
  ({ ok }) => ok,
  () => false,
)
if (!isRunning && (process.env.ROLES ?? 'web').includes('web')) await buildWeb()
runAndExit([...serverArgs, 'server/src/main.ts', ...process.argv.slice(2)])
