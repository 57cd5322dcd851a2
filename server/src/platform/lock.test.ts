import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findLockOwner, lockDataFolder } from './lock.ts'

const address = 'http://localhost:4650'
let folder: string
let children: ChildProcess[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galley-lock-'))
  children = []
})

afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

/** Another process that tries to lock the folder and keeps running; resolves with what it printed. */
async function anotherProcess(): Promise<{ child: ChildProcess; printed: string }> {
  const module = JSON.stringify(join(import.meta.dirname, 'lock.ts'))
  const program = `import(${module}).then(({ lockDataFolder }) => {
    const lock = lockDataFolder(${JSON.stringify(folder)}, { address: '${address}' })
    console.log(lock.isAcquired ? 'acquired' : lock.message)
    setInterval(() => {}, 1000)
  })`
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const [output] = await once(child.stdout as NodeJS.ReadableStream, 'data')
  return { child, printed: String(output).trim() }
}

test('a second start reports which process runs on the folder, and where', async () => {
  const { child, printed } = await anotherProcess()
  expect(printed).toBe('acquired')
  expect(lockDataFolder(folder, { address })).toEqual({
    isAcquired: false,
    isCopy: false,
    owner: { pid: child.pid, address },
    message: `Galley is already running on this folder: ${address} (pid ${child.pid})`,
  })
})

test('a copy of a folder that is in use is not started, and said to be one', async () => {
  const { child } = await anotherProcess()
  const copy = `${folder}-copy`
  cpSync(folder, copy, { recursive: true })
  const lock = lockDataFolder(copy, { address })
  rmSync(copy, { recursive: true })
  expect(lock).toMatchObject({
    isAcquired: false,
    isCopy: true,
    message: `DATA_DIR: ${copy} is a copy of the folder that Galley is running on: ${address} (pid ${child.pid}). Both would publish the same posts: stop that one first.`,
  })
})

test('the lock of a killed process is taken over', async () => {
  const { child } = await anotherProcess()
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(lockDataFolder(folder, { address }).isAcquired).toBe(true)
})

test('a stale entry whose process id now belongs to another program is taken over', () => {
  writeFileSync(
    join(folder, 'galley.pid'),
    JSON.stringify({ pid: process.ppid, address, started: 'long ago' }),
  )
  expect(lockDataFolder(folder, { address }).isAcquired).toBe(true)
})

test('a truncated entry is taken over', () => {
  writeFileSync(join(folder, 'galley.pid'), '{"pid": 12')
  expect(lockDataFolder(folder, { address }).isAcquired).toBe(true)
})

test('of five processes that start over a dead entry, exactly one locks the folder', async () => {
  writeFileSync(
    join(folder, 'galley.pid'),
    JSON.stringify({ pid: 999_999_999, address, started: 'long ago' }),
  )
  const printed = await Promise.all([1, 2, 3, 4, 5].map(async () => (await anotherProcess()).printed))
  expect(printed.filter(line => line === 'acquired')).toHaveLength(1)
  expect(printed.filter(line => line.startsWith('Galley is already running'))).toHaveLength(4)
})

test('releasing removes the entry, but never the entry of another process', () => {
  const lock = lockDataFolder(folder, { address })
  if (!lock.isAcquired) throw new Error('the folder should be free')
  lock.release()
  expect(readdirSync(folder)).toEqual([])
  const entry = JSON.stringify({ pid: process.ppid, address, started: 'now' })
  writeFileSync(join(folder, 'galley.pid'), entry)
  lock.release()
  expect(readFileSync(join(folder, 'galley.pid'), 'utf8')).toBe(entry)
})

test('processes with different roles can lock the folder at the same time', () => {
  expect(lockDataFolder(folder, { address, name: 'galley' }).isAcquired).toBe(true)
  expect(lockDataFolder(folder, { address, name: 'worker' }).isAcquired).toBe(true)
  expect(existsSync(join(folder, 'galley.pid'))).toBe(true)
})

test('the last process to leave a folder is told so', async () => {
  const { child } = await anotherProcess()
  const worker = lockDataFolder(folder, { address, name: 'worker' })
  if (!worker.isAcquired) throw new Error('the folder should be free')
  expect(worker.leave()).toBe(false)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(worker.leave()).toBe(true)
})

test('if two processes leave a folder at once, both are told that they are the last', () => {
  const web = lockDataFolder(folder, { address })
  const worker = lockDataFolder(folder, { address, name: 'worker' })
  if (!web.isAcquired || !worker.isAcquired) throw new Error('the folder should be free')
  expect(web.leave()).toBe(false)
  expect(worker.leave()).toBe(true)
  expect(web.leave()).toBe(true)
  web.release()
  worker.release()
  expect(readdirSync(folder)).toEqual([])
})

test('the owner of the lock is found while it runs, and not afterwards', async () => {
  expect(findLockOwner(folder)).toBeNull()
  const { child } = await anotherProcess()
  expect(findLockOwner(folder)).toMatchObject({ pid: child.pid, address })
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(findLockOwner(folder)).toBeNull()
})
