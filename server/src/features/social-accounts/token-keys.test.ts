import { appendFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Config, makeKey, readConfig } from '#server/config.ts'
import { makeSeal, WrongTokenKey } from '#server/platform/session/seal.ts'
import { useTestApp } from '#testing/app.ts'
import { buildProject } from '#testing/people.ts'
import { connectAccount } from './connected-accounts.ts'
import { checkTokenKeys, resealAccounts } from './token-keys.ts'

const [first, second] = [makeKey(), makeKey()]
const configOf = (env: Record<string, string>): Config => readConfig({ NODE_ENV: 'test', ...env })
const old = configOf({ TOKEN_KEY: first })
const both = configOf({ TOKEN_KEY: second, TOKEN_KEY_PREVIOUS: first })
const onlyNew = configOf({ TOKEN_KEY: second })

const kit = useTestApp({ routes: [] })
beforeEach(() => kit.db.deleteFrom('social_accounts').execute())

const connectWith = async (config: Config, count: number) => {
  const ids: number[] = []
  for (let index = 0; index < count; index++) {
    const { projectId } = await buildProject(kit.db, { connected: [] })
    const account = { projectId, social_network: 'twitter', external_id: `x${index}`, name: 'x' } as const
    const access = { account_details: {}, logo_url: null, token: `canary ${index}` }
    ids.push(
      await kit.db.transaction().execute(tx => connectAccount(tx, { config }, { ...account, ...access })),
    )
  }
  return ids
}
const rows = () => kit.db.selectFrom('social_accounts').selectAll().orderBy('id').execute()
const openAll = async (config: Config) =>
  (await rows()).map(row =>
    makeSeal(config).open(
      { projectId: row.project_id, network: row.social_network, externalId: row.external_id },
      row.sealed_token ?? Buffer.alloc(0),
      row.token_key_id ?? '',
    ),
  )

describe('Changing the token key', () => {
  it('reseals every account, also by several processes at once, and makes the old key dispensable', async () => {
    await connectWith(old, 45)
    const done = await Promise.all(
      [1, 2, 3].map(() => resealAccounts(kit.db, makeSeal(both), kit.services.log)),
    )
    expect(done.reduce((sum, count) => sum + count)).toBe(45)
    expect((await openAll(onlyNew)).map(({ token }) => token)).toEqual(
      Array.from({ length: 45 }, (_, index) => `canary ${index}`),
    )
    expect(await resealAccounts(kit.db, makeSeal(both), kit.services.log)).toBe(0)
  })

  it('in the key file takes effect in a running process', async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'galley-keys-'))
    const file = path.join(dataDir, 'token.key')
    await writeFile(file, first)
    const config = configOf({ DATA_DIR: dataDir })
    const running = makeSeal(config)
    await connectWith(config, 2)
    await appendFile(file, `\n${second}\n`)
    expect(await resealAccounts(kit.db, running, kit.services.log)).toBe(0)
    await writeFile(file, `${second}\n${first}\n`)
    expect(await resealAccounts(kit.db, running, kit.services.log)).toBe(2)
    expect(await openAll(onlyNew)).toHaveLength(2)
    await rm(dataDir, { recursive: true })
  })

  it('leaves tokens that cannot be decrypted, and continues with the others', async () => {
    const [broken = 0] = await connectWith(old, 3)
    await kit.db
      .updateTable('social_accounts')
      .set({ sealed_token: Buffer.alloc(60) })
      .where('id', '=', broken)
      .execute()
    expect(await resealAccounts(kit.db, makeSeal(both), kit.services.log)).toBe(2)
  })
})

describe('Checking the token keys at the start', () => {
  it('accepts the right keys, current or previous', async () => {
    await connectWith(old, 2)
    await checkTokenKeys(kit.db, old)
    await checkTokenKeys(kit.db, both)
  })

  it('refuses a wrong key, and names the number of accounts and the key that is missing', async () => {
    await connectWith(old, 3)
    const wanted = makeSeal(old).keyIds()[0]
    await expect(checkTokenKeys(kit.db, onlyNew)).rejects.toThrow(`3 with key ${wanted}`)
  })

  it('refuses a key with the right id that does not decrypt the token', async () => {
    await connectWith(old, 1)
    await kit.db.updateTable('social_accounts').set({ external_id: 'another' }).execute()
    await expect(checkTokenKeys(kit.db, old)).rejects.toThrow('cannot be decrypted')
  })

  it('makes no key that would be taken for the lost one', async () => {
    await connectWith(old, 1)
    const dataDir = await mkdtemp(path.join(tmpdir(), 'galley-keys-'))
    await expect(checkTokenKeys(kit.db, configOf({ DATA_DIR: dataDir }))).rejects.toThrow('1 with key')
    expect(await readdir(dataDir)).toEqual([])
    await rm(dataDir, { recursive: true })
  })

  it('ignores removed accounts and an empty database', async () => {
    await checkTokenKeys(kit.db, onlyNew)
    await connectWith(old, 1)
    await kit.db
      .updateTable('social_accounts')
      .set({ removed_at: new Date(), sealed_token: null, token_key_id: null })
      .execute()
    await checkTokenKeys(kit.db, onlyNew)
  })
})

it('A sealed token copied to another row cannot be decrypted there', async () => {
  const [from = 0, to = 0] = await connectWith(old, 2)
  const stolen = await kit.db
    .selectFrom('social_accounts')
    .select(['sealed_token', 'token_key_id'])
    .where('id', '=', from)
    .executeTakeFirstOrThrow()
  await kit.db.updateTable('social_accounts').set(stolen).where('id', '=', to).execute()
  await expect(openAll(old)).rejects.toThrow(WrongTokenKey)
})
