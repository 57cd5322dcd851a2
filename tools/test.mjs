// `npm test`: packages first, the rest is tools/test.ts on the pinned Node.
import { ensureInstalled, runAndExit } from './setup.mjs'

ensureInstalled()
runAndExit(['tools/test.ts', ...process.argv.slice(2)])
