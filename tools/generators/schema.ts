import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startEmbeddedPostgres } from '#server/platform/db/embedded/embedded-postgres.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { makeRowTypes } from '#server/platform/db/row-types.ts'

// npm run schema: writes the row types of a fresh database that has had every migration.

const folder = await mkdtemp(join(tmpdir(), 'galley-schema-'))
const server = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), durable: false })
try {
  const url = await server.ensureDatabase('galley')
  await migrate(url)
  const file = resolve(import.meta.dirname, '../../server/src/platform/db/schema.ts')
  await writeFile(file, await makeRowTypes(url))
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
