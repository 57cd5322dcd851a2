import { describe, expect, it } from 'vitest'
import type { HttpCall } from './client.ts'
import { redact } from './redact.ts'

const token = 'EAAGm0PX4ZCpsBAKZCsecret1234567890'
const call = (more: Partial<HttpCall> = {}): HttpCall => ({
  method: 'GET',
  url: 'https://graph.facebook.com/v25.0/me',
  timeoutMs: 1,
  ...more,
})

describe('A redacted answer', () => {
  it.each([
    [
      'the next page',
      `{"paging":{"next":"https://graph.facebook.com/v25.0/1/accounts?access_token=${token}&limit=4"}}`,
    ],
    [
      'the next page, escaped',
      `{"next":"https:\\/\\/graph.facebook.com\\/x?limit=4\\u0026access_token=${token}\\u0026after=x"}`,
    ],
    [
      'an address within an address',
      `{"url":"https://l.facebook.com/l.php?u=https%3A%2F%2Fx%3Faccess_token%3D${token}%26a%3D1"}`,
    ],
    ['JSON within JSON', `{"error":{"message":"{\\"access_token\\":\\"${token}\\"}"}}`],
    ['a page of a person', `{"data":[{"access_token":"${token}","id":"1"}]}`],
    [
      'a token that Meta could not read',
      `{"error":{"message":"Malformed access token ${token}","code":190}}`,
    ],
    ['the exchange', `Bad request: /oauth/access_token?fb_exchange_token=${token}&client_secret=${token}`],
    ['a proof', `{"error":{"message":"Invalid appsecret_proof=${token}"}}`],
    ['a form of X', `oauth_token=${token}&oauth_token_secret=${token}&oauth_callback_confirmed=true`],
    [
      'a signed call',
      `<p>OAuth oauth_token="${token}", oauth_signature="${token}", oauth_verifier="${token}"</p>`,
    ],
    ['a refresh token', `{"refresh_token" : "${token}", "id_token":"${token}","CLIENT_SECRET":"${token}"}`],
  ])('contains no token: %s', (_name, body) => {
    expect(redact(`HTTP 400 ${body}`, call())).not.toContain('1234567890')
  })

  it('contains none of the call’s secrets, however they are repeated', () => {
    const secret = 'a+b/c=1234567890'
    const shown = (more: Partial<HttpCall>) =>
      redact(`HTTP 500 echo <${secret}> ${encodeURIComponent(secret)}`, call(more))
    const encoded = encodeURIComponent(secret)
    const calls: Partial<HttpCall>[] = [
      { headers: { authorization: `Bearer ${secret}` } },
      { headers: { authorization: `OAuth ${secret}` } },
      { headers: { authorization: `Bearer 845120739664201|${secret}` } },
      { headers: { authorization: `OAuth oauth_nonce="1", oauth_token="${encoded}", oauth_version="1.0"` } },
      { url: `https://x/?fb_exchange_token=${encoded}` },
      { url: `https://x/?appsecret_proof=${encoded}` },
      { body: new URLSearchParams({ code: secret }) },
      { body: new URLSearchParams({ client_secret: secret, grant_type: 'x' }) },
      { body: new URLSearchParams({ token: secret, client_id: 'x' }) },
    ]
    for (const each of calls) expect(shown(each)).toBe('HTTP 500 echo <[redacted]> [redacted]')
  })

  it('keeps the reason for the refusal', () => {
    const body = `{"error":{"message":"(#200) Requires pages_manage_posts permission","type":"OAuthException","code":200,"fbtrace_id":"A1m6"}}`
    const form = { body: new URLSearchParams({ message: 'x', code: '200' }) }
    expect(redact(body, call(form))).toBe(body)
    const words = 'Error validating access token: Session has expired on Thursday'
    expect(redact(words, call())).toBe(words)
  })
})
