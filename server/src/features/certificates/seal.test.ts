import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Certificate } from '#domain/certificates/model.ts'
import { makeKey, readConfig } from '#server/config.ts'
import { signerOf } from '#server/platform/session/signer.ts'
import { drawCertificate } from './draw-certificate.ts'
import { sealPdf, signData, verifyData, verifyPdf } from './seal.ts'

const signerWith = (TOKEN_KEY: string, previous: string[] = []) =>
  signerOf({ ...readConfig({}), TOKEN_KEY, TOKEN_KEY_PREVIOUS: previous })
const key = makeKey()
const own = signerWith(key)

const certificate: Certificate = {
  format: 'galley-approval-certificate',
  version: 1,
  made_at: '2026-06-01T10:00:00.000Z',
  made_by: 'Ada',
  made_for: 'agency',
  agency_name: `GalleySeal ${'0'.repeat(43)}.${'0'.repeat(43)}`,
  project_id: 1,
  project_name: 'Harbor Coffee',
  timezone: 'Europe/Berlin',
  period: { from: '2026-06-01', to: '2026-06-30' },
  posts: [],
}
const drawn = await drawCertificate({
  certificate,
  data: signData(own, certificate),
  look: { accent: null, agency_logo: null, project_logo: null },
  pictures: new Map(),
  paper: 'a4',
})
const sealed = sealPdf(own, drawn)

describe('A certificate', () => {
  it('is unchanged as it was made, also after the key was replaced', () => {
    expect(verifyPdf(own, sealed)).toBe('unchanged')
    expect(verifyPdf(signerWith(makeKey(), [key]), sealed)).toBe('unchanged')
  })

  it('is never unchanged with another byte, wherever that is', () => {
    const seal = sealed.lastIndexOf('(GalleySeal ')
    const places = fc.oneof(
      fc.integer({ min: 0, max: sealed.length - 1 }),
      fc.integer({ min: seal, max: seal + 102 }),
    )
    fc.assert(
      fc.property(places, fc.integer({ min: 1, max: 255 }), (place, change) => {
        const other = Buffer.from(sealed)
        other[place] = (other[place] ?? 0) ^ change
        expect(verifyPdf(own, other)).not.toBe('unchanged')
        if (place < seal || place > seal + 102) expect(verifyPdf(own, other)).toBe('changed')
      }),
      { numRuns: 500 },
    )
  })

  it('is changed if something is added, left out, or the file was never sealed', () => {
    const more = Buffer.concat([sealed, Buffer.from('\n')])
    expect(verifyPdf(own, more)).toBe('changed')
    expect(verifyPdf(own, sealed.subarray(0, -1))).toBe('changed')
    expect(verifyPdf(own, Buffer.concat([sealed, sealed]))).toBe('changed')
    expect(
      verifyPdf(
        own,
        Buffer.from(sealed.toString('latin1').replace('(GalleySeal ', '(GalleyLeak '), 'latin1'),
      ),
    ).toBe('changed')
    expect(verifyPdf(own, Buffer.from(drawn))).toBe('other_installation')
  })

  it('of another installation is told apart', () => {
    expect(verifyPdf(signerWith(makeKey()), sealed)).toBe('other_installation')
  })

  it('is not just any PDF', () => {
    expect(verifyPdf(own, Buffer.from('%PDF-1.7\n%%EOF'))).toBe('no_certificate')
    expect(() => sealPdf(own, Buffer.from('%PDF-1.7\n%%EOF'))).toThrow('a place')
  })
})

describe('The data of a certificate', () => {
  const data = signData(own, certificate)

  it('can be checked alone', () => {
    expect(verifyData(own, data)).toBe('unchanged')
    expect(JSON.parse(JSON.parse(data).data)).toEqual(certificate)
    expect(verifyData(own, data.replace('Harbor', 'Harbour'))).toBe('changed')
    expect(verifyData(signerWith(makeKey()), data)).toBe('other_installation')
    for (const text of ['{}', 'null', 'no JSON', '[]', '{"maker":1,"signature":"a","data":"b"}'])
      expect(verifyData(own, text)).toBe('no_certificate')
  })
})
