import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
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

  it('shows nothing of the token, and never looks the same twice', () => {
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

describe('The key of an installation that names none', () => {
  let dataDir: string
  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'galley-seal-'))
  })
  afterAll(() => rm(dataDir, { recursive: true }))

  it('is made once, for its owner alone, and serves every process', async () => {
    const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir })
    const { sealed, keyId } = makeSeal(config).seal(row, access)
    expect(makeSeal(config).open(row, sealed, keyId)).toEqual(access)
    expect(await readdir(dataDir)).toEqual(['token.key'])
    expect((await stat(path.join(dataDir, 'token.key'))).mode & 0o777).toBe(0o600)
  })
})
