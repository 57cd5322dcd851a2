import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { id, pathId } from '#domain/kernel/shapes.ts'
import { socialNetworks } from '#domain/networks/model.ts'
import { connectOptions, networkConnection, organizationChoice, pageChoice, projectSocial } from './model.ts'

const params = z.strictObject({ projectId: pathId })
const ofProject = { permission: 'project.manage', scope: { project: 'params.projectId' } } as const
const ofBody = { permission: 'project.manage', scope: { project: 'body.project_id' } } as const
/** A token, code or verifier of a network. */
const secret = z.string().min(1).max(4096)

/** The failures of any step of connecting. */
const refusals = [
  'network_not_configured',
  'connection_refused',
  'connection_lacks_permission',
  'network_unavailable',
  'project_archived',
] as const

export const listSocialAccounts = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/social-accounts',
  summary: "List a project's networks with their accounts, account health and posts at risk",
  ...ofProject,
  params,
  output: z.array(networkConnection),
})

export const listConnectOptions = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/social-accounts/connect-options',
  summary: 'Get how to connect each network, and which ones this installation supports',
  ...ofProject,
  params,
  output: z.array(connectOptions),
})

/**
 * Asks the network at most every ten seconds; calls in between answer what is known. `is_answered` is false if the network could not be
 * reached, or another call is asking it now.
 */
export const checkSocialAccount = endpoint({
  method: 'POST',
  path: '/projects/{projectId}/{social}/check',
  summary: 'Ask the network now whether the connected account still works',
  permission: 'project.manage',
  cost: 'search',
  scope: { project: 'params.projectId' },
  params: z.strictObject({ projectId: pathId, social: z.enum(socialNetworks) }),
  output: z.strictObject({ connection: networkConnection, is_answered: z.boolean() }),
})

/** The client asks for confirmation first. (docs/product/social-accounts.md "Removing") */
export const removeSocialAccount = endpoint({
  method: 'DELETE',
  path: '/projects/{projectId}/{social}',
  summary: 'Disconnect an account',
  permission: 'project.manage',
  scope: { project: 'params.projectId' },
  params: z.strictObject({ projectId: pathId, social: z.enum(socialNetworks) }),
  output: z.strictObject({ posts_at_risk: z.int().nonnegative() }),
  failures: ['being_published'],
})

/**
 * `reconnect`: renew the access of the connected account. Without it a project whose account works is answered with that account and
 * no choice (docs/product/social-accounts.md "Connecting"). With it, and the connected account among the pages, it is renewed at once.
 */
const reconnectInQuery = z
  .enum(['true', 'false'])
  .default('false')
  .transform(text => text === 'true')
const reconnectInBody = z.boolean().default(false)

/** `project_social` set: connected, nothing to choose. Null: one of the pages is to be chosen. */
const pagesFound = z.strictObject({ project_social: projectSocial.nullable(), pages: z.array(pageChoice) })
const pageFailures = [...refusals, 'EMPTY_RESPONSE', 'other_account_connected', 'connection_expired'] as const
const chosenFailures = [
  ...refusals,
  'connection_expired',
  'page_not_offered',
  'other_account_connected',
] as const

const pagesByQuery = <N extends 'facebook' | 'instagram'>(network: N) =>
  endpoint({
    method: 'GET',
    path: `/projects/{projectId}/${network}/pages`,
    summary: `Pages to choose for ${network}; the token in the query is kept out of logs, prefer the POST`,
    ...ofProject,
    cost: 'search',
    params,
    query: z.strictObject({ token: secret, reconnect: reconnectInQuery }),
    output: pagesFound,
    failures: pageFailures,
  })
const pagesByBody = <N extends 'facebook' | 'instagram'>(network: N) =>
  endpoint({
    method: 'POST',
    path: `/projects/{projectId}/${network}/pages`,
    summary: `Pages to choose for ${network}, for the token that the network’s script handed to the browser`,
    ...ofProject,
    cost: 'search',
    params,
    body: z.strictObject({ token: secret, reconnect: reconnectInBody }),
    output: pagesFound,
    failures: pageFailures,
  })
const pageChosen = <N extends 'facebook' | 'instagram'>(network: N) =>
  endpoint({
    method: 'POST',
    path: `/projects/${network}/pages`,
    summary: `Connect one of the pages that were offered for ${network}`,
    ...ofBody,
    body: z.strictObject({ project_id: id, page_id: z.string().min(1).max(255) }),
    output: projectSocial,
    failures: chosenFailures,
  })

