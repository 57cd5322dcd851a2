import { randomBytes } from 'node:crypto'
import { appCredentials } from '../platform/app-credentials.ts'
import { percentEncode, sign } from '../twitter/signature.ts'
import { type DemoAccount, picture, servePicture, type TestSandbox } from './start.ts'

/** The shortest way to publish on one network, for tests that run on all networks. */
export type Publisher = {
  network: string
  publish: (sandbox: TestSandbox, text: string) => Promise<Response>
}

export type Json = Record<string, unknown>

export async function graph(
  sandbox: TestSandbox,
  method: string,
  path: string,
  params: Record<string, string>,
): Promise<Response> {
  const url = `${sandbox.url()}/graph/v25.0/${path}`
  if (method === 'POST') return fetch(url, { method, body: new URLSearchParams(params) })
  return fetch(`${url}?${new URLSearchParams(params)}`, { method })
}

export function linkedin(
  sandbox: TestSandbox,
  account: DemoAccount,
  method: string,
  path: string,
  body?: Json,
) {
  const headers = {
    authorization: `Bearer ${account.token}`,
    'linkedin-version': '202609',
    'x-restli-protocol-version': '2.0.0',
    'content-type': 'application/json',
  }
  const content = body && { body: JSON.stringify(body) }
  return fetch(`${sandbox.url()}/linkedin${path}`, { method, headers, ...content })
}

export function linkedinPost(account: DemoAccount, commentary: string, content?: Json): Json {
  return {
    author: `urn:li:organization:${account.external_id}`,
    commentary,
    visibility: 'PUBLIC',
    distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
    lifecycleState: 'PUBLISHED',
    isReshareDisabledByAuthor: false,
    ...(content && { content }),
  }
}

export type TwitterCall = {
  method: string
  path: string
  query?: Record<string, string>
  body?: Json | FormData
}

export function twitterAuthorization(
  account: DemoAccount,
  call: { method: string; url: string; query: Record<string, string> },
  changes: Record<string, string> = {},
): string {
  const oauth: Record<string, string> = {
    oauth_consumer_key: appCredentials.twitter.consumer_key,
    oauth_nonce: randomBytes(16).toString('hex'),
    oauth_signature_method: 'HMAC-SHA1',
    oauth_timestamp: String(Math.floor(Date.now() / 1000)),
    oauth_token: account.token,
    oauth_version: '1.0',
    ...changes,
  }
  const parameters = [...Object.entries(oauth), ...Object.entries(call.query)]
  const { consumer_secret: secret } = appCredentials.twitter
  const signature = sign({ method: call.method, url: call.url, parameters }, secret, account.token_secret)
  const all = Object.entries({ ...oauth, oauth_signature: signature })
  return `OAuth ${all.map(([name, value]) => `${name}="${percentEncode(value)}"`).join(', ')}`
}

export function twitter(sandbox: TestSandbox, account: DemoAccount, call: TwitterCall): Promise<Response> {
  const { method, path, query = {}, body } = call
  const url = `${sandbox.url()}/x${path}`
  const now = String(Math.floor(sandbox.now() / 1000))
  const authorization = twitterAuthorization(account, { method, url, query }, { oauth_timestamp: now })
  const isForm = body instanceof FormData
  const headers = { authorization, ...(body && !isForm && { 'content-type': 'application/json' }) }
  const content = body && { body: isForm ? body : JSON.stringify(body) }
  return fetch(Object.keys(query).length > 0 ? `${url}?${new URLSearchParams(query)}` : url, {
    method,
    headers,
    ...content,
  })
}

/** An Instagram container that is ready to be published. */
export async function readyContainer(
  sandbox: TestSandbox,
  account: DemoAccount,
  caption: string,
): Promise<string> {
  const source = await servePicture(await picture())
  const params = { image_url: source.url, caption, access_token: account.token }
  const created = (await (await graph(sandbox, 'POST', `${account.external_id}/media`, params)).json()) as {
    id: string
  }
  source.close()
  sandbox.passTime(1500)
  return created.id
}

export const publishers: Publisher[] = [
  {
    network: 'facebook',
    publish: async (sandbox, text) => {
      const page = await sandbox.account('facebook')
      return graph(sandbox, 'POST', `${page.external_id}/feed`, { message: text, access_token: page.token })
    },
  },
  {
    network: 'instagram',
    publish: async (sandbox, text) => {
      const account = await sandbox.account('instagram')
      const params = {
        creation_id: await readyContainer(sandbox, account, text),
        access_token: account.token,
      }
      return graph(sandbox, 'POST', `${account.external_id}/media_publish`, params)
    },
  },
  {
    network: 'linkedin',
    publish: async (sandbox, text) => {
      const account = await sandbox.account('linkedin')
      return linkedin(sandbox, account, 'POST', '/rest/posts', linkedinPost(account, text))
    },
  },
  {
    network: 'twitter',
    publish: async (sandbox, text) =>
      twitter(sandbox, await sandbox.account('twitter'), {
        method: 'POST',
        path: '/2/tweets',
        body: { text },
      }),
  },
]
