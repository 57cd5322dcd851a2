import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { makeWitness } from './witness.ts'

let home: string
beforeAll(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), 'galley-witness-'))
})
afterAll(() => rm(home, { recursive: true, force: true }))

const of = (dataDir: string, DATABASE_URL?: string) =>
  makeWitness({ dataDir: path.join(home, dataDir), stateDir: path.join(home, 'state'), DATABASE_URL })

it('The witness keeps the greatest of what processes have counted, for each data folder', async () => {
  const [one, other] = [of('a'), of('a')]
  expect(await one.read('7301')).toBeNull()
  await one.keep('7301', 6)
  await other.keep('7301', 5)
  expect(await one.read('7301')).toBe(6)
  await other.keep('7301', 7)
  expect(await one.read('7301')).toBe(7)
  expect(await of('b').read('7301')).toBeNull()
  // One file, and nothing half written beside it.
  expect(await readdir(path.join(home, 'state', 'galley'))).toHaveLength(1)
})

it('The witness says nothing of another system on the same folder, also where the server does not tell which it is', async () => {
  const witness = of('c')
  await witness.keep('7301', 60)
  expect(await witness.read('7302')).toBeNull()
  await witness.keep('7302', 3)
  expect(await witness.read('7302')).toBe(3)
  await witness.keep(null, 4)
  expect(await witness.read(null)).toBe(4)
})

it('With a database of its own the witness is in the data folder, and a damaged one says nothing', async () => {
  const witness = of('d', 'postgres://galley@db/galley')
  await witness.keep('7301', 8)
  const file = path.join(home, 'd', 'heartbeat')
  expect(await of('d', 'postgres://galley@db/galley').read('7301')).toBe(8)
  for (const text of ['', '7301 8', '7301 eight\n']) {
    await writeFile(file, text)
    expect(await witness.read('7301')).toBeNull()
  }
  await witness.keep('7301', 9)
  expect(await witness.read('7301')).toBe(9)
})

it('Without a folder of the user, or with one that cannot be written, there is no witness, which is no fault', async () => {
  await writeFile(path.join(home, 'file'), '')
  for (const stateDir of [null, path.join(home, 'file'), '/proc/galley-none']) {
    const witness = makeWitness({ dataDir: home, stateDir, DATABASE_URL: undefined })
    await witness.keep('7301', 8)
    expect(await witness.read('7301')).toBeNull()
  }
})

it.each([
  [{ HOME: '/home/ada', XDG_STATE_HOME: '/state' }, '/state'],
  [{ HOME: '/home/ada', XDG_STATE_HOME: 'state' }, '/home/ada/.local/state'],
  [{ HOME: '/home/ada' }, '/home/ada/.local/state'],
  [{}, null],
])('The state folder of %o is %s', (env, folder) => {
  expect(readConfig(env).stateDir).toBe(folder)
})
