import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { changePassword, endOtherSessions, resetPassword, unlinkIdentity } from '#domain/accounts/contract.ts'
import { renewRecoveryCodes, turnOffSecondFactor } from '#domain/accounts/second-factor-contract.ts'
import { createAgency, removeAgencyUser, saveAgency } from '#domain/agencies/contract.ts'
import type { AuditEntry } from '#domain/agencies/model.ts'
import { createArchive } from '#domain/archives/contract.ts'
import { deleteFromBin } from '#domain/bin/contract.ts'
import type { AuditAction } from '#domain/kernel/audit.ts'
import { deletePosts } from '#domain/posts/contract.ts'
import { createProject, deleteProject, saveProject, saveProjectSettings } from '#domain/projects/contract.ts'
import { publishPostAsAdmin } from '#domain/publishing/contract.ts'
import { releaseHeldPublishing } from '#domain/publishing/holds-contract.ts'
import { pauseAgency, pauseClient, resumeAgency } from '#domain/publishing/pauses-contract.ts'
import {
  connectFacebookPage,
  listFacebookPages,
  removeSocialAccount,
} from '#domain/social-accounts/contract.ts'
import {
  addProjectUser,
  answerInvitation,
  removeProjectUser,
  resendInvitation,
  revokeInvitation,
  saveMemberSetting,
  sendAgencyInvitation,
  sendProjectInvitation,
} from '#domain/team/contract.ts'
import {
  blockAccounts,
  grantSuperAdmin,
  revokeSuperAdmin,
  unblockAccounts,
} from '#server/features/accounts/operator-commands.ts'
import { insertIdentity } from '#server/features/accounts/providers/identities.ts'
import { accountRoutes } from '#server/features/accounts/routes.ts'
import { archiveRoutes } from '#server/features/archives/routes.ts'
import { binRoutes } from '#server/features/bin/routes.ts'
import { postRoutes } from '#server/features/posts/routes.ts'
import { projectRoutes } from '#server/features/projects/routes.ts'
import { addHold } from '#server/features/publishing/engine/holds.ts'
import { publishingRoutes } from '#server/features/publishing/routes.ts'
import { makeSocialAccountRoutes } from '#server/features/social-accounts/routes.ts'
import { teamRoutes } from '#server/features/team/routes.ts'
import { createLink } from '#server/platform/session/links.ts'
import { hashPassword } from '#server/platform/session/passwords.ts'
import { beginSession } from '#server/platform/session/tokens.ts'
import { startTestApp, type TestApp, type TestPerson, testNow } from '#testing/app.ts'
import { auditing } from '#testing/audit.ts'
import { signInWithCode, turnOn } from '#testing/calls/second-factors.ts'
import { buildChoice, stubConnectors } from '#testing/connectors.ts'
import { buildCast, type Cast, nextNumber } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { agencyRoutes } from '../routes.ts'

const { connectors, state } = stubConnectors()
let test: TestApp
let cast: Cast
beforeAll(async () => {
  const own = [...accountRoutes, ...agencyRoutes, ...projectRoutes, ...teamRoutes]
  const routes = [
    ...own,
    ...publishingRoutes,
    ...postRoutes,
    ...binRoutes,
    ...archiveRoutes,
    ...makeSocialAccountRoutes(() => connectors),
  ]
  test = await startTestApp({ routes, config: { SIGN_IN_PER_MINUTE: 10_000 } })
})
afterAll(() => test.close())
beforeEach(async () => {
  cast = await buildCast(test.db)
})

const HERE = '127.0.0.1'
const { log, ask, inProject, inAgency, emailOf } = auditing(
  () => test,
  () => cast,
)
const nameOf = async (table: 'projects' | 'agencies', id: number) =>
  (await test.db.selectFrom(table).select('name').where('id', '=', id).executeTakeFirstOrThrow()).name
const projectName = () => nameOf('projects', cast.project.projectId)

const role = 'content-creator' as const
const newcomer = () => `zoe${nextNumber()}@example.com`
const invite = async (email = newcomer()) => {
  const body = { project_id: cast.project.projectId, name: 'Zoë', email, role }
  const { invitation } = await ask(sendProjectInvitation, { body })
  return { email, params: { invitationId: invitation?.id ?? 0 } }
}
const setPassword = async ({ userId }: TestPerson) => {
  const password_hash = await hashPassword('a long old one')
  await test.db.updateTable('users').set({ password_hash }).where('id', '=', userId).execute()
}
const link = ({ userId }: TestPerson) =>
  test.db.transaction().execute(tx => {
    const identity = { provider: 'google', issuer: 'https://accounts.google.com' } as const
    const own = { ...identity, subject: `subject ${nextNumber()}`, email: 'carl@gmail.example' }
    return insertIdentity(tx, userId, own, { now: testNow, address: HERE })
  })
