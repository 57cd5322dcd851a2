import { describe, expect, it } from 'vitest'
import { listConnectOptions } from '#domain/social-accounts/contract.ts'
import { useConnections } from '#testing/openings/connections.ts'

const { kit, cast, inProject, callback } = useConnections()

describe('The browser’s connect options', () => {
  it('are listed for each network, without any secret', async () => {
    const { data } = await kit.ask(cast.admin, listConnectOptions, inProject())
    expect(
      data.map(({ social_network, way, is_configured }) => [social_network, way, is_configured]),
    ).toEqual([
      ['facebook', 'browser', true],
      ['instagram', 'browser', true],
      ['linkedin', 'code', true],
      ['twitter', 'request_token', true],
    ])
    expect(data[0]?.sdk).toMatchObject({ version: 'v25.0', scopes: ['pages_show_list'], config_id: null })
    expect(data[2]?.callback_url).toBe(callback('linkedin'))
    expect(JSON.stringify(data)).not.toMatch(/secret/)
  })
})
