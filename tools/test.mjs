// `npm test`: installs packages, then runs tools/test.ts on the pinned Node.
import { ensureInstalled, runAndExit } from './setup.mjs'

ensureInstalled({ tests: true })
runAndExit(['tools/test.ts', ...process.argv.slice(2)])
