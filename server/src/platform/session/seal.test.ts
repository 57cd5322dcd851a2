import { describe, expect, it } from 'vitest'
import { makeKey, readConfig } from '#server/config.ts'
import { makeSeal, WrongTokenKey } from './seal.ts'

const sealWith = (key = makeKey()) => makeSeal(readConfig({ TOKEN_KEY: key }))
const row = { projectId: 1, network: 'facebook', externalId: '42' }
const token = { token: 'EAAG-very-secret', secret: 'and-another' }

describe('sealing tokens', () => {
  it('gives back what was sealed, and shows none of it', () => {
    const seal = sealWith()
    const { sealed, keyId } = seal.seal(row, token)
    expect(seal.open(row, sealed, keyId)).toEqual(token)
    expect(sealed.toString('latin1')).not.toContain('secret')
    expect(seal.seal(row, token).sealed.equals(sealed)).toBe(false)
  })

  it('does not open for another row', () => {
    const seal = sealWith()
    const { sealed, keyId } = seal.seal(row, token)
    for (const other of [
      { ...row, projectId: 2 },
      { ...row, network: 'twitter' },
      { ...row, externalId: '43' },
    ])
      expect(() => seal.open(other, sealed, keyId)).toThrow(WrongTokenKey)
  })

  it('does not open when a byte was changed, nor with another key', () => {
    const seal = sealWith()
    const { sealed, keyId } = seal.seal(row, token)
    const changed = Buffer.from(sealed)
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
    expect(() => seal.open(row, changed, keyId)).toThrow(WrongTokenKey)
    expect(() => sealWith().open(row, sealed, keyId)).toThrow(WrongTokenKey)
  })
})