const connectPage = async (externalId: string) => {
  state.choices = [buildChoice('facebook', externalId)]
  const body = { token: 'canary-short', reconnect: true }
  const { project_social } = await ask(listFacebookPages, { ...inProject(), body })
  if (project_social === null)
    await ask(connectFacebookPage, { body: { project_id: cast.project.projectId, page_id: externalId } })
}
const operator = { actor: null, address: 'command line', project: null } as const

type Line = Partial<AuditEntry> & { readonly by?: TestPerson; readonly agencyId?: number }

/** Turns the second factor of the creator on, and then does something with it. */
const changeFactor = async (change: (codes: { recovery_codes: string[] }) => Promise<unknown>) => {
  await change(await turnOn(test, cast.creator))
  return { by: cast.creator, subject: await emailOf(cast.creator), project: null, old: null, new: null }
}

/** Every change that the log knows: how it is made, and the entry that it must leave. The changes of billing, by approval links, of reports, of proofs, of archived projects, of hand-overs, of secret addresses and of chat channels are in the tests of those features. */
const changes: Record<
  Exclude<
    AuditAction,
    | 'card.added'
    | 'project.archived'
    | 'project.brought_back'
    | 'project.handed_over'
    | 'project.taken_over'
    | `project.offer${string}`
    | `billing.${string}`
    | `approval_link.${string}`
    | `${string}_by_link`
    | `report${string}`
    | `proof.${string}`
    | `secret_address.${string}`
    | `chat_channel.${string}`
  >,
  () => Promise<Line>
