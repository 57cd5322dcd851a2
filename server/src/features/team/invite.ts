import { type Failure, fail } from '#domain/kernel/failure.ts'
import type { Words } from '#domain/kernel/languages/words.ts'
import { INVITATION_DAYS, type InvitationRole, type SentInvitation } from '#domain/team/model.ts'
import { readLanguage } from '#server/features/projects/client-language.ts'
import { readSender } from '#server/features/projects/mail-sender.ts'
import { isUnwanted, waitBeforeRecipient, waitBeforeSending } from '#server/features/projects/outgoing.ts'
import { type AuditBy, audit } from '#server/platform/audit/audit.ts'
import { emit } from '#server/platform/events/emit.ts'
import type { ScopedCall, SignedInCall } from '#server/platform/http/route.ts'
import { queueMail } from '#server/platform/mail/queue.ts'
import { wordsOf } from '#server/platform/words.ts'
import { listOpenInvitations, lockInvitations, newToken } from './invitations.ts'
import { addedMail, invitationMail, roleIn } from './mails.ts'
import {
  findAgencyUser,
  findConfirmedAccount,
  isAgencyAdmin,
  joinAgency,
  joinProject,
  type TeamAccount,
} from './memberships.ts'

export const toProjectDestination = ({ scope }: ScopedCall): Destination => ({
  agencyId: scope.agencyId,
  projectId: scope.projectId,
  name: scope.projectName,
})

/** What someone is invited to; `projectId` null: the agency itself. `name`: how the mail calls it. */
export type Destination = {
  readonly agencyId: number
  readonly projectId: number | null
  readonly name: string
}

export type Invited = { readonly name: string; readonly email: string; readonly role: InvitationRole }

type Inviting = { readonly call: SignedInCall; readonly by: AuditBy; readonly to: Destination }

type Refusal = Failure<'already_invited' | 'already_member' | 'too_many_invitations' | 'validation_error'>

/**
 * Invites one person. Somebody of the agency is added at once and notified by mail; anybody else is asked, with at most one open invitation
 * for each place (docs/product/team.md "Invitations"). Whether they have an account changes nothing of it (decision 104).
 */
export const invite = async (inviting: Inviting, invited: Invited): Promise<SentInvitation | Refusal> => {
  const { call, to } = inviting
  if (await isOwnAddress(call, invited.email))
    return fail('validation_error', { errors: { email: ['This is your own email address'] } })
  const tooMany = await countMail(call, to.agencyId, invited.email)
  if (tooMany) return tooMany
  const account = await findConfirmedAccount(call.tx, invited.email)
  const member = account && (await findAgencyUser(call.tx, to.agencyId, account.id))
  return member ? addMember(inviting, invited, member) : sendLink(inviting, invited)
}

const isOwnAddress = async ({ tx, person }: SignedInCall, email: string): Promise<boolean> =>
  (await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', person.userId)
    .where('email', '=', email)
    .executeTakeFirst()) !== undefined

/** Before an invitation is locked: others count first, too. */
export const countMail = async (
  call: SignedInCall,
  agencyId: number,
  recipient: string,
): Promise<Failure<'too_many_invitations'> | null> => {
  const invitation = { kind: 'invitation', agencyId, recipient } as const
  const wait = (await waitBeforeSending(call, invitation)) ?? (await waitBeforeRecipient(call, invitation))
  return wait === null ? null : fail('too_many_invitations', { wait })
}

const toColumns = ({ call, to }: Inviting, { name, email, role }: Invited) => ({
  agency_id: to.agencyId,
  project_id: to.projectId,
  name,
  email,
  role,
  invited_by: call.person.userId,
  created_at: call.now,
})

