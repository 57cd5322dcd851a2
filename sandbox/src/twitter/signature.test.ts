import { describe, expect, it } from 'vitest'
import { parseAuthorization, percentEncode, sign } from './signature.ts'

const update = {
  parameters: [
    ['status', 'Hello Ladies + Gentlemen, a signed OAuth request!'],
    ['include_entities', 'true'],
    ['oauth_consumer_key', 'xvz1evFS4wEEPTGEFPHBog'],
    ['oauth_nonce', 'kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg'],
    ['oauth_signature_method', 'HMAC-SHA1'],
    ['oauth_timestamp', '1318622958'],
    ['oauth_token', '370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb'],
    ['oauth_version', '1.0'],
  ],
  consumerSecret: 'kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw',
  tokenSecret: 'LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE',
} as const

const requestToken = {
  parameters: [
    ['oauth_callback', 'http://localhost/sign-in-with-twitter/'],
    ['oauth_consumer_key', 'cChZNFj6T5R0TigYB9yd1w'],
    ['oauth_nonce', 'ea9ec8429b68d6b77cd5600adbbb0456'],
    ['oauth_signature_method', 'HMAC-SHA1'],
    ['oauth_timestamp', '1318467427'],
    ['oauth_version', '1.0'],
  ],
  consumerSecret: 'L8qq9PZyRg6ieKGEKhZolGC0vJWLw8iEJ88DRdyOg',
} as const

describe('An OAuth 1.0a signature', () => {
  it.each([
    ['https://api.x.com/1.1/statuses/update.json', 'Ls93hJiZbQ3akF3HF3x1Bz8/zU4='],
    ['https://api.twitter.com/1.1/statuses/update.json', 'hCtSmYh+iHYCEqBWrE7C7hYmtUk='],
  ])('of a form post to %s is the published one', (url, expected) => {
    const { parameters, consumerSecret, tokenSecret } = update
    expect(sign({ method: 'post', url, parameters }, consumerSecret, tokenSecret)).toBe(expected)
  })

  it.each([
    ['https://api.x.com/oauth/request_token', 'X9xhcB9d+NxXd/ThJ/n51vPhetM='],
    ['https://api.twitter.com/oauth/request_token', 'F1Li3tvehgcraF8DMJ7OyxO4w9Y='],
  ])('without a token for %s is the published one', (url, expected) => {
    const { parameters, consumerSecret } = requestToken
    expect(sign({ method: 'POST', url, parameters }, consumerSecret)).toBe(expected)
  })

  it('encodes the characters that encodeURIComponent leaves alone', () => {
    expect(percentEncode("Ladies + Gentlemen!*'()~")).toBe('Ladies%20%2B%20Gentlemen%21%2A%27%28%29~')
  })

  it('is parsed from its header, and a Bearer header is not one', () => {
    expect(parseAuthorization('OAuth oauth_nonce="a%2Bb", oauth_version="1.0"')?.get('oauth_nonce')).toBe(
      'a+b',
    )
    expect(parseAuthorization('Bearer abc')).toBeUndefined()
  })
})
