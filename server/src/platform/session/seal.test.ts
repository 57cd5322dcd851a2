import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeKey, readConfig } from '#server/config.ts'
import { makeSeal, WrongTokenKey } from './seal.ts'

const row = { projectId: 7, network: 'twitter', externalId: '1482930571846209537' }
const access = { token: 'a token', secret: 'its secret' }
const sealWith = (key: string) => makeSeal(readConfig({ NODE_ENV: 'test', TOKEN_KEY: key }))

describe('A sealed token', () => {
  const seal = sealWith(makeKey())

  it('opens for the account it was sealed for', () => {
    const { sealed, keyId } = seal.seal(row, access)
    expect(seal.open(row, sealed, keyId)).toEqual(access)
  })

  it('does not reveal the token and is different each time', () => {
    const [one, two] = [seal.seal(row, access), seal.seal(row, access)]
    expect(one.sealed.toString('latin1')).not.toContain('token')
    expect(one.sealed.equals(two.sealed)).toBe(false)
  })

  it('does not open in another row', () => {
    const { sealed, keyId } = seal.seal(row, access)
    for (const other of [{ projectId: 8 }, { network: 'facebook' }, { externalId: '1' }])
      expect(() => seal.open({ ...row, ...other }, sealed, keyId)).toThrow(WrongTokenKey)
  })

  it('does not open when a bit of it was changed', () => {
    const { sealed, keyId } = seal.seal(row, access)
    for (const index of [0, 12, sealed.length - 1]) {
      const changed = Buffer.from(sealed)
      changed[index] = (changed[index] ?? 0) ^ 1
      expect(() => seal.open(row, changed, keyId)).toThrow(WrongTokenKey)
    }
  })

  it('does not open with another key, and says which was used', () => {
    const { sealed, keyId } = seal.seal(row, access)
    expect(() => sealWith(makeKey()).open(row, sealed, keyId)).toThrow(keyId)
  })
})

describe('The key of an installation without TOKEN_KEY', () => {
  let dataDir: string
  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'galley-seal-'))
  })
  afterAll(() => rm(dataDir, { recursive: true }))

  it('is created once, readable by its owner only, and shared by all processes', async () => {
    const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir })
    const { sealed, keyId } = makeSeal(config).seal(row, access)
    expect(makeSeal(config).open(row, sealed, keyId)).toEqual(access)
    expect(await readdir(dataDir)).toEqual(['token.key'])
    expect((await stat(path.join(dataDir, 'token.key'))).mode & 0o777).toBe(0o600)
  })
})

describe('A changed key', () => {
  const [first, second] = [makeKey(), makeKey()]

  it('still opens what it sealed while it is among the previous keys, and the new one seals', () => {
    const old = sealWith(first).seal(row, access)
    const seal = makeSeal(readConfig({ NODE_ENV: 'test', TOKEN_KEY: second, TOKEN_KEY_PREVIOUS: first }))
    expect(seal.open(row, old.sealed, old.keyId)).toEqual(access)
    expect(seal.seal(row, access).keyId).toBe(seal.keyIds()[0])
    expect(seal.keyIds()).toEqual([sealWith(second).keyIds()[0], old.keyId])
  })

  it('is refused with a clear message when it is not a key', () => {
    expect(() => readConfig({ TOKEN_KEY: first, TOKEN_KEY_PREVIOUS: `${second},abc` })).toThrow(
      'must be keys of 64 hexadecimal digits',
    )
  })

  it('in the file is used without a restart, and a half-written file does no harm', async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'galley-rotate-'))
    const file = path.join(dataDir, 'token.key')
    try {
      const seal = makeSeal(readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir }))
      const old = seal.seal(row, access)
      const made = await readFile(file, 'utf8')
      await writeFile(file, `${second.slice(0, 20)}`)
      expect(seal.open(row, old.sealed, old.keyId)).toEqual(access)
      await writeFile(file, `# since today\n${second}\n${made} # until all is sealed anew\n`)
      expect(seal.keyIds()).toEqual([sealWith(second).keyIds()[0], old.keyId])
      expect(seal.open(row, old.sealed, old.keyId)).toEqual(access)
      expect(seal.seal(row, access).keyId).not.toBe(old.keyId)
    } finally {
      await rm(dataDir, { recursive: true })
    }
  })

  it('stops the start when the file contains no key', async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'galley-empty-'))
    await writeFile(path.join(dataDir, 'token.key'), 'not a key')
    expect(() => makeSeal(readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir }))).toThrow('token.key')
    await rm(dataDir, { recursive: true })
  })
})
