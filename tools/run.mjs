// Runs a script of the project on the pinned Node: node tools/run.mjs <script> [arguments].
import { ensureInstalled, runAndExit } from './setup.mjs'

ensureInstalled()
runAndExit(process.argv.slice(2))
