import { randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import type { IdentityPerson, ProviderName } from './people.ts'

/** What a code stands for until it is exchanged. */
export type Grant = {
  readonly person: IdentityPerson
  readonly redirectUri: string
  readonly scope: string
  readonly nonce: string | undefined
  /** The S256 challenge; undefined if the client did not use PKCE. */
  readonly challenge: string | undefined
  readonly expiresAt: number
}

type SigningKey = { readonly kid: string; readonly privateKey: CryptoKey; readonly publicJwk: JWK }

/** What a provider remembers while the sandbox runs; codes and keys need not survive a restart. */
export type ProviderMemory = {
  readonly give: (grant: Grant) => string
  /** Returns a code's grant, only once. */
  readonly take: (code: string, now: number) => Grant | undefined
  /** Whether the person uses the app for the first time. */
  readonly isFirstTime: (person: IdentityPerson) => boolean
  readonly key: () => Promise<SigningKey>
}

const prefixes: Readonly<Record<ProviderName, string>> = { google: '4/0A', apple: 'c' }

async function makeKey(): Promise<SigningKey> {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const kid = randomBytes(10).toString('hex')
  const publicJwk = { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' }
  return { kid, privateKey, publicJwk }
}

export function createMemory(name: ProviderName): ProviderMemory {
  const grants = new Map<string, Grant>()
  const known = new Set<string>()
  let key: Promise<SigningKey> | undefined
  return {
    give(grant) {
      const code = `${prefixes[name]}${randomBytes(48).toString('base64url')}`
      grants.set(code, grant)
      return code
    },
    take(code, now) {
      const grant = grants.get(code)
      grants.delete(code)
      return grant && grant.expiresAt > now ? grant : undefined
    },
    isFirstTime(person) {
      const isFirst = !known.has(person.sub)
      known.add(person.sub)
      return isFirst
    },
    key: () => {
      key ??= makeKey()
      return key
    },
  }
}
