import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findHolder, lockDataFolder } from './lock.ts'

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

/** Another process that tries to hold the folder and stays; resolves with what it was told. */
async function anotherProcess(): Promise<{ child: ChildProcess; told: string }> {
  const module = JSON.stringify(join(import.meta.dirname, 'lock.ts'))
  const program = `import(${module}).then(({ lockDataFolder }) => {
    const hold = lockDataFolder(${JSON.stringify(folder)}, { address: '${address}' })
    console.log(hold.held ? 'held' : hold.message)
    setInterval(() => {}, 1000)
  })`
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const [said] = await once(child.stdout as NodeJS.ReadableStream, 'data')
  return { child, told: String(said).trim() }
}

test('a second start learns who runs on the folder, and where', async () => {
  const { child, told } = await anotherProcess()
  expect(told).toBe('held')
  expect(lockDataFolder(folder, { address })).toEqual({
    held: false,
    holder: { pid: child.pid, address },
    message: `Galley is already running on this folder: ${address} (pid ${child.pid})`,
  })
})

test('what a killed process left is taken over', async () => {
  const { child } = await anotherProcess()
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(lockDataFolder(folder, { address }).held).toBe(true)
})

test("a left-over entry whose number is another program's now is taken over", () => {
  writeFileSync(
    join(folder, 'galley.pid'),
    JSON.stringify({ pid: process.ppid, address, started: 'long ago' }),
  )
  expect(lockDataFolder(folder, { address }).held).toBe(true)
})

test('an entry cut off in the middle is taken over', () => {
  writeFileSync(join(folder, 'galley.pid'), '{"pid": 12')
  expect(lockDataFolder(folder, { address }).held).toBe(true)
})

test('of five processes starting over a dead entry exactly one gets the folder', async () => {
  writeFileSync(
    join(folder, 'galley.pid'),
    JSON.stringify({ pid: 999_999_999, address, started: 'long ago' }),
  )
  const told = await Promise.all([1, 2, 3, 4, 5].map(async () => (await anotherProcess()).told))
  expect(told.filter(line => line === 'held')).toHaveLength(1)
  expect(told.filter(line => line.startsWith('Galley is already running'))).toHaveLength(4)
})

test('a released folder is free and clean, and another process’s hold is not released', () => {
  const hold = lockDataFolder(folder, { address })
  if (!hold.held) throw new Error('the folder should be free')
  hold.release()
  expect(readdirSync(folder)).toEqual([])
  const entry = JSON.stringify({ pid: process.ppid, address, started: 'now' })
  writeFileSync(join(folder, 'galley.pid'), entry)
  hold.release()
  expect(readFileSync(join(folder, 'galley.pid'), 'utf8')).toBe(entry)
})

test('roles of their own hold the folder side by side', () => {
  expect(lockDataFolder(folder, { address, name: 'galley' }).held).toBe(true)
  expect(lockDataFolder(folder, { address, name: 'worker' }).held).toBe(true)
  expect(existsSync(join(folder, 'galley.pid'))).toBe(true)
})

test('the last process to leave a folder learns that it is the last', async () => {
  const { child } = await anotherProcess()
  const worker = lockDataFolder(folder, { address, name: 'worker' })
  if (!worker.held) throw new Error('the folder should be free')
  expect(worker.leave()).toBe(false)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(worker.leave()).toBe(true)
})

test('of two processes that leave a folder at once, each may end what they share', () => {
  const web = lockDataFolder(folder, { address })
  const worker = lockDataFolder(folder, { address, name: 'worker' })
  if (!web.held || !worker.held) throw new Error('the folder should be free')
  expect(web.leave()).toBe(false)
  expect(worker.leave()).toBe(true)
  expect(web.leave()).toBe(true)
  web.release()
  worker.release()
  expect(readdirSync(folder)).toEqual([])
})

test('the holder of a folder is found while it runs, and not afterwards', async () => {
  expect(findHolder(folder)).toBeNull()
  const { child } = await anotherProcess()
  expect(findHolder(folder)).toMatchObject({ pid: child.pid, address })
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(findHolder(folder)).toBeNull()
})
