import * as contract from '#domain/social-accounts/contract.ts'
import { inReadOnly, personRoute, projectRoute, type Route } from '#server/platform/http/route.ts'
import { byQuery } from '#server/platform/http/twins.ts'
import { checkSocialAccount } from './check-social-account.ts'
import { connectLinkedinOrganization } from './connection/connect-linkedin-organization.ts'
import { connectTwitter } from './connection/connect-twitter.ts'
import { type ConnectorsOf, connectorsOf } from './connection/connectors.ts'
import { denyLinkedin } from './connection/deny-linkedin.ts'
import { denyTwitter } from './connection/deny-twitter.ts'
import { getLinkedinAuthorizationLink } from './connection/get-linkedin-authorization-link.ts'
import { getTwitterAuthorizationLink } from './connection/get-twitter-authorization-link.ts'
import { listConnectOptions } from './connection/list-connect-options.ts'
import { listLinkedinOrganizations } from './connection/list-linkedin-organizations.ts'
import {
  connectFacebookPage,
  connectInstagramPage,
  listFacebookPages,
  listInstagramPages,
} from './connection/pages.ts'
import { listSocialAccounts } from './list-social-accounts.ts'
import { removeSocialAccount } from './remove-social-account.ts'

/** These wait for a network, and a state that was used must stay used even if the network refuses. */
const waits = { ownTransactions: true } as const

/** They only read, but what they begin would add an account to a read-only agency. */
const begins = { whileReadOnly: 'refused' } as const

/** The routes with these connectors. */
export const makeSocialAccountRoutes = (connectors: ConnectorsOf): readonly Route[] => [
  projectRoute(contract.listSocialAccounts, listSocialAccounts),
  projectRoute(contract.listConnectOptions, listConnectOptions(connectors)),
  projectRoute(contract.checkSocialAccount, checkSocialAccount(connectors), waits),
  projectRoute(contract.removeSocialAccount, removeSocialAccount(connectors), inReadOnly),
  projectRoute(contract.listFacebookPagesViaGet, byQuery(listFacebookPages(connectors))),
  projectRoute(contract.listFacebookPages, listFacebookPages(connectors), waits),
  projectRoute(contract.connectFacebookPage, connectFacebookPage(connectors)),
  projectRoute(contract.listInstagramPagesViaGet, byQuery(listInstagramPages(connectors))),
  projectRoute(contract.listInstagramPages, listInstagramPages(connectors), waits),
  projectRoute(contract.connectInstagramPage, connectInstagramPage(connectors)),
  projectRoute(contract.getLinkedinAuthorizationLink, getLinkedinAuthorizationLink(connectors), begins),
  personRoute(contract.listLinkedinOrganizationsViaGet, byQuery(listLinkedinOrganizations(connectors))),
  personRoute(contract.listLinkedinOrganizations, listLinkedinOrganizations(connectors), waits),
  personRoute(contract.denyLinkedin, denyLinkedin, waits),
  projectRoute(contract.connectLinkedinOrganization, connectLinkedinOrganization(connectors)),
  projectRoute(contract.getTwitterAuthorizationLink, getTwitterAuthorizationLink(connectors), begins),
  personRoute(contract.connectTwitter, connectTwitter(connectors), waits),
  personRoute(contract.denyTwitterViaGet, ({ params }, call) =>
    denyTwitter({ body: { oauth_token: params.oauthToken } }, call),
  ),
  personRoute(contract.denyTwitter, denyTwitter, waits),
]

export const socialAccountRoutes: readonly Route[] = makeSocialAccountRoutes(connectorsOf)
