import * as contract from '#domain/social-accounts/contract.ts'
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
  projectRoute(contract.listSocialAccounts, listNetworksOfProject),
  projectRoute(contract.listConnectOptions, readConnectOptions(connectors)),
  projectRoute(contract.removeSocialAccount, removeAccount(connectors)),
  projectRoute(contract.listFacebookPages, findPagesByQuery(connectors, 'facebook')),
  projectRoute(contract.findFacebookPages, findPagesByBody(connectors, 'facebook'), waits),
  projectRoute(contract.connectFacebookPage, connectPage(connectors, 'facebook')),
  projectRoute(contract.listInstagramPages, findPagesByQuery(connectors, 'instagram')),
  projectRoute(contract.findInstagramPages, findPagesByBody(connectors, 'instagram'), waits),
  projectRoute(contract.connectInstagramPage, connectPage(connectors, 'instagram')),
  projectRoute(contract.getLinkedinAuthorizationLink, makeAuthorizationLink(connectors)),
  personRoute(contract.listLinkedinPages, findOrganizationsByQuery(connectors)),
  personRoute(contract.returnFromLinkedin, findOrganizationsByBody(connectors), waits),
  personRoute(contract.denyLinkedin, denyCode, waits),
  projectRoute(contract.connectLinkedinOrganization, connectOrganization(connectors)),
  projectRoute(contract.getTwitterAuthorizationLink, makeRequestLink(connectors)),
  personRoute(contract.connectTwitter, finishRequest(connectors), waits),
  personRoute(contract.reportTwitterDenial, denyRequestByPath),
  personRoute(contract.denyTwitter, denyRequest, waits),
]

export const socialAccountRoutes: readonly Route[] = makeSocialAccountRoutes(connectorsOf)
