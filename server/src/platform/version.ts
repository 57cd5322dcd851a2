import { readFileSync } from 'node:fs'
import path from 'node:path'

const { version: ownVersion } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../../../package.json'), 'utf8'),
) as { version: string }

/** This version of Galley, as in `package.json` and `CHANGELOG.md`. */
export const version: string = ownVersion