> = {
  'agency.created': async () => {
    const person = { ...cast.admin, ...(await freshPerson()) }
    const { id: agencyId } = await ask(createAgency, { body: { name: 'Kite' } }, person)
    return { agencyId, by: person, subject: 'Kite', project: null, old: null, new: { name: 'Kite' } }
  },
  'agency.changed': async () => {
    const name = await nameOf('agencies', cast.project.agencyId)
    await ask(saveAgency, { ...inAgency(), body: { name: 'Heron' } })
    return { subject: name, project: null, old: { name }, new: { name: 'Heron' } }
  },
  'project.created': async () => {
    const body = { name: 'Lagoon', timezone: 'Europe/Rome' }
    const { id } = await ask(createProject, { body })
    const made = { name: 'Lagoon', 'project-timezone': 'Europe/Rome' }
    return { subject: 'Lagoon', project: { id, name: 'Lagoon' }, old: null, new: made }
  },
  'project.changed': async () => {
    const name = await projectName()
    await ask(saveProject, { ...inProject(), body: { name: 'Lagoon', timezone: 'Europe/Rome' } })
    const old = { name, timezone: 'Europe/Berlin' }
    return { subject: name, old, new: { name: 'Lagoon', timezone: 'Europe/Rome' } }
  },
  'project.setting_changed': async () => {
    const settings = [{ name: 'post-master-content-social-network-id' as const, value: 'linkedin' as const }]
    await ask(saveProjectSettings, { ...inProject(), body: { settings } })
    const field = 'post-master-content-social-network-id'
    return { subject: await projectName(), old: { [field]: '' }, new: { [field]: 'linkedin' } }
  },
  'project.exported': async () => {
    await ask(createArchive, { ...inProject(), body: {} })
    return { subject: await projectName(), old: null, new: null }
  },
  'project.deleted': async () => {
    await ask(deleteProject, inProject())
    return { subject: await projectName(), old: null, new: null }
  },
  'invitation.sent': async () => {
    const { email } = await invite()
    return { subject: email, old: null, new: { name: 'Zoë', role } }
  },
  'invitation.resent': async () => {
    const { email, params } = await invite()
    await ask(resendInvitation, { params })
    return { subject: email, old: null, new: { role } }
  },
  'invitation.revoked': async () => {
    const { email, params } = await invite()
    await ask(revokeInvitation, { params })
    return { subject: email, old: { role }, new: null }
  },
  'invitation.accepted': async () => {
    const { email, params } = await invite()
    const person = await freshPerson(email)
    await ask(answerInvitation, { params, body: { answer: 'accept' } }, person)
    return { by: person, subject: email, old: null, new: { role } }
  },
  'invitation.refused': async () => {
    const { email, params } = await invite()
    const person = await freshPerson(email)
    await ask(answerInvitation, { params, body: { answer: 'refuse' } }, person)
    return { by: person, subject: email, old: { role }, new: null }
  },
  'member.added': async () => {
    const { userId } = await freshPerson()
    await test.db
      .insertInto('agency_members')
      .values({ agency_id: cast.project.agencyId, user_id: userId, role })
      .execute()
    await ask(addProjectUser, { ...inProject(), body: { user_id: userId, role } })
    return { subject: await emailOf({ userId, name: '' }), old: null, new: { role } }
  },
  'member.setting_changed': async () => {
    const params = { projectId: cast.project.projectId, userId: cast.creator.userId }
    await ask(saveMemberSetting, { params, body: { name: 'skip-approval-and-schedule', value: 'true' } })
    const field = 'skip-approval-and-schedule'
    return { subject: await emailOf(cast.creator), old: { [field]: 'false' }, new: { [field]: 'true' } }
  },
  'member.removed': async () => {
    const params = { projectId: cast.project.projectId, userId: cast.creator.userId }
    await ask(removeProjectUser, { params })
    return { subject: await emailOf(cast.creator), old: { role }, new: null }
  },
  'admin.added': async () => {
    const email = await emailOf(cast.creator)
    const body = { agency_id: cast.project.agencyId, name: 'Zoë', email, role: 'agency-admin' as const }
    await ask(sendAgencyInvitation, { body })
    return { subject: email, project: null, old: null, new: { role: 'agency-admin' } }
  },
  'admin.removed': async () => {
    const other = await freshPerson()
    const values = { agency_id: cast.project.agencyId, user_id: other.userId }
    await test.db.insertInto('agency_admins').values(values).execute()
    await ask(removeAgencyUser, { params: { agencyId: values.agency_id, userId: other.userId } })
    return { subject: await emailOf(other), project: null, old: { role: 'agency-admin' }, new: null }
  },
  'social_account.connected': async () => {
    await ask(removeSocialAccount, { params: { ...inProject().params, social: 'facebook' } })
    await connectPage('100')
    return { subject: 'Facebook', old: null, new: { account: 'Page 100' } }
  },
  'social_account.reconnected': async () => {
    await ask(removeSocialAccount, { params: { ...inProject().params, social: 'facebook' } })
    await connectPage('100')
    await connectPage('100')
    return { subject: 'Facebook', old: null, new: { account: 'Page 100' } }
  },
  'social_account.removed': async () => {
    await ask(removeSocialAccount, { params: { ...inProject().params, social: 'twitter' } })
    const account = `Twitter of project ${cast.project.projectId}`
    return { subject: 'Twitter', old: { account }, new: null }
  },
  'post.published_as_admin': async () => {
    const socials = [{ network: 'facebook' as const, status: 'pending_internal_approval' as const }]
    const { postId } = await buildPost(test.db, cast.project, { type: 'text', socials })
    await ask(publishPostAsAdmin, { params: { postId } })
    return { subject: `Post ${postId}`, old: null, new: { post_id: postId, networks: 'facebook' } }
  },
  'publishing.released': async () => {
    const { agencyId } = cast.project
    const now = new Date()
    const held = { scope: 'agency', agencyId, reason: 'long_gap', heldBy: null, now } as const
    await test.db.transaction().execute(tx => addHold(tx, held))
    await ask(releaseHeldPublishing, { params: { agencyId }, body: {} })
    return { subject: 'All posts', project: null, old: null, new: { posts: 0 } }
  },
  'publishing.paused': async () => {
    const body = { reason: 'A recall', ends_at: null, tells_clients: false }
    await ask(pauseClient, { ...inProject(), body })
    const subject = await nameOf('projects', cast.project.projectId)
    return { subject, old: null, new: body }
  },
  'publishing.resumed': async () => {
    const params = { agencyId: cast.project.agencyId }
    const body = { reason: 'A recall', ends_at: null, tells_clients: false }
    const { pause_id } = await ask(pauseAgency, { params, body })
    await ask(resumeAgency, { params, body: { pause_id } })
    return { subject: 'All clients', project: null, old: null, new: { posts: 0 } }
  },
  'bin.deleted_for_good': async () => {
    const ids = [(await buildPost(test.db, cast.project)).postId]
    await ask(deletePosts, { body: { post_ids: ids } })
    await ask(deleteFromBin, { ...inProject(), body: { kind: 'post', ids } })
    return { subject: '1 post', old: null, new: null }
  },
  'account.password_changed': async () => {
    await setPassword(cast.creator)
    const password = 'a long new one'
    const body = { old_password: 'a long old one', password, password_confirmation: password }
    await ask(changePassword, { params: { userId: cast.creator.userId }, body }, cast.creator)
    return { by: cast.creator, subject: await emailOf(cast.creator), project: null, old: null, new: null }
  },
  'account.password_reset': async () => {
    const email = await emailOf(cast.creator)
    const making = { userId: cast.creator.userId, purpose: 'reset', now: testNow, minutes: 30 } as const
    const token = await test.db.transaction().execute(tx => createLink(tx, making))
    const password = 'a long new one'
    const body = { email, token, password, password_confirmation: password }
    expect((await test.ask(null, resetPassword, { body })).status).toBe(200)
    return { by: cast.creator, subject: email, project: null, old: null, new: null }
  },
  'account.sessions_ended': async () => {
    await test.db.transaction().execute(tx => beginSession(tx, cast.creator.userId, testNow))
    await ask(endOtherSessions, {}, cast.creator)
    const subject = await emailOf(cast.creator)
    return { by: cast.creator, subject, project: null, old: { sessions: 1 }, new: null }
  },
  'account.session_doubted': async () => {
    const { token } = await test.db
      .transaction()
      .execute(tx => beginSession(tx, cast.creator.userId, testNow))
    const renew = async (now: Date) => {
      test.clock.set(now)
      const headers = { authorization: `Bearer ${token}` }
      return (await test.app.inject({ method: 'POST', url: '/api/auth/refresh', headers })).statusCode
    }
    expect(await renew(testNow)).toBe(200)
    expect(await renew(new Date(testNow.getTime() + 120_000))).toBe(401)
    test.clock.set(testNow)
    const subject = await emailOf(cast.creator)
    return { by: cast.creator, subject, project: null, old: { sessions: 1 }, new: null }
  },
  'account.sign_in_linked': async () => {
    await link(cast.creator)
    const identity = { provider: 'Google', account: 'carl@gmail.example' }
    const subject = await emailOf(cast.creator)
    return { by: cast.creator, subject, project: null, old: null, new: identity }
  },
  'account.sign_in_unlinked': async () => {
    await setPassword(cast.creator)
    await link(cast.creator)
    const { id: identityId } = await test.db
      .selectFrom('identities')
      .select('id')
      .where('user_id', '=', cast.creator.userId)
      .executeTakeFirstOrThrow()
    await ask(unlinkIdentity, { params: { identityId } }, cast.creator)
    const identity = { provider: 'Google', account: 'carl@gmail.example' }
    const subject = await emailOf(cast.creator)
    return { by: cast.creator, subject, project: null, old: identity, new: null }
  },
  'account.second_factor_on': () => changeFactor(async () => undefined),
  'account.second_factor_off': () => changeFactor(() => ask(turnOffSecondFactor, {}, cast.creator)),
  'account.recovery_codes_renewed': () => changeFactor(() => ask(renewRecoveryCodes, {}, cast.creator)),
  'account.recovery_code_used': () =>
    changeFactor(async ({ recovery_codes: [code] }) => {
      await setPassword(cast.creator)
      await signInWithCode(test, { email: await emailOf(cast.creator), password: 'a long old one' }, code)
    }),
  'account.blocked': async () => {
    const subject = await emailOf(cast.creator)
    await blockAccounts(test.db, subject, testNow)
    return { ...operator, subject, old: null, new: null }
  },
  'account.unblocked': async () => {
    const subject = await emailOf(cast.creator)
    await blockAccounts(test.db, subject, testNow)
    await unblockAccounts(test.db, subject, testNow)
    return { ...operator, subject, old: null, new: null }
  },
  'account.super_admin_granted': async () => {
    const subject = await emailOf(cast.stranger)
    await grantSuperAdmin(test.db, subject, testNow, true)
    await test.db.updateTable('users').set({ is_super_admin: false }).where('email', '=', subject).execute()
    return { ...operator, subject, old: null, new: null }
  },
  'account.super_admin_revoked': async () => {
    const subject = await emailOf(cast.stranger)
    await grantSuperAdmin(test.db, subject, testNow, true)
    await revokeSuperAdmin(test.db, subject, testNow)
    return { ...operator, subject, old: null, new: null }
  },
}

