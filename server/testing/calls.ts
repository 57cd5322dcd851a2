import type { Endpoint } from '#domain/kernel/endpoint.ts'
import type { Actor } from '#domain/permissions/can.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type TestPerson, testNow } from './app.ts'
import { approvalLinkBodies, buildApprovalLink } from './approval-links.ts'
import { queries } from './call-queries.ts'
import { buildImport, importBodies } from './imports.ts'
import { buildParkedMail } from './mails.ts'
import { buildPerson, connect, type TestProject } from './people.ts'
import { buildMedia, buildPost } from './posts.ts'
import { buildReport, reportBodies } from './reports.ts'
import { billingBodies, buildInvoice } from './subscriptions.ts'

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

/** Someone to remove, an invitation to revoke, labels (one in the bin) and a hashtag pool. The project is restored, as an earlier call may have deleted it. */
const preparePeople = async (db: Db, project: TestProject) => {
  const { projectId, agencyId } = project
  await db.updateTable('projects').set({ deleted_at: null }).where('id', '=', projectId).execute()
  const { userId } = await buildPerson(db, project, 'content-creator')
  const { id: invitationId } = await db
    .insertInto('invitations')
    .values({
      ...{ agency_id: agencyId, project_id: projectId, name: 'Ida Somebody', role: 'external-approver' },
      ...{ email: `invited${userId}@example.com`, token_hash: Buffer.from(String(userId)) },
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
  const action = await db
    .insertInto('approval_actions')
    .values({
      approval_id: round.id,
      post_social_id: socialId,
      project_id: project.projectId,
      round: 'external',
      type: 'revision_requested',
      message: 'Larger',
      created_by: person?.userId ?? known.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const revisionPicture = await db
    .insertInto('approval_action_attachments')
    .values({
      ...{ approval_action_id: action.id, project_id: project.projectId, position: 0 },
      media_id: await buildMedia(db, project),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const box = await db
    .insertInto('approval_checkboxes')
    .values({ approval_action_id: action.id, label: 'Larger logo', position: 0 })
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
  const sessionId = await sessionOf(db, person)
  const { id: designId } = await db
    .insertInto('designs')
    .values({
      ...{ project_id: project.projectId, post_social_id: socialId, user_id: person?.userId ?? known.userId },
      ...{ title: 'Poster', canva_design_id: 'DAprepared', state_hash: Buffer.from(`state ${socialId}`) },
      expires_at: new Date('2027-01-01'),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: conversionId } = await db
    .insertInto('media_conversions')
    .values({
      ...{ project_id: project.projectId, media_id: media },
      ...{ social_network: 'twitter', post_type: 'single_video' },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: viewId } = await db
    .insertInto('saved_views')
    .values({
      ...{ project_id: project.projectId, user_id: person?.userId ?? known.userId },
      ...{ name: `View ${postId}`, search: 'span=all', created_at: testNow },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return {
    ...{ viewId, designId, token: 'unknown' },
    ...(await buildApprovalLink(db, project)),
    invoiceId: await buildInvoice(db, project.agencyId),
    importId: await buildImport(db, project, person?.userId ?? known.userId),
    reportId: await buildReport(db, project),
    mailId: await buildParkedMail(db, project.agencyId),
    conversionId,
    ...{ ...known, oauthToken: 'unknown', sessionId, identityId: await identityOf(db, person, sessionId) },
    ...{ postId, socialId, postSocialId: socialId, scheduleId: scheduleId ?? 0, mediaId: media, ids: media },
    ...{ projectId: project.projectId, approvalId: round.id, actionId: action.id, boxId: box.id },
    ...{ id: socialId, noteId: note.id, attachmentId: picture.id, pictureId: revisionPicture.id },
    ...{ start: '2026-06-01', end: '2026-06-30', social: 'facebook' },
    // Of notes, which everybody is told of.
    settingId: project.projectId * 100 + 11,
  }
}
/** The ids that a call can name, by their names in the paths. */
export type CallIds = Awaited<ReturnType<typeof prepareCalls>>

const when = { date: '2026-06-21', time: '12:00', is_autoposting: true }
const notifyChoice = (notification_id: number, type_id: number) => ({
  ...{ notification_id, type_id, timeframe_type_id: 2, status: 1 },
})
const newPassword = { password: 'a fine new one', password_confirmation: 'a fine new one' }
/** The body of each call, by method and path. A test fails for a new call with a body until it is added here. */
export const callBodies: Record<string, (ids: CallIds) => object> = {
  'POST /auth/signin': () => ({ email: 'nobody@example.com', password: 'wrong' }),
  'POST /auth/signup': () => ({ email: 'nobody@example.com' }),
  'POST /auth/confirm': () => ({ token: 'unknown' }),
  'POST /password/forgot': () => ({ email: 'nobody@example.com' }),
  'POST /password/checktoken': () => ({ email: 'nobody@example.com', token: 'unknown' }),
  'POST /password/new': () => ({ ...newPassword, email: 'nobody@example.com', token: 'unknown' }),
  'POST /users/{userId}': () => ({ _method: 'PUT', company: 'Bluebird Studio' }),
  'POST /users/{userId}/password': () => ({ ...newPassword, old_password: 'not it' }),
  'POST /agencies': () => ({ name: 'One more agency' }),
  'POST /agencies/{agencyId}/parked-mails/{mailId}/retry': () => ({}),
  'POST /agencies/{agencyId}': () => ({ name: 'Another name' }),
  'POST /pay/payment-confirmed': () => ({ setup_intent: 'seti_unknown' }),
  'POST /pay/payment-process': () => ({
    cardName: 'Ada Moreau',
    cardNumber: '4242424242424242',
    expiryMonth: 12,
    expiryYear: 2030,
    cvc: '123',
  }),
  'POST /projects': ids => ({ agency_id: ids.agencyId, name: 'One more', timezone: 'Asia/Tokyo' }),
  'POST /projects/{projectId}': () => ({ name: 'Another name' }),
  'POST /projects/{projectId}/users': ids => ({ user_id: ids.userId, role: 'content-creator' }),
  'POST /projects/{projectId}/settings/{userId}': () => ({ name: 'content-manager', value: 'true' }),
  'POST /agencies/{agencyId}/users/{userId}/role': () => ({ role: 'content-creator' }),
  'POST /userinvitations/check': () => ({ token: 'unknown' }),
  'POST /userinvitations/accept': () => ({ token: 'unknown' }),
  'POST /userinvitations/agency/send': ids => ({
    ...{ agency_id: ids.agencyId, name: 'Ann Other', email: 'ann@example.com', role: 'content-creator' },
  }),
  'POST /userinvitations/project/send': ids => ({
    ...{ project_id: ids.projectId, name: 'Ann Other', email: 'ann@example.com', role: 'external-approver' },
  }),
  'POST /auth/google/callback': () => ({ code: 'unknown', state: 'unknown' }),
  'POST /auth/apple/callback': () => ({ code: 'unknown', state: 'unknown' }),
  'POST /auth/identities/begin': () => ({ provider: 'google' }),
  'POST /auth/identities': () => ({ provider: 'google', code: 'unknown', state: 'unknown' }),
  'POST /daylabels': ids => ({
    ...{ project_id: ids.projectId, text: 'Fair', color: '#ffcc00', start_at: '2026-06-03', end_at: '' },
  }),
  'PUT /daylabels/{dayLabelId}': () => ({ text: 'Fair', color: '#ffcc00', start_at: '2026-06-03' }),
  'POST /add-hashtag-pool': ids => ({ project_id: ids.projectId, pool_name: 'Tea', hashtags: '#tea' }),
  'PUT /update-hashtag-pool': ids => ({ id: ids.poolId, pool_name: 'Tea', hashtags: '#tea' }),
  'POST /projects/{projectId}/medias': () => ({}),
  // Refused for its area: the file that would be cut is not stored.
  'POST /projects/{projectId}/medias/{mediaId}/crop': () => ({
    x: 0.9,
    y: 0,
    width: 1,
    height: 1,
    rotation: 90,
    output: null,
  }),
  'POST /projects/{projectId}/content/views': () => ({ name: 'Drafts', search: 'span=all&status=draft' }),
  ...importBodies,
  ...reportBodies,
  ...billingBodies,
  ...approvalLinkBodies,
  'POST /projects/{projectId}/calendar-feed': () => ({}),
  'POST /projects/{projectId}/archive': () => ({}),
  'POST /projects/{projectId}/time-slots': () => ({ slots: [] }),
  // Refused: it is a photo.
  'POST /projects/{projectId}/medias/{mediaId}/conversions': () => ({
    social_network: 'twitter',
    post_type: 'single_video',
  }),
  'PUT /projects/{projectId}/medias/{mediaId}/kept': () => ({ is_kept: true }),
  'POST /projects/{projectId}/medias/import': () => ({
    content_url: 'https://example.com/picture.png',
    canva_design_id: 'DAprepared',
  }),
  'POST /projects/{projectId}/medias/{mediaId}/design': ids => ({ post_social_id: ids.socialId }),
  'POST /projects/{projectId}/designs': ids => ({
    ...{ post_social_id: ids.socialId, width: 1080, height: 1080, title: 'Poster' },
  }),
  'POST /design-tool/authorization': () => ({ state: 'unknown', code: 'unknown' }),
  'POST /design-tool/returns': () => ({ correlation_jwt: 'unknown' }),
  'POST /projects/{projectId}/settings': () => ({
    settings: [{ name: 'twitter-approval', value: 'false' }],
  }),
  'POST /projects/{projectId}/facebook/pages': () => ({ token: 'short' }),
  'POST /projects/{projectId}/instagram/pages': () => ({ token: 'short' }),
  'POST /projects/facebook/pages': ids => ({ project_id: ids.projectId, page_id: '1' }),
  'POST /projects/instagram/pages': ids => ({ project_id: ids.projectId, page_id: '1' }),
  'POST /projects/linkedin/pages': ids => ({ project_id: ids.projectId, organization: '1' }),
  'POST /projects/linkedin/authorization': () => ({ code: 'unknown', state: 'unknown' }),
  'POST /projects/linkedin/denial': () => ({ state: 'unknown' }),
  'POST /projects/twitter/access-token': () => ({ oauth_token: 'unknown', oauth_verifier: 'unknown' }),
  'POST /projects/twitter/denial': () => ({ oauth_token: 'unknown' }),
  'POST /projects/{projectId}/medias/{mediaId}': ids => ({
    media_id: ids.mediaId,
    social_options: [{ post_social_type: 'single_photo', social_network_name: 'facebook' }],
  }),
  'POST /hashtag-name-list/{projectId}': () => ({ q: 'coffee', social_network: 'facebook' }),
  'POST /posts': ids => ({ project_id: ids.projectId, social_networks: ['facebook'], type: 'text' }),
  'PUT /postssocials': ids => ({
    post_id: ids.postId,
    project_id: ids.projectId,
    post_socials: [{ id: ids.socialId, message: 'Something new' }],
  }),
  'POST /projects/{projectId}/presence': ids => ({
    post_id: ids.postId,
    tab: 'tab-of-a-test',
    count: 1,
    writing: null,
  }),
  'POST /posts/types/allowed': () => ({ social_networks: ['facebook'] }),
  'DELETE /posts': ids => ({ post_ids: [ids.postId] }),
  'POST /posts/restore': ids => ({ project_id: ids.projectId, post_ids: [ids.postId] }),
  'POST /posts/duplicate': ids => ({ post_id: ids.postId }),
  'POST /posts/duplicate-to-any-platform': ids => ({ post_id: ids.postId, social_networks: ['facebook'] }),
  'POST /posts/duplicate-to-any-platform-batch': ids => ({
    ...{ post_ids: [ids.postId], social_networks: ['facebook'] },
  }),
  'POST /posts/social-networks/allowed': ids => ({ post_ids: [ids.postId] }),
  'POST /posts/clone': ids => ({
    ...{ post_id: ids.postId, to_project_id: ids.projectId, social_networks: ['facebook'] },
  }),
  'POST /notifications/read': () => ({ is_all: true }),
  'POST /update-all-notification-setting/{settingId}': ids => notifyChoice(ids.settingId, 1),
  'POST /update-project-notification-setting/{settingId}': ids => notifyChoice(ids.settingId, 2),
  'POST /posts/{postId}/series': () => ({ rule: { frequency: 'weekly', every: 1, weekdays: [6] } }),
  'POST /posts/{postId}/series/stop': () => ({ drafts: 'keep' }),
  'POST /projects/{projectId}/bin/restore': ids => ({ kind: 'day_label', ids: [ids.binnedLabelId] }),
  'DELETE /projects/{projectId}/bin': ids => ({ kind: 'day_label', ids: [ids.binnedLabelId] }),
  'POST /posts/schedules': ids => ({ ...when, post_id: ids.postId }),
  'PUT /posts/schedules/{scheduleId}': () => when,
  'PUT /posts/schedules': ids => ({ ...when, schedule_ids: [ids.scheduleId] }),
  'POST /posts/schedules/swap': ids => ({
    schedule_ids: [ids.scheduleId, ids.scheduleId],
    datetimes: ['2026-06-20T10:00:00.000Z', '2026-06-21T10:00:00.000Z'],
  }),
  'PUT /posts/schedules/each': ids => ({
    project_id: ids.projectId,
    schedules: [
      {
        ...{ ...when, schedule_id: ids.scheduleId },
        seen: { datetime: '2026-06-20T10:00:00.000Z', is_autoposting: true },
      },
    ],
  }),
  'POST /posts/text-matches': ids => ({
    ...{ project_id: ids.projectId, post_ids: [ids.postId], find: 'Hello' },
    ...{ is_whole_word: true, is_case_matched: false },
  }),
  'PUT /posts/text': ids => ({
    ...{ project_id: ids.projectId, find: 'Hello', replacement: 'Good morning' },
    ...{ is_whole_word: true, is_case_matched: false },
    posts: [{ post_id: ids.postId, versions: [{ id: ids.socialId, version: 1 }] }],
  }),
  'POST /posts/publish/confirm/{postSocialId}': () => ({ permalink: 'https://example.com/1' }),
  // Refused: the post says exactly this already.
  'POST /posts/{postId}/snapshots/restore': ids => ({
    ...{ snapshot_id: 'now', versions: [{ id: ids.socialId, version: 1 }] },
  }),
  'POST /posts/approvals/batch': ids => ({ posts_ids: [ids.postId] }),
  'POST /posts/approvals/undo-sending': ids => ({ project_id: ids.projectId, send_id: 1 }),
  'POST /posts/approvals/approve-round': ids => ({ post_social_id: ids.socialId }),
  'POST /posts/approvals/undo-approval': ids => ({
    post_social_id: ids.socialId,
    approval_id: ids.approvalId,
  }),
  'POST /posts/approvals/revision': ids => ({ approval_id: ids.approvalId, message: 'Larger' }),
  'POST /posts/approvals/unapprove-round': ids => ({ approval_id: ids.approvalId }),
  'POST /posts/approvals/update-revision-comment': ids => ({
    approval_action_id: ids.actionId,
    message: 'Larger still',
  }),
  'POST /posts/approvals/revision/question': ids => ({ approval_id: ids.approvalId, message: 'How large?' }),
  'POST /posts/approvals/revision/answer': ids => ({ approval_id: ids.approvalId, message: 'Twice' }),
  'PUT /posts/approvals/revision/checkboxes': ids => ({
    approval_action_id: ids.actionId,
    checkboxes: [{ id: ids.boxId, is_checked: true }],
  }),
  'POST /postssocials/{id}/notes': () => ({ message: 'Larger' }),
  'POST /postssocials/{id}/notes/{noteId}': () => ({ message: 'Larger still' }),
  'POST /posts/approvals/remind': ids => ({ post_id: ids.postId }),
  'POST /posts/approvals/apply-late-rule': ids => ({ post_id: ids.postId }),
  'POST /posts/approvals/next-round': ids => ({ post_social_id: ids.socialId }),
  'POST /posts/approvals/skip': ids => ({ post_id: ids.postId, skipped_approvals: ['internal', 'external'] }),
  'POST /posts/approvals/skip-social': ids => ({
    post_social_id: ids.postSocialId,
    skipped_approvals: ['internal', 'external'],
  }),
}

/** How the tables of tests call an endpoint. */
export const nameOfCall = ({ method, path }: Endpoint): string => `${method} ${path}`

/** The URL of a call, with these ids in its path and the query that it requires. */
export const addressOfCall = (endpoint: Endpoint, ids: Record<string, unknown>): string => {
  const address = `${endpoint.path}${queries[nameOfCall(endpoint)] ?? ''}`
  return address.replace(/\{(\w+)\}/g, (_, name: string) => String(ids[name]))
}
