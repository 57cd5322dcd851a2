// `npm start`: installs packages, builds the web pages, then starts the server on the pinned Node.
import { buildWeb } from './build-web.mjs'
import { ensureInstalled, runAndExit } from './setup.mjs'

ensureInstalled()
if ((process.env.ROLES ?? 'web').includes('web')) buildWeb()
runAndExit(['server/src/main.ts', ...process.argv.slice(2)])