const freshPerson = async (email = newcomer()): Promise<TestPerson> => {
  const values = { name: 'Zoë', email, is_confirmed: true }
  const row = await test.db.insertInto('users').values(values).returning('id').executeTakeFirstOrThrow()
  return { userId: row.id, name: 'Zoë' }
}

describe('Every change is logged, by whom and from where, old and new:', () => {
  it.each(Object.entries(changes))('%s', async (action, change) => {
    const { by = cast.admin, agencyId = cast.project.agencyId, ...line } = await change()
    const [entry, ...before] = await log(agencyId, agencyId === cast.project.agencyId ? cast.admin : by)
    expect(entry).toMatchObject({
      action,
      address: HERE,
      actor: { id: by.userId, email: await emailOf(by) },
      project: { id: cast.project.projectId },
      ...line,
    })
    expect(before.filter(each => each.action === action)).toEqual([])
  })
})

it('A session that simply expired leaves no entry', async () => {
  const { token } = await test.db.transaction().execute(tx => beginSession(tx, cast.creator.userId, testNow))
  test.clock.set(new Date(testNow.getTime() + 31 * 86_400_000))
  const headers = { authorization: `Bearer ${token}` }
  expect((await test.app.inject({ method: 'POST', url: '/api/auth/refresh', headers })).statusCode).toBe(401)
  test.clock.set(testNow)
  expect(await log()).toEqual([])
})
