import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { writeKeyFile } from '#server/features/backups/encryption.ts'
import { startEmbeddedPostgres } from '#server/platform/db/embedded/embedded-postgres.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { line } from '../figures.ts'
import { fillHistory } from '../history/fill.ts'

/** A gigabyte of photos, with what compresses no further. */
const FILES = 1000
const FILE_BYTES = 1_000_000
/** More do not change the ratios. */
const POSTS_MAX = 100_000

type Worked = { readonly seconds: number; readonly megabytes: number }
type Work = (mode: string, env: Record<string, string>, ...words: string[]) => Promise<Worked>

const work: Work = async (mode, env, ...words) => {
  const file = path.join(import.meta.dirname, 'work-process.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [file, mode, ...words], {
    env: { ...process.env, SANDBOX: 'off', ...env },
  })
  return JSON.parse(stdout) as Worked
}

const fillMedia = async (folder: string): Promise<void> => {
  for (let number = 0; number < FILES; number++) {
    const own = path.join(folder, 'media', `file${number}`)
    await mkdir(own, { recursive: true })
    await writeFile(path.join(own, 'original'), randomBytes(FILE_BYTES))
    await writeFile(path.join(own, 'original.type'), 'image/jpeg')
  }
}

/** `beside`: the plain copy of the same. */
const lineOf = (name: string, { seconds, megabytes }: Worked, beside?: Worked): string =>
  line(name, seconds, ' s', {
    more: [
      ...(beside ? [`${(seconds / beside.seconds).toFixed(1)} times a plain copy`] : []),
      `at most ${Math.round(megabytes)} MB`,
    ].join(', '),
  })

/** Backups of a gigabyte of media and of a hundred thousand posts, each beside a plain copy of the same, in fresh processes. */
export async function* backupsSection(given: { posts: number }): AsyncGenerator<string> {
  const posts = Math.min(given.posts, POSTS_MAX)
  const home = await mkdtemp(path.join(tmpdir(), 'galley-bench-backups-'))
  const at = (name: string) => path.join(home, name)
  const postgres = await startEmbeddedPostgres({ dataDir: at('postgres') })
  try {
    const url = await postgres.ensureDatabase('galley')
    await migrate(url)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await fillHistory(client, posts)
    await client.end()
    const key = at('key.txt')
    const common = { DATABASE_URL: url, BACKUP_RECIPIENTS: await writeKeyFile(key) }
    const rows = { ...common, DATA_DIR: at('empty') }
    await mkdir(at('rows'))
    const copied = await work('plain COPY of rows', rows, at('rows'))
    yield lineOf(`${posts} posts: plain COPY to files`, copied)
    yield lineOf(`${posts} posts: backup`, await work('backup', rows, at('posts')), copied)
    yield lineOf(`${posts} posts: verify`, await work('verify', rows, at('posts'), key))
    const restored = { ...rows, DATABASE_URL: await postgres.ensureDatabase('restored') }
    yield lineOf(`${posts} posts: restore`, await work('restore', restored, at('posts'), key), copied)
    yield* mediaLines(
      { ...common, DATABASE_URL: await small(postgres.ensureDatabase), DATA_DIR: at('data') },
      { at, key },
    )
  } finally {
    await postgres.stop()
    await rm(home, { recursive: true, force: true })
  }
}

/** A database with next to nothing in it. */
const small = async (ensure: (name: string) => Promise<string>): Promise<string> => {
  const url = await ensure('small')
  await migrate(url)
  return url
}

async function* mediaLines(
  env: Record<string, string> & { DATA_DIR: string },
  { at, key }: { at: (name: string) => string; key: string },
): AsyncGenerator<string> {
  await fillMedia(env.DATA_DIR)
  const copied = await work('plain copy of files', env, at('copied'))
  yield lineOf('a gigabyte of media: plain copy', copied)
  yield lineOf('a gigabyte of media: first backup', await work('backup', env, at('media')), copied)
  yield lineOf('a gigabyte of media: next backup', await work('backup', env, at('media')), copied)
  yield lineOf('a gigabyte of media: verify', await work('verify', env, at('media'), key), copied)
}
