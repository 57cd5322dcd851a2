import { expect, it } from 'vitest'
import { type Config, makeKey, readConfig } from '#server/config.ts'
import { useTestApp } from '#testing/app.ts'
import { buildProject } from '#testing/people.ts'
import { connectAccount } from './connected-accounts.ts'
import { giveUpLostTokens } from './lost-tokens.ts'
import { checkTokenKeys } from './token-keys.ts'

const kit = useTestApp({ routes: [] })
const configOf = (key: string): Config => readConfig({ NODE_ENV: 'test', TOKEN_KEY: key })
const [lost, own] = [configOf(makeKey()), configOf(makeKey())]

const connect = async (config: Config, external_id: string) => {
  const { projectId } = await buildProject(kit.db, { connected: [] })
  const account = { projectId, social_network: 'twitter', external_id, name: 'x' } as const
  const access = { account_details: {}, logo_url: null, token: `canary ${external_id}` }
  return kit.db.transaction().execute(tx => connectAccount(tx, { config }, { ...account, ...access }))
}

it('Accounts whose key is lost are given up only when that is agreed, and their admins are asked to reconnect them', async () => {
  const [gone, kept] = [await connect(lost, 'x1'), await connect(own, 'x2')]
  await expect(checkTokenKeys(kit.db, own)).rejects.toThrow('lost-tokens')

  expect(await giveUpLostTokens(kit.db, own, { isAgreed: false })).toEqual({
    isDone: false,
    text: expect.stringMatching(/^No key opens these accounts: 1 with key \w{8}\. With --yes/),
  })
  await expect(checkTokenKeys(kit.db, own)).rejects.toThrow('lost-tokens')

  expect(await giveUpLostTokens(kit.db, own, { isAgreed: true })).toMatchObject({ isDone: true })
  await checkTokenKeys(kit.db, own)
  const rows = await kit.db
    .selectFrom('social_accounts')
    .select(['id', 'needs_reconnecting', 'reconnect_reason'])
    .where('id', 'in', [gone, kept])
    .orderBy('id')
    .execute()
  expect(rows).toEqual([
    { id: gone, needs_reconnecting: true, reconnect_reason: 'key_lost' },
    { id: kept, needs_reconnecting: false, reconnect_reason: null },
  ])
  const events = await kit.db
    .selectFrom('events')
    .select('detail')
    .where('type', '=', 'social_account.needs_reconnecting')
    .execute()
  expect(events.map(({ detail }) => detail)).toEqual([
    expect.objectContaining({ social_account_id: gone, reason: 'key_lost', audience: 'admins' }),
  ])
  expect(await giveUpLostTokens(kit.db, own, { isAgreed: true })).toEqual({
    isDone: true,
    text: 'The keys open every connected account.',
  })
})
