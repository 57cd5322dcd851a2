import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Certificate } from '#domain/certificates/model.ts'
import { makeKey, readConfig } from '#server/config.ts'
import { signerOf } from '#server/platform/session/signer.ts'
import { drawCertificate } from './draw-certificate.ts'
import { verifyCertificate } from './operator-commands.ts'
import { sealPdf, signData } from './seal.ts'

const configWith = (TOKEN_KEY: string) => ({ ...readConfig({}), TOKEN_KEY, TOKEN_KEY_PREVIOUS: [] })
const config = configWith(makeKey())
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'galley-certificates-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const certificate: Certificate = {
  format: 'galley-approval-certificate',
  version: 1,
  made_at: '2026-06-01T10:00:00.000Z',
  made_by: 'Ada',
  made_for: 'client',
  agency_name: 'Bluebird',
  project_id: 1,
  project_name: 'Harbor Coffee',
  timezone: 'Europe/Berlin',
  period: null,
  posts: [],
}

const save = async (name: string, bytes: Uint8Array | string): Promise<string> => {
  await writeFile(path.join(folder, name), bytes)
  return path.join(folder, name)
}

it('says of a file whether it is a certificate as it was made, with an exit code of its own for each answer', async () => {
  const data = signData(signerOf(config), certificate)
  const look = { accent: null, agency_logo: null, project_logo: null }
  const drawn = await drawCertificate({ certificate, data, look, pictures: new Map(), paper: 'letter' })
  const pdf = sealPdf(signerOf(config), drawn)
  const changed = Buffer.from(pdf)
  changed[600] = (changed[600] ?? 0) ^ 1
  const check = async (name: string, bytes: Uint8Array | string, by = config) =>
    (await verifyCertificate(by, [await save(name, bytes)]))?.code
  expect(await check('whole.pdf', pdf)).toBe(0)
  expect(await check('whole.json', data)).toBe(0)
  expect(await check('changed.pdf', changed)).toBe(2)
  expect(await check('changed.json', data.replace('Ada', 'Bob'))).toBe(2)
  expect(await check('theirs.pdf', pdf, configWith(makeKey()))).toBe(3)
  expect(await check('other.pdf', '%PDF-1.7\n')).toBe(4)
  expect(await check('other.txt', 'Hello')).toBe(4)
})

it('leaves folders, buckets and names of nothing to the backups', async () => {
  expect(await verifyCertificate(config, [folder])).toBeUndefined()
  expect(await verifyCertificate(config, ['s3://bucket/prefix'])).toBeUndefined()
  expect(await verifyCertificate(config, [])).toBeUndefined()
  expect(await verifyCertificate(config, [path.join(folder, 'missing.pdf')])).toBeUndefined()
})

it('does not make a key where there is none', async () => {
  const file = await save('any.pdf', '%PDF-1.7\n')
  const without = { ...readConfig({}), dataDir: folder, TOKEN_KEY: undefined }
  expect(await verifyCertificate(without, [file])).toMatchObject({
    isDone: false,
    text: expect.stringContaining('is missing'),
  })
})
