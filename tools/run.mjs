// Runs a script of the project on the pinned Node: node tools/run.mjs <script> [arguments].
import { ensureInstalled, runAndExit } from './setup.mjs'

// The server's command line is for operators, who need no tests; everything else here is for those who change Galley.
ensureInstalled({ tests: !process.argv[2]?.startsWith('server/') })
runAndExit(process.argv.slice(2))
