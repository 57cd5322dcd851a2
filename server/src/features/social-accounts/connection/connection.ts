import { type Failure, fail, failures, isFailure } from '#domain/kernel/failure.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { networks } from '#domain/networks/network.ts'
import { can } from '#domain/permissions/can.ts'
import { isAccessOver, nothingFoundTexts } from '#domain/social-accounts/health.ts'
import type { ProjectSocial } from '#domain/social-accounts/model.ts'
import { refuseWrite } from '#server/features/billing/refuse-write.ts'
import type { AccountChoice, AccountChoices, Connector, ConnectRefused } from '#server/networks/connector.ts'
import { audit, byProject } from '#server/platform/audit/audit.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { emit } from '#server/platform/events/emit.ts'
import { refuseArchived } from '#server/platform/http/archived.ts'
import type { ScopedCall, SignedInContext } from '#server/platform/http/route.ts'
import { findPersonScope } from '#server/platform/session/person-scope.ts'
import { findProjectScope } from '#server/platform/session/scope.ts'
import type { Seal } from '#server/platform/session/seal.ts'
import {
  findConnected,
  type Granted,
  getProjectSocial,
  saveAccount,
  toProjectSocial,
} from '../connected-accounts.ts'
import {
  consumeChoices,
  consumePending,
  deleteChoices,
  type PendingConnection,
  type ReturnedConnection,
  storeChoices,
} from './pending-connections.ts'

/** Explains a network's refusal to the person; the network's own answer is logged, with the secrets that were sent removed. */
export const rejectRefusal = (
  { log }: Pick<SignedInContext, 'log'>,
  network: SocialNetwork,
  { reason, response }: ConnectRefused,
  secrets: readonly string[],
): Failure<'connection_refused' | 'network_unavailable'> => {
  const answer = secrets
    .filter(secret => secret !== '')
    .reduce((text, secret) => text.replaceAll(secret, '…'), response)
  log.warn({ network, reason, response: answer }, 'a network refused to connect')
  if (reason === 'down') return fail('network_unavailable', { values: { network: networks[network].label } })
  // Fixed wording (docs/product/social-accounts.md "Account error"): one text for the person, the other for missing permissions.
  return fail('connection_refused', {
    message:
      reason === 'permission' ? failures.network_not_connected.message : failures.connection_refused.message,
  })
}

/**
 * The project's account if its access still works; then it is the answer, without a choice (docs/product/social-accounts.md
 * "Connecting").
 */
export const findWorkingAccount = async (
  { services, now }: SignedInContext,
  projectId: number,
  network: SocialNetwork,
): Promise<ProjectSocial | null> => {
  const row = await findConnected(services.db, projectId, network)
  if (!row) return null
  const access = { needsReconnecting: row.needs_reconnecting, expiresAt: row.expires_at }
  return isAccessOver(access, now) ? null : toProjectSocial(row)
}

type Offering = PendingConnection & { readonly connector: Connector; readonly seal: Seal }
type Offered = { readonly project_social: ProjectSocial | null; readonly choices: readonly AccountChoice[] }

/**
 * Stores what was found for the person to choose from. If an account is connected already there is nothing to choose: its access is
 * renewed if this login reaches it, and otherwise the refusal says that the login does not.
 */
export const offerChoices = async (
  call: SignedInContext,
  { connector, seal, ...attempt }: Offering,
  { choices }: AccountChoices,
): Promise<Offered | NotConnected | Failure<'EMPTY_RESPONSE'>> => {
  const { network, projectId } = attempt
  const { db } = call.services
  if (choices.length === 0) return fail('EMPTY_RESPONSE', { message: nothingFoundTexts[network] })
  const connected = await findConnected(db, projectId, network)
  if (connected) {
    const same = choices.find(({ externalId }) => externalId === connected.external_id)
    if (!same) return rejectOtherAccount(network, connected.name)
    const saved = await connectInOwnTransaction(call, { projectId, network, connector, seal }, same)
    return isFailure(saved) ? saved : { project_social: saved, choices: [] }
  }
  await storeChoices(db, seal, attempt, choices, call.now)
  return { project_social: null, choices }
}

const rejectOtherAccount = (network: SocialNetwork, name: string) =>
  fail('other_account_connected', {
    message: `${name} is connected, but the ${networks[network].label} login you used has no access to it. Log in as someone who manages ${name}, or remove it first to connect another account.`,
  })

type ConnectTarget = {
  readonly projectId: number
  readonly network: SocialNetwork
  readonly connector: Connector
  readonly seal: Seal
}
type NotConnected = Failure<
  'other_account_connected' | 'connection_lacks_permission' | 'project_archived' | 'connection_expired'
>
type Chosen = Pick<AccountChoice, 'externalId' | 'name' | 'details' | 'logoUrl' | 'lacks' | 'grant'>

