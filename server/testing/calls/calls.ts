import { randomBytes } from 'node:crypto'
import type { Endpoint } from '#domain/kernel/endpoint.ts'
import type { Actor } from '#domain/permissions/can.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type TestPerson, testNow } from '#testing/app.ts'
import { buildApprovalLink } from '#testing/approvals/approval-links.ts'
import { buildProof } from '#testing/approvals/proofs.ts'
import { buildProposal } from '#testing/approvals/proposals.ts'
import { buildInvoice } from '#testing/billing/subscriptions.ts'
import { buildImport } from '#testing/imports.ts'
import { buildParkedMail } from '#testing/mails.ts'
import { buildOffer, buildPerson, connect, type TestProject } from '#testing/people.ts'
import { buildCampaign, buildMedia, buildPost } from '#testing/posts.ts'
import { buildReport } from '#testing/reports.ts'
import { queries } from './call-queries.ts'

/** A session other than the one the person calls with. */
const sessionOf = async (db: Db, person: TestPerson | undefined): Promise<number> => {
  if (!person) return 0
  const values = { user_id: person.userId }
  return (await db.insertInto('sessions').values(values).returning('id').executeTakeFirstOrThrow()).id
}

/** A Google account that the person can sign in with as well. */
const identityOf = async (db: Db, person: TestPerson | undefined, sessionId: number): Promise<number> => {
  if (!person) return 0
  const known = { provider: 'google', issuer: 'https://accounts.google.com', email: 'ann@gmail.com' } as const
  const times = { created_at: new Date('2026-05-01'), last_used_at: new Date('2026-05-01') }
  const values = { ...known, ...times, subject: `of session ${sessionId}`, user_id: person.userId }
  return (await db.insertInto('identities').values(values).returning('id').executeTakeFirstOrThrow()).id
}

