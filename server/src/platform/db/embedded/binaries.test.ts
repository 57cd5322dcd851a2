import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { canReach } from './account.ts'
import { readableCopy } from './binaries.ts'

const stranger = { uid: 65534, gid: 65534 }
let home: string
let native: string
let made: string[]

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'galley-binaries-'))
  native = join(home, 'native')
  made = [home]
  await mkdir(join(native, 'bin'), { recursive: true })
  await writeFile(join(home, 'package.json'), '{ "version": "18.0.0-test" }')
  await writeFile(join(native, 'bin', 'postgres'), 'the program', { mode: 0o755 })
})

afterEach(async () => {
  for (const path of made) await rm(path, { recursive: true, force: true })
})

async function copy(): Promise<string> {
  const path = await readableCopy(native, stranger)
  made.push(path)
  return path
}

test('Programs in an inaccessible folder are copied to where the account can run them', async () => {
  expect(canReach(stranger, native)).toBe(false)
  const path = await copy()
  expect(canReach(stranger, join(path, 'bin'))).toBe(true)
  expect(await readFile(join(path, 'bin', 'postgres'), 'utf8')).toBe('the program')
})

test('Four starts at once end with one complete copy', async () => {
  const paths = await Promise.all([copy(), copy(), copy(), copy()])
  expect(new Set(paths).size).toBe(1)
  expect(await readFile(join(paths[0] ?? '', 'bin', 'postgres'), 'utf8')).toBe('the program')
})

test('A copy that lost files to a cleanup program is made again', async () => {
  const path = await copy()
  await rm(join(path, 'bin', 'postgres'))
  expect(await readFile(join(await copy(), 'bin', 'postgres'), 'utf8')).toBe('the program')
})

test('A copy that others can write to is refused', async () => {
  await chmod(await copy(), 0o777)
  await expect(copy()).rejects.toThrow(/is not ours/)
})