export const listFacebookPagesViaGet = pagesByQuery('facebook')
export const listFacebookPages = pagesByBody('facebook')
export const connectFacebookPage = pageChosen('facebook')
export const listInstagramPagesViaGet = pagesByQuery('instagram')
export const listInstagramPages = pagesByBody('instagram')
export const connectInstagramPage = pageChosen('instagram')

/** Only the product's own callback is accepted: `{origin}/linkedin/callback`, `{origin}/twitter/callback`. */
const linkQuery = z.strictObject({ callback_url: z.url().max(2048), reconnect: reconnectInQuery })
const link = z.strictObject({ authorization_link: z.string() })
const linkFailures = [...refusals, 'callback_not_ours'] as const

export const getLinkedinAuthorizationLink = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/linkedin/authorization-link',
  summary: 'Get the LinkedIn login address; its state works once, for 15 minutes',
  ...ofProject,
  params,
  query: linkQuery,
  output: link,
  failures: linkFailures,
})

/** The return pages do not know the project: the state (LinkedIn) or the request token (Twitter) leads to the one that started. */
const returned = { permission: 'signed-in' } as const
const organizationsFound = z.strictObject({
  project_social: projectSocial.nullable(),
  pages: z.array(organizationChoice),
  project_id: id,
})
const codeAndState = z.strictObject({ code: secret, state: secret })
const returnFailures = [...pageFailures, 'subscription_read_only'] as const

export const listLinkedinOrganizationsViaGet = endpoint({
  method: 'GET',
  path: '/projects/linkedin/pages',
  summary:
    "List organizations to choose from, by LinkedIn's code; prefer the POST, whose code appears in no log",
  ...returned,
  query: codeAndState,
  output: organizationsFound,
  failures: returnFailures,
})

/** The twin of `listLinkedinOrganizationsViaGet`; a POST on the same path already makes the choice. */
export const listLinkedinOrganizations = endpoint({
  method: 'POST',
  path: '/projects/linkedin/authorization',
  summary: "List organizations to choose from, by LinkedIn's code",
  ...returned,
  body: codeAndState,
  output: organizationsFound,
  failures: returnFailures,
})

export const denyLinkedin = endpoint({
  method: 'POST',
  path: '/projects/linkedin/denial',
  summary: 'End a LinkedIn attempt that came back without a code',
  ...returned,
  body: z.strictObject({ state: secret }),
  output: z.strictObject({ project_id: id }),
  failures: ['connection_expired'],
})

export const connectLinkedinOrganization = endpoint({
  method: 'POST',
  path: '/projects/linkedin/pages',
  summary: 'Connect one of the offered organizations',
  ...ofBody,
  body: z.strictObject({ project_id: id, organization: z.string().min(1).max(255) }),
  output: projectSocial,
  failures: chosenFailures,
})

export const getTwitterAuthorizationLink = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/twitter/authorization-link',
  summary: 'Get the Twitter login address; its request token works once, for 15 minutes',
  ...ofProject,
  params,
  query: linkQuery,
  output: link,
  failures: linkFailures,
})

export const connectTwitter = endpoint({
  method: 'POST',
  path: '/projects/twitter/access-token',
  summary: 'Connect the account authorized at Twitter',
  ...returned,
  body: z.strictObject({ oauth_token: secret, oauth_verifier: secret }),
  output: z.strictObject({ projectId: id, project_social: projectSocial }),
  failures: returnFailures,
})

const twitterDenied = z.strictObject({ projectId: id })

/** Changes something by GET; `denyTwitter` is its twin. (docs/product/api.md "Twins") */
export const denyTwitterViaGet = endpoint({
  method: 'GET',
  path: '/projects/twitter/{oauthToken}',
  summary: 'End a Twitter attempt that was denied; prefer the POST',
  ...returned,
  params: z.strictObject({ oauthToken: secret }),
  output: twitterDenied,
  failures: ['connection_expired'],
})

export const denyTwitter = endpoint({
  method: 'POST',
  path: '/projects/twitter/denial',
  summary: 'End a Twitter attempt that was denied',
  ...returned,
  body: z.strictObject({ oauth_token: secret }),
  output: twitterDenied,
  failures: ['connection_expired'],
})
