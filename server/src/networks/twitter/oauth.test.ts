import { describe, expect, it } from 'vitest'
import { authorizationOf, type Credentials, type SignedCall } from './oauth.ts'

// The published test vectors, for both hosts (docs/product/twitter.md "Signature").
const hosts = ['https://api.x.com', 'https://api.twitter.com'] as const

const signInApp = {
  consumerKey: 'cChZNFj6T5R0TigYB9yd1w',
  consumerSecret: 'L8qq9PZyRg6ieKGEKhZolGC0vJWLw8iEJ88DRdyOg',
}

type Vector = {
  name: string
  path: string
  call: Omit<SignedCall, 'method' | 'url'>
  credentials: Credentials
  signatures: [string, string]
}

const vectors: Vector[] = [
  {
    name: 'a form with a plus, a comma and an exclamation mark',
    path: '/1.1/statuses/update.json?include_entities=true',
    call: {
      form: { status: 'Hello Ladies + Gentlemen, a signed OAuth request!' },
      nonce: 'kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg',
      timestamp: 1_318_622_958,
    },
    credentials: {
      consumerKey: 'xvz1evFS4wEEPTGEFPHBog',
      consumerSecret: 'kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw',
      token: '370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb',
      tokenSecret: 'LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE',
    },
    signatures: ['Ls93hJiZbQ3akF3HF3x1Bz8/zU4=', 'hCtSmYh+iHYCEqBWrE7C7hYmtUk='],
  },
  {
    name: 'the request token call, which has no token yet',
    path: '/oauth/request_token',
    call: {
      extra: { oauth_callback: 'http://localhost/sign-in-with-twitter/' },
      nonce: 'ea9ec8429b68d6b77cd5600adbbb0456',
      timestamp: 1_318_467_427,
    },
    credentials: signInApp,
    signatures: ['X9xhcB9d+NxXd/ThJ/n51vPhetM=', 'F1Li3tvehgcraF8DMJ7OyxO4w9Y='],
  },
  {
    name: 'the access token call, with a verifier',
    path: '/oauth/access_token',
    call: {
      extra: { oauth_verifier: 'uw7NjWHT6OJ1MpJOXsHfNxoAhPKpgI8BlYDhxEjIBY' },
      nonce: 'a9900fe68e2573b27a37f10fbad6a755',
      timestamp: 1_318_467_427,
    },
    credentials: {
      ...signInApp,
      token: 'NPcudxy0yU5T3tBzho7iCotZ3cnetKwcTIRlX0iwRl0',
      tokenSecret: 'veNRnAWe6inFuo8o2u8SLLZLjolYDmDP7SzL0YfYI',
    },
    signatures: ['G3DdousFWwxEepaZcmHguKqeBvs=', '39cipBtIOHEEnybAR4sATQTpl2I='],
  },
]

const signatureIn = (header: string): string =>
  decodeURIComponent(/oauth_signature="([^"]*)"/.exec(header)?.[1] ?? '')

describe('OAuth 1.0a', () => {
  for (const { name, path, call, credentials, signatures } of vectors)
    for (const [index, host] of hosts.entries())
      it(`signs ${name} as published for ${new URL(host).host}`, () => {
        const header = authorizationOf({ method: 'POST', url: host + path, ...call }, credentials)
        expect(signatureIn(header)).toBe(signatures[index])
      })

  it('percent-encodes every parameter in the header', () => {
    const header = authorizationOf(
      { method: 'POST', url: 'https://api.x.com/2/tweets', nonce: 'a/b', timestamp: 1 },
      { consumerKey: 'key', consumerSecret: 'secret', token: 'token', tokenSecret: 'hush' },
    )
    expect(header).toMatch(/^OAuth oauth_consumer_key="key", oauth_nonce="a%2Fb"/)
    expect(header).toContain('oauth_token="token"')
    expect(header).not.toContain('hush')
  })

  it('signs the query as the network reads it, with a plus as a space and all values of a repeated name', () => {
    const sign = (query: string) =>
      authorizationOf(
        { method: 'GET', url: `https://api.x.com/2/tweets/search/recent?${query}`, nonce: 'n', timestamp: 1 },
        signInApp,
      )
    expect(sign('query=two+words')).toBe(sign('query=two%20words'))
    expect(sign('query=two+words')).not.toBe(sign('query=two%2Bwords'))
    expect(sign('id=2&id=1')).toBe(sign('id=1&id=2'))
    expect(sign('id=1&id=2')).not.toBe(sign('id=2'))
  })
})
