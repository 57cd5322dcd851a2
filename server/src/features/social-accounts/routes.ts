import {
  connectFacebookPage,
  connectInstagramPage,
  connectLinkedinOrganization,
  connectTwitter,
  denyLinkedin,
  denyTwitter,
  findFacebookPages,
  findInstagramPages,
  getLinkedinAuthorizationLink,
  getTwitterAuthorizationLink,
  listConnectOptions,
  listFacebookPages,
  listInstagramPages,
  listLinkedinPages,
  listSocialAccounts,
  removeSocialAccount,
  reportTwitterDenial,
  returnFromLinkedin,
} from '#domain/social-accounts/contract.ts'
import { personRoute, projectRoute, type Route } from '#server/platform/http/route.ts'
import { connectPage, findPagesByBody, findPagesByQuery } from './connecting/browser/commands.ts'
import {
  connectOrganization,
  denyCode,
  findOrganizationsByBody,
  findOrganizationsByQuery,
  makeAuthorizationLink,
} from './connecting/code/commands.ts'
import {
  denyRequest,
  denyRequestByPath,
  finishRequest,
  makeRequestLink,
} from './connecting/request-token/commands.ts'
import { listNetworksOfProject } from './health/queries.ts'
import { type ConnectorsOf, connectorsOf, readConnectOptions } from './options/queries.ts'
import { removeAccount } from './removal/commands.ts'

/** They wait for a network, and a state that was used must stay used when the network says no. */
const waits = { ownTransactions: true } as const

/** The calls with these connectors behind them. */
export const makeSocialAccountRoutes = (connectors: ConnectorsOf): readonly Route[] => [
  projectRoute(listSocialAccounts, listNetworksOfProject),
  projectRoute(listConnectOptions, readConnectOptions(connectors)),
  projectRoute(removeSocialAccount, removeAccount(connectors)),
  projectRoute(listFacebookPages, findPagesByQuery(connectors, 'facebook')),
  projectRoute(findFacebookPages, findPagesByBody(connectors, 'facebook'), waits),
  projectRoute(connectFacebookPage, connectPage(connectors, 'facebook')),
  projectRoute(listInstagramPages, findPagesByQuery(connectors, 'instagram')),
  projectRoute(findInstagramPages, findPagesByBody(connectors, 'instagram'), waits),
  projectRoute(connectInstagramPage, connectPage(connectors, 'instagram')),
  projectRoute(getLinkedinAuthorizationLink, makeAuthorizationLink(connectors)),
  personRoute(listLinkedinPages, findOrganizationsByQuery(connectors)),
  personRoute(returnFromLinkedin, findOrganizationsByBody(connectors), waits),
  personRoute(denyLinkedin, denyCode, waits),
  projectRoute(connectLinkedinOrganization, connectOrganization(connectors)),
  projectRoute(getTwitterAuthorizationLink, makeRequestLink(connectors)),
  personRoute(connectTwitter, finishRequest(connectors), waits),
  personRoute(reportTwitterDenial, denyRequestByPath),
  personRoute(denyTwitter, denyRequest, waits),
]

export const socialAccountRoutes: readonly Route[] = makeSocialAccountRoutes(connectorsOf)