/** Someone to remove, an invitation to revoke, labels (one in the bin) and a hashtag pool. The project is restored, as an earlier call may have deleted or archived it. */
const preparePeople = async (db: Db, project: TestProject) => {
  const { projectId, agencyId } = project
  await db
    .updateTable('projects')
    .set({ deleted_at: null, archived_at: null })
    .where('id', '=', projectId)
    .execute()
  const { userId } = await buildPerson(db, project, 'content-creator')
  const { id: invitationId } = await db
    .insertInto('invitations')
    .values({
      agency_id: agencyId,
      project_id: projectId,
      name: 'Ida Somebody',
      role: 'external-approver',
      email: `invited${userId}@example.com`,
      token_hash: Buffer.from(String(userId)),
      expires_at: new Date('2027-01-01'),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const label = { project_id: projectId, text: 'Some label', color: '#aabbcc' }
  const days = { start_at: '2026-06-01', end_at: '2026-06-02' }
  const insert = db.insertInto('day_labels').values([
    { ...label, ...days },
    { ...label, ...days, deleted_at: testNow },
  ])
  const [dayLabelId = 0, binnedLabelId = 0] = (await insert.returning('id').execute()).map(({ id }) => id)
  const { id: poolId } = await db
    .insertInto('hashtag_pools')
    .values({ project_id: projectId, pool_name: 'Coffee', hashtags: '#coffee' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { agencyId, userId, invitationId, dayLabelId, binnedLabelId, poolId }
}

/** Waits for the release of a hold. */
const buildHeldPublication = async (db: Db, project: TestProject): Promise<number> => {
  const { socialIds } = await buildPost(db, project, {
    socials: [{ network: 'linkedin', status: 'on_publishing' }],
  })
  const { id } = await db
    .insertInto('publications')
    .values({
      post_social_id: socialIds[0] ?? 0,
      project_id: project.projectId,
      social_network: 'linkedin',
      status: 'queued',
      content_digest: 'unused',
      due_at: testNow,
      run_at: new Date('2027-01-01'),
      started_from: JSON.stringify({
        status: 'approved',
        failure_reason: null,
        last_social_api_response: null,
      }),
      prepared: '{}',
      held_at: testNow,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Shows posts that nobody knows. It is removed, so that as many as there are calls can belong to one project. */
const buildHeldAccount = async (db: Db, { projectId }: TestProject): Promise<number> => {
  const account = { project_id: projectId, social_network: 'linkedin', external_id: 'held' } as const
  const { id } = await db
    .insertInto('social_accounts')
    .values({ ...account, name: 'Held', account_details: '{}', removed_at: testNow })
    .returning('id')
    .executeTakeFirstOrThrow()
  const hold = { scope: 'project', reason: 'unknown_posts', held_at: testNow, seen_posts: 1 } as const
  await db
    .insertInto('publishing_holds')
    .values({ ...hold, project_id: projectId, social_account_id: id })
    .execute()
  return id
}

/** A channel that is told of nothing: its address is sealed with no key that there is. */
const buildChatChannel = async (db: Db, { agencyId }: TestProject): Promise<number> => {
  const sealed = {
    sealed_address: Buffer.from('sealed'),
    key_id: 'none',
    address_hint: 'hooks.slack.com/…vQm1',
  }
  const values = { agency_id: agencyId, name: '#posts', topics: ['decided'], is_on: false }
  const { id } = await db
    .insertInto('chat_channels')
    .values({ ...values, ...sealed, service: 'slack', created_at: testNow })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A browser that shows its person messages: its subscription is sealed with no key that there is. */
const buildPushDevice = async (db: Db, { userId }: { readonly userId: number }): Promise<number> => {
  const session = { user_id: userId }
  const { id: session_id } = await db
    .insertInto('sessions')
    .values(session)
    .returning('id')
    .executeTakeFirstOrThrow()
  const sealed = {
    sealed_subscription: Buffer.from('sealed'),
    key_id: 'none',
    endpoint_hash: randomBytes(32),
  }
  const { id } = await db
    .insertInto('push_devices')
    .values({ ...session, session_id, ...sealed, created_at: testNow })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Everything that a post of the project can have, in a state in which this person could act on it. */
export const prepareCalls = async (
  db: Db,
  project: TestProject,
  { actor = null, person }: { actor?: Actor | null; person?: TestPerson } = {},
) => {
  const status =
    actor?.role === 'external-approver' ? 'pending_external_approval' : 'pending_internal_approval'
  // A content manager decides only rounds for which they were chosen by name.
  const chosen =
    actor?.isContentManager && person
      ? { type: 'internal' as const, status: 'open' as const, chosen: [person.userId] }
      : null
  const known = await preparePeople(db, project)
  const media = await buildMedia(db, project, { canva_design_id: 'DAprepared' })
  const { postId, socialIds, scheduleId } = await buildPost(db, project, {
    type: 'text',
    socials: [{ network: 'facebook', status, ...(chosen ? { rounds: [chosen] } : {}) }],
    schedule: { date: '2026-06-20', time: '12:00' },
  })
  const [socialId = 0] = socialIds
  const round = await db
    .selectFrom('approvals')
    .select('id')
    .where('post_social_id', '=', socialId)
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow()
  const entry = {
    approval_id: round.id,
    post_social_id: socialId,
    project_id: project.projectId,
    round: 'external',
    created_by: person?.userId ?? known.userId,
  } as const
  const entries = await db
    .insertInto('approval_actions')
    .values([
      { ...entry, type: 'question_pushed', message: 'How large?' },
      { ...entry, type: 'answer_pushed', message: 'Twice' },
      { ...entry, type: 'revision_requested', message: 'Larger' },
    ])
    .returning('id')
    .execute()
  const [questionId = 0, answerId = 0, actionId = 0] = entries.map(({ id }) => id)
  const revisionPicture = await db
    .insertInto('approval_action_attachments')
    .values({
      approval_action_id: actionId,
      project_id: project.projectId,
      position: 0,
      media_id: await buildMedia(db, project),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const box = await db
    .insertInto('approval_checkboxes')
    .values({ approval_action_id: actionId, label: 'Larger logo', position: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  // An earlier call may have removed it.
  const isConnected = await db
    .selectFrom('social_accounts')
    .select('id')
    .where('project_id', '=', project.projectId)
    .where('social_network', '=', 'facebook')
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!isConnected) await connect(db, project.projectId, 'facebook')
  const note = await db
    .insertInto('notes')
    .values({
      post_social_id: socialId,
      project_id: project.projectId,
      message: 'Larger logo?',
      is_for_client: true,
      created_by: person?.userId ?? known.userId,
      created_at: testNow,
      updated_at: testNow,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const picture = await db
    .insertInto('note_attachments')
    .values({ note_id: note.id, project_id: project.projectId, media_id: media, position: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const mark = {
    project_id: project.projectId,
    post_social_id: socialId,
    place: JSON.stringify({ kind: 'point', object_id: media, x: 0.5, y: 0.5 }),
    media_id: media,
    comment: 'Here',
    content_digest: '',
    created_at: testNow,
  }
  const marks = await db
    .insertInto('marks')
    .values([
      { ...mark, approval_action_id: actionId },
      { ...mark, note_id: note.id },
    ])
    .returning('id')
    .execute()
  const [markId = 0, noteMarkId = 0] = marks.map(({ id }) => id)
  const sessionId = await sessionOf(db, person)
  const { id: designId } = await db
    .insertInto('designs')
    .values({
      project_id: project.projectId,
      post_social_id: socialId,
      user_id: person?.userId ?? known.userId,
      title: 'Poster',
      canva_design_id: 'DAprepared',
      state_hash: Buffer.from(`state ${socialId}`),
      expires_at: new Date('2027-01-01'),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: conversionId } = await db
    .insertInto('media_conversions')
    .values({
      project_id: project.projectId,
      media_id: media,
      social_network: 'twitter',
      post_type: 'single_video',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: viewId } = await db
    .insertInto('saved_views')
    .values({
      project_id: project.projectId,
      user_id: person?.userId ?? known.userId,
      name: `View ${postId}`,
      search: 'span=all',
      created_at: testNow,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return {
    viewId,
    designId,
    token: 'unknown',
    ...(await buildApprovalLink(db, project)),
    invoiceId: await buildInvoice(db, project.agencyId),
    campaignId: await buildCampaign(db, project),
    importId: await buildImport(db, project, person?.userId ?? known.userId),
    reportId: await buildReport(db, project),
    proofId: await buildProof(db, project, person?.userId ?? known.userId),
    offerId: await buildOffer(db, project, {
      email: 'nobody@elsewhere.example',
      offeredBy: known.userId,
    }),
    channelId: await buildChatChannel(db, project),
    deviceId: await buildPushDevice(db, person ?? known),
    mailId: await buildParkedMail(db, project.agencyId),
    publicationId: await buildHeldPublication(db, project),
    accountId: await buildHeldAccount(db, project),
    conversionId,
    ...known,
    oauthToken: 'unknown',
    sessionId,
    identityId: await identityOf(db, person, sessionId),
    postId,
    socialId,
    postSocialId: socialId,
    scheduleId: scheduleId ?? 0,
    mediaId: media,
    ids: media,
    projectId: project.projectId,
    approvalId: round.id,
    proposalId: await buildProposal(db, project, { socialId, userId: person?.userId ?? known.userId }),
    questionId,
    answerId,
    actionId,
    boxId: box.id,
    markId,
    noteMarkId,
    id: socialId,
    noteId: note.id,
    attachmentId: picture.id,
    pictureId: revisionPicture.id,
    start: '2026-06-01',
    end: '2026-06-30',
    social: 'facebook',
    // Of notes, of which everybody is notified.
    settingId: project.projectId * 100 + 11,
  }
}

/** The ids that a call can name, by their names in the paths. */
export type CallIds = Awaited<ReturnType<typeof prepareCalls>>

/** How the tables of tests call an endpoint. */
export const nameOfCall = ({ method, path }: Endpoint): string => `${method} ${path}`

/** The URL of a call, with these ids in its path and the query that it requires. */
export const addressOfCall = (endpoint: Endpoint, ids: Record<string, unknown>): string => {
  const address = `${endpoint.path}${queries[nameOfCall(endpoint)] ?? ''}`
  return address.replace(/\{(\w+)\}/g, (_, name: string) => String(ids[name]))
}