const mayConnect = async (tx: Tx, projectId: number, userId: number): Promise<boolean> => {
  const found = await findPersonScope(tx, { userId, projectId })
  return found !== null && can(found.scope, 'project.manage')
}

/**
 * Connects the chosen account and emits the event. Refused without a permission that publishing needs: posts would fail at their time.
 */
export const connectChoice = async (
  tx: Tx,
  call: SignedInContext,
  { projectId, network, connector, seal }: ConnectTarget,
  chosen: Chosen,
): Promise<ProjectSocial | NotConnected> => {
  if (chosen.lacks.length > 0)
    return fail('connection_lacks_permission', { values: { list: chosen.lacks.join(', ') } })
  const { person, now } = call
  const { token, expiresAt, scopes } = chosen.grant
  const granted: Granted = {
    projectId,
    social_network: network,
    external_id: chosen.externalId,
    name: chosen.name,
    account_details: chosen.details,
    logo_url: chosen.logoUrl,
    token,
    expiresAt,
    scopes,
    isRenewable: connector.refresh !== null && token.refresh !== undefined,
    connectedBy: person.userId,
  }
  const saved = await saveAccount(tx, seal, granted, now)
  if (isFailure(saved)) return saved
  // The project is locked by now: the network took seconds, in which they may have lost it, or it may have gone to another agency.
  if (!(await mayConnect(tx, projectId, person.userId))) return fail('connection_expired')
  await emit(tx, {
    type: 'social_account.connected',
    projectId,
    actorId: person.userId,
    detail: {
      social_network: network,
      social_account_id: saved.id,
      name: chosen.name,
      is_reconnected: saved.how === 'reconnected',
      audience: 'admins',
    },
  })
  await audit(tx, await byProject(tx, projectId, call), {
    action: `social_account.${saved.how}`,
    subject: networks[network].label,
    new: { account: chosen.name },
  })
  return getProjectSocial(tx, saved.id)
}

/** Thrown to roll the transaction back, with the failure to return. */
class RolledBack extends Error {
  readonly failure: NotConnected
  constructor(failure: RolledBack['failure']) {
    super(failure.code)
    this.failure = failure
  }
}

export const connectInOwnTransaction = async (
  call: SignedInContext,
  target: ConnectTarget,
  chosen: Chosen,
) => {
  try {
    return await call.services.db.transaction().execute(async tx => {
      const saved = await connectChoice(tx, call, target, chosen)
      if (isFailure(saved)) throw new RolledBack(saved)
      return saved
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.failure
    throw error
  }
}

/** Connects one of the pages that were offered to this session, and no other. */
export const connectOffered = async (
  call: ScopedCall,
  { network, connector, seal }: Omit<ConnectTarget, 'projectId'>,
  externalId: string,
) => {
  const { tx, now, scope, person } = call
  const attempt = { projectId: scope.projectId, sessionId: person.sessionId, network }
  const found = await consumeChoices(tx, seal, attempt, now)
  if (!found) return fail('connection_expired')
  const choice = found.choices.find(offered => offered.externalId === externalId)
  const grant = found.grantOf(externalId)
  if (!choice || !grant) return fail('page_not_offered')
  const saved = await connectChoice(tx, call, { ...attempt, connector, seal }, { ...choice, grant })
  if (!isFailure(saved)) await deleteChoices(tx, attempt)
  return saved
}

/**
 * Redeems, once, the attempt that came back from the network, if this person may still connect accounts in its project. Someone who no
 * longer may gets the same answer as a stranger.
 */
export const redeemPending = async (
  { services, person, now }: SignedInContext,
  seal: Seal,
  network: SocialNetwork,
  secret: string,
): Promise<ReturnedConnection | Failure<'connection_expired'>> => {
  const returned = await consumePending(
    services.db,
    seal,
    { network, secret, sessionId: person.sessionId },
    now,
  )
  const scope = returned && (await findProjectScope(services.db, returned.projectId, person))
  return returned && scope && can(scope, 'project.manage') ? returned : fail('connection_expired')
}

/** `redeemPending` for a call that connects. It names no project, so the guards of read-only agencies and archived clients have not run before. */
export const redeemToConnect = async (
  call: SignedInContext,
  seal: Seal,
  network: SocialNetwork,
  secret: string,
): Promise<
  ReturnedConnection | Failure<'connection_expired' | 'subscription_read_only' | 'project_archived'>
> => {
  const returned = await redeemPending(call, seal, network, secret)
  if (isFailure(returned)) return returned
  const { services, person, now } = call
  const scope = await findProjectScope(services.db, returned.projectId, person)
  return (scope && (refuseArchived(scope) ?? (await refuseWrite(services, scope, now)))) ?? returned
}
