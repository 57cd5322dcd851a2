import type { SocialNetwork } from '#domain/networks/model.ts'
import { networks } from '#domain/networks/network.ts'
import type { Connectors } from '#server/networks/adapters.ts'
import type {
  AccessGranted,
  AccessHealth,
  AccountChoice,
  ConnectRefused,
} from '#server/networks/connector.ts'
import type { ConnectedAccount } from '#server/networks/network-adapter.ts'

/** What the stub networks answer, which a test may change, and the calls they received. */
export type StubState = {
  choices: AccountChoice[]
  refused: ConnectRefused | null
  health: AccessHealth
  refresh: (account: ConnectedAccount) => Promise<AccessGranted | ConnectRefused>
  readonly calls: string[]
  readonly revoked: string[]
}

/** A page, organization or user with access; every secret in it contains the word `canary`. */
export const buildChoice = (
  network: SocialNetwork,
  externalId: string,
  own: Partial<AccountChoice> = {},
): AccountChoice => ({
  externalId,
  name: `Page ${externalId}`,
  details: { [networks[network].accountNameField]: `Page ${externalId}` },
  logoUrl: 'https://cdn.example/logo.png',
  grant: {
    token: { token: `canary-token-${externalId}`, secret: `canary-secret-${externalId}` },
    expiresAt: null,
    scopes: ['publish'],
  },
  lacks: [],
  ...own,
})

/** Networks in memory to connect to: each with the login flow of the real one, and with the answers that the test has set. */
export const stubConnectors = (): { connectors: Connectors; state: StubState } => {
  let begun = 0
  const state: StubState = {
    choices: [],
    refused: null,
    health: { kind: 'works', expiresAt: null },
    refresh: async () => ({ kind: 'refused', reason: 'down', response: 'no' }),
    calls: [],
    revoked: [],
  }
  const granted = (token: string): AccessGranted => ({
    kind: 'granted',
    grant: { token: { token: `canary-user-${token}` }, expiresAt: null, scopes: [] },
  })
  const choose = () => state.refused ?? ({ kind: 'choices', choices: state.choices } as const)
  const exchange = (what: string) => {
    state.calls.push(`exchange ${what}`)
    return state.refused ?? granted(what)
  }
  const keeping = {
    check: async (account: ConnectedAccount) => {
      state.calls.push(`check ${account.externalId}`)
      return state.health
    },
    refresh: async (account: ConnectedAccount) => {
      state.calls.push(`refresh ${account.externalId}`)
      return state.refresh(account)
    },
    revoke: async (account: ConnectedAccount) => {
      state.revoked.push(account.token.token)
    },
  }
  const browser = {
    ...keeping,
    way: 'browser' as const,
    scopes: ['pages_show_list'],
    exchange: async (token: string) => exchange(token),
    listChoices: async () => choose(),
  }
  const connectors: Connectors = {
    facebook: browser,
    instagram: browser,
    linkedin: {
      ...keeping,
      way: 'code',
      authorizationLink: ({ state: sent, callbackUrl }) =>
        `https://network.example/?state=${sent}&redirect_uri=${encodeURIComponent(callbackUrl)}`,
      exchange: async ({ code }) => exchange(code),
      listChoices: async () => choose(),
    },
    twitter: {
      ...keeping,
      way: 'request_token',
      begin: async () => {
        begun += 1
        const token = `request-token-${begun}`
        const link = `https://network.example/?oauth_token=${token}`
        return (
          state.refused ?? { kind: 'begun', token, secret: `canary-hidden-${begun}`, authorizationLink: link }
        )
      },
      finish: async ({ secret, verifier }) => {
        state.calls.push(`finish ${secret} ${verifier}`)
        return choose()
      },
    },
  }
  return { connectors, state }
}
