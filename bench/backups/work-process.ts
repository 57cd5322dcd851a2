import { createWriteStream } from 'node:fs'
import { cp } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { to as copyTo } from 'pg-copy-streams'
import { jobQueues } from '#server/background-work.ts'
import { readConfig } from '#server/config.ts'
import { makeBackup, openBackup, restore, verify } from '#server/features/backups/operator-commands.ts'
import { listTables, quoted } from '#server/features/backups/tables.ts'
import { withOneConnection } from '#server/platform/db/one-connection.ts'
import { makeLog } from '#server/platform/log.ts'
import { diskStorage } from '#server/platform/storage/disk.ts'

// One piece of work of the section `backups`, in a process of its own: prints its seconds, and the most memory that it took.
const [mode = '', place = '', key = ''] = process.argv.slice(2)
const config = readConfig(process.env)
const url = config.DATABASE_URL ?? ''
const media = path.join(config.dataDir, 'media')
const installation = { config, url, storage: diskStorage(media) }

const modes: Readonly<Record<string, () => Promise<unknown>>> = {
  backup: () => makeBackup(installation, [place]),
  verify: () => verify(config, [place, '--key', key]),
  restore: async () =>
    restore(installation, await openBackup(config, [place, '--key', key]), {
      queues: jobQueues,
      log: makeLog('silent'),
    }),
  // The least that a copy can be: neither compressed, encrypted nor compared.
  'plain copy of files': () => cp(media, place, { recursive: true }),
  'plain COPY of rows': () =>
    withOneConnection(url, 'bench', async ({ client }) => {
      for (const { name } of await listTables(client))
        await pipeline(
          client.query(copyTo(`copy (select * from ${quoted(name)}) to stdout`)),
          createWriteStream(path.join(place, name)),
        )
    }),
}

const began = performance.now()
await modes[mode]?.()
const seconds = (performance.now() - began) / 1000
process.stdout.write(JSON.stringify({ seconds, megabytes: process.resourceUsage().maxRSS / 1024 }))
