import type { Endpoint, Output } from '#domain/kernel/endpoint.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import {
  connectFacebookPage,
  connectInstagramPage,
  connectLinkedinOrganization,
  connectTwitter,
  getLinkedinAuthorizationLink,
  getTwitterAuthorizationLink,
  listConnectOptions,
  listFacebookPages,
  listInstagramPages,
  listLinkedinOrganizations,
} from '#domain/social-accounts/contract.ts'
import type { CallInput } from '#web/platform/client.ts'

type Call = <E extends Endpoint>(endpoint: E, input: CallInput<E>) => Promise<Output<E>>

/** Of the sandbox's people, who administers every page; at Twitter an account continues as itself. */
const dana = { facebook: '10158273645091827', linkedin: '8k9Tq8P41c' }
const harborOnTwitter = '1482930571846209537'
const brand = 'Harbor Coffee Roasters'

/** Posts the network's consent page as its person does. */
const consent = (link: URL, choice: Record<string, string>): Promise<Response> =>
  fetch(link.origin + link.pathname, {
    method: 'POST',
    body: new URLSearchParams({ ...Object.fromEntries(link.searchParams), ...choice }),
    redirect: 'manual',
  })

/** Where the network sends the person back to. */
const returned = async (link: string, choice: Record<string, string>): Promise<URLSearchParams> => {
  const answer = await consent(new URL(link), choice)
  return new URL(answer.headers.get('location') ?? '').searchParams
}

/** The token that the network's script hands to the page. */
async function tokenOfScript(call: Call, projectId: number, network: SocialNetwork): Promise<string> {
  const options = await call(listConnectOptions, { params: { projectId } })
  const sdk = options.find(option => option.social_network === network)?.sdk
  if (!sdk) throw new Error(`${network} is not connected in the browser`)
  const dialog = new URL(`${sdk.version}/dialog/oauth`, sdk.url)
  dialog.search = new URLSearchParams({
    client_id: sdk.app_id,
    origin: new URL(sdk.url).origin,
    ...(sdk.config_id === null ? { scope: sdk.scopes.join(',') } : { config_id: sdk.config_id }),
  }).toString()
  const page = await (await consent(dialog, { person: dana.facebook })).text()
  const json = page.match(/id="answer">(.*?)<\/script>/)?.[1] ?? '{}'
  return JSON.parse(json).answer.authResponse.accessToken
}

/** Harbor's among the pages that are offered. */
const harborOf = <Page extends { name: string } | { organizationName: string }>(
  pages: readonly Page[],
): Page => {
  const found = pages.find(page => ('name' in page ? page.name : page.organizationName) === brand)
  if (!found) throw new Error(`${brand} is not offered`)
  return found
}

/** Connects Harbor's account on the network to a project, as its admin does in the settings. */
export async function connectAccount(call: Call, projectId: number, network: SocialNetwork): Promise<void> {
  const params = { projectId }
  const callback_url = (await call(listConnectOptions, { params })).find(
    option => option.social_network === network,
  )?.callback_url
  if (network === 'linkedin') {
    const query = { callback_url: callback_url ?? '' }
    const { authorization_link } = await call(getLinkedinAuthorizationLink, { params, query })
    const back = await returned(authorization_link, { person: dana.linkedin })
    const { pages } = await call(listLinkedinOrganizations, {
      body: { code: back.get('code') ?? '', state: back.get('state') ?? '' },
    })
    const { organization } = harborOf(pages)
    await call(connectLinkedinOrganization, { body: { project_id: projectId, organization } })
  } else if (network === 'twitter') {
    const query = { callback_url: callback_url ?? '' }
    const { authorization_link } = await call(getTwitterAuthorizationLink, { params, query })
    // The form of its consent page leads to another address than the page's own.
    const form = authorization_link.replace('/oauth/authenticate', '/oauth/authorize')
    const back = await returned(form, { person: harborOnTwitter })
    await call(connectTwitter, {
      body: {
        oauth_token: back.get('oauth_token') ?? '',
        oauth_verifier: back.get('oauth_verifier') ?? '',
      },
    })
  } else {
    const [list, connect] =
      network === 'facebook'
        ? ([listFacebookPages, connectFacebookPage] as const)
        : ([listInstagramPages, connectInstagramPage] as const)
    const { pages } = await call(list, {
      params,
      body: { token: await tokenOfScript(call, projectId, network) },
    })
    await call(connect, { body: { project_id: projectId, page_id: harborOf(pages).id } })
  }
}