const sendLink = async (inviting: Inviting, invited: Invited): Promise<SentInvitation | Refusal> => {
  const { call, by } = inviting
  const { tx, now } = call
  const { token, columns } = newToken(now)
  const row = await tx
    .insertInto('invitations')
    .values({ ...toColumns(inviting, invited), ...columns })
    // The person has an open invitation already, and only one is allowed.
    .onConflict(clash => clash.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return fail('already_invited', { values: { email: invited.email } })
  await mailLink(inviting, invited, token)
  const { email, name, role } = invited
  await audit(tx, by, { action: 'invitation.sent', subject: email, new: { name, role } })
  const [invitation = null] = await listOpenInvitations(tx, { id: row.id }, now)
  return { result: 'invited', user_id: null, invitation }
}

/** Mails the link of this invitation, unless its recipient wants nothing of the agency; its address comes from `config.publicUrl` alone, never from the request. */
const mailLink = async (
  { call, to }: Inviting,
  { email, name, role }: Invited,
  token: string,
): Promise<void> => {
  const { tx, services, person } = call
  if (await isUnwanted(tx, to.agencyId, email)) return
  const { publicUrl } = services.config
  const words = await wordsFor(call, to, { userId: null, role })
  const mail = invitationMail({
    publicUrl,
    words,
    email,
    name,
    token,
    invitedBy: person.name,
    where: to.name,
    role: roleIn(role, words),
    days: INVITATION_DAYS,
    sender: await readSender(tx, to.agencyId),
  })
  await queueMail(tx, services, { to: email, agencyId: to.agencyId, ...mail })
}

/** Clients are written to in their language. Somebody who is invited to a project has chosen none yet, as far as we may know. */
const wordsFor = async (
  { tx }: SignedInCall,
  { projectId }: Destination,
  { userId, role }: { readonly userId: number | null; readonly role: InvitationRole },
): Promise<Words> =>
  wordsOf(
    role === 'external-approver' && projectId !== null ? await readLanguage(tx, { userId, projectId }) : 'en',
  )

/** Sends a new link for a locked invitation that is still open, expired or not; the previous link stops working. */
export const sendNewLink = async (
  inviting: Inviting,
  invitation: Invited & { readonly id: number },
): Promise<void> => {
  const { call, by } = inviting
  const { token, columns } = newToken(call.now)
  await call.tx.updateTable('invitations').set(columns).where('id', '=', invitation.id).execute()
  await mailLink(inviting, invitation, token)
  const { email, role } = invitation
  await audit(call.tx, by, { action: 'invitation.resent', subject: email, new: { role } })
}

const addMember = async (
  inviting: Inviting,
  invited: Invited,
  account: TeamAccount,
): Promise<SentInvitation | Refusal> => {
  const { call, to } = inviting
  const { tx, now } = call
  await lockInvitations(tx, { agency_id: to.agencyId, email: invited.email })
  const isAdded = await addToDestination(inviting, account, invited.role)
  if (!isAdded) return fail('already_member', { values: { name: invited.name } })
  // Open invitations to the same place are accepted with it; the row records how the person got in.
  const open = await tx
    .updateTable('invitations')
    .set({ accepted_at: now, accepted_by: account.id })
    .where('agency_id', '=', to.agencyId)
    .where('project_id', to.projectId === null ? 'is' : '=', to.projectId)
    .where('email', '=', invited.email)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute()
  if (open.length === 0)
    await tx
      .insertInto('invitations')
      .values({
        ...toColumns(inviting, invited),
        ...newToken(now).columns,
        accepted_at: now,
        accepted_by: account.id,
      })
      .execute()
  return { result: 'added', user_id: account.id, invitation: null }
}

/**
 * Adds a person with an account to the agency or the project, logs it and tells them by mail.
 * @returns false if they were in it already; an agency's admins are in all its projects
 */
const addToDestination = async (
  { call, by, to }: Inviting,
  account: TeamAccount,
  role: InvitationRole,
): Promise<boolean> => {
  const { tx, now, services, person } = call
  const { agencyId, projectId } = to
  if (await isAgencyAdmin(tx, agencyId, account.id)) return false
  const joining = { userId: account.id, role, now }
  const isNew =
    projectId === null
      ? await joinAgency(tx, { ...joining, agencyId })
      : await joinProject(tx, { ...joining, projectId, agencyId })
  if (!isNew) return false
  const action = role === 'agency-admin' ? 'admin.added' : 'member.added'
  await audit(tx, by, { action, subject: account.email, new: { role } })
  if (projectId !== null)
    // Under the bell; the mail is below, which nobody can turn off.
    await emit(tx, {
      type: 'member.joined',
      projectId,
      actorId: person.userId,
      detail: { user_id: account.id },
    })
  const { publicUrl } = services.config
  const words = await wordsFor(call, to, { userId: account.id, role })
  const names = { name: account.name, addedBy: person.name, where: to.name, role: roleIn(role, words) }
  const sender = await readSender(tx, agencyId)
  const mail = addedMail({ publicUrl, words, sender, ...names })
  await queueMail(tx, services, { to: account.email, agencyId, ...mail })
  return true
}

/** Adds someone of the agency to the project, and tells them by mail as with an invitation. */
export const addAgencyUser = async (
  inviting: Inviting,
  account: TeamAccount,
  role: InvitationRole,
): Promise<boolean | Failure<'too_many_invitations'>> =>
  (await countMail(inviting.call, inviting.to.agencyId, account.email)) ??
  addToDestination(inviting, account, role)
