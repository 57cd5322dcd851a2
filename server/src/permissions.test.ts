import { expect, it } from 'vitest'
import { actionOf, type Endpoint } from '#domain/kernel/endpoint.ts'
import { can } from '#domain/permissions/can.ts'
import { type Role, roles } from '#domain/permissions/table.ts'
import { nameOfCall } from '#testing/calls/calls.ts'
import { allRoutes } from './routes.ts'

// routes.test.ts relies on the contracts for who may call. Here each contract is checked against docs/product/team.md "Permissions".
const calls = allRoutes.map(route => route.endpoint)

const namesWhere = (isMeant: (endpoint: Endpoint) => boolean): string[] =>
  calls.filter(isMeant).map(nameOfCall).toSorted()

const rolesOf = (endpoint: Endpoint): readonly Role[] => {
  const { permission } = endpoint
  const action = actionOf(endpoint)
  if (action) return roles.filter(role => can({ role }, action))
  if (permission === 'super-admin') return ['super-admin']
  return permission === 'approval-link' ? [] : roles
}

it('calls that lead to signing in, and the feed with its secret address, need no session', () => {
  expect(namesWhere(({ permission }) => permission === 'public')).toEqual([
    'GET /auth/apple/callback',
    'GET /auth/google/callback',
    'GET /auth/providers',
    'GET /calendar-feeds/{token}/posts.ics',
    'GET /public-status',
    'POST /auth/apple/callback',
    'POST /auth/confirm',
    'POST /auth/google/callback',
    'POST /auth/refresh',
    'POST /auth/signin',
    'POST /auth/signin/code',
    'POST /auth/signin/second-factor',
    'POST /auth/signup',
    'POST /password/checktoken',
    'POST /password/forgot',
    'POST /password/new',
    'POST /proof-link',
    'POST /proof-link/pdf',
    'POST /report-link',
    'POST /report-link/csv',
    'POST /report-link/pdf',
    'POST /report-link/pictures',
    'POST /userinvitations/check',
    'POST /userinvitations/refuse',
  ])
})

it('the calls of an approval link are those that decide, ask or propose words before deciding, or choose the language, and nothing more', () => {
  expect(namesWhere(({ permission }) => permission === 'approval-link')).toEqual([
    'GET /approval-link',
    'GET /approval-link/posts/{postId}/changes-since-decision',
    'GET /approval-link/posts/{postId}/notes',
    'POST /approval-link/approve-round',
    'POST /approval-link/approve-rounds',
    'POST /approval-link/code',
    'POST /approval-link/device',
    'POST /approval-link/question',
    'POST /approval-link/revision',
    'POST /approval-link/undo-approval',
    'POST /approval-link/undo-approvals',
    'POST /approval-link/words',
    'PUT /approval-link/language',
  ])
})

it('what concerns the whole installation is for those who run it', () => {
  expect(namesWhere(({ permission }) => permission === 'super-admin')).toEqual([
    'GET /status',
    'POST /status/mails/{mailId}/retry',
  ])
})

it('calls by which people get in, money moves or all posts of a client leave ask anew who is there', () => {
  expect(namesWhere(({ asksAnew }) => asksAnew === true)).toEqual([
    'DELETE /auth/identities/{identityId}',
    'DELETE /auth/second-factor',
    'POST /agencies/{agencyId}/subscription/cancel',
    'POST /auth/second-factor',
    'POST /auth/second-factor/recovery-codes',
    'POST /auth/second-factor/setup',
    'POST /bill/billupdate',
    'POST /bill/processupdate',
    'POST /projects/{projectId}/archive',
  ])
})

it('calls on a person’s own account, or with a state that only they have, need no role', () => {
  const own = /^\/(auth|users|global-options|pay|bill)(\/|$)/
  expect(namesWhere(({ permission, path }) => permission === 'signed-in' && !own.test(path))).toEqual([
    'DELETE /design-tool/connection',
    'DELETE /notifications/push-devices/{deviceId}',
    'DELETE /offered-projects/{offerId}',
    'DELETE /secret-addresses',
    'DELETE /userinvitations/unwanted/{agencyId}',
    'GET /account/language',
    'GET /archived-projects',
    'GET /board',
    'GET /board/preferences',
    'GET /board/waiting',
    'GET /insights/daily-insights-metrics',
    'GET /notifications',
    'GET /notifications/mute',
    'GET /notifications/push-devices',
    'GET /notifications/quiet-hours',
    'GET /notifications/unread',
    'GET /offered-projects',
    'GET /projects',
    'GET /projects/linkedin/pages',
    'GET /projects/twitter/{oauthToken}',
    'GET /search/posts',
    'GET /secret-addresses',
    'GET /userinvitations/own',
    'GET /userinvitations/unwanted',
    'POST /agencies',
    'POST /board/reminders',
    'POST /design-tool/authorization',
    'POST /design-tool/returns',
    'POST /notifications/push-devices',
    'POST /notifications/push-devices/{deviceId}/test',
    'POST /notifications/read',
    'POST /posts/types/allowed',
    'POST /projects/linkedin/authorization',
    'POST /projects/linkedin/denial',
    'POST /projects/twitter/access-token',
    'POST /projects/twitter/denial',
    'POST /userinvitations/accept',
    'POST /userinvitations/own/{invitationId}',
    'PUT /account/language',
    'PUT /board/preferences',
    'PUT /notifications/mute',
    'PUT /notifications/quiet-hours',
  ])
})

// docs/product/agencies.md "Who may change it"
it('the agency, its projects, members and accounts are managed by admins, and read by everyone in them', () => {
  const administered = /^\/(agencies|userinvitations|projects)(\/|$)/
  const isForAll = (endpoint: Endpoint) =>
    !['public', 'signed-in'].includes(endpoint.permission) &&
    administered.test(endpoint.path) &&
    rolesOf(endpoint).some(role => !['super-admin', 'agency-admin'].includes(role))
  expect(namesWhere(isForAll)).toEqual([
    'DELETE /projects/{projectId}/calendar-feed',
    'DELETE /projects/{projectId}/campaigns/{campaignId}',
    'DELETE /projects/{projectId}/content/views/{viewId}',
    'DELETE /projects/{projectId}/media-conversions/{conversionId}',
    'DELETE /projects/{projectId}/medias/{mediaId}',
    'DELETE /projects/{projectId}/proofs/{proofId}',
    'DELETE /projects/{projectId}/report-schedule',
    'DELETE /projects/{projectId}/reports/{reportId}',
    'DELETE /projects/{projectId}/reports/{reportId}/link',
    'GET /agencies/{agencyId}',
    'GET /projects/{projectId}',
    'GET /projects/{projectId}/approval-certificate',
    'GET /projects/{projectId}/approval-facts',
    'GET /projects/{projectId}/bin',
    'GET /projects/{projectId}/calendar-feed',
    'GET /projects/{projectId}/campaigns',
    'GET /projects/{projectId}/campaigns/{campaignId}/repeat',
    'GET /projects/{projectId}/content',
    'GET /projects/{projectId}/content/export',
    'GET /projects/{projectId}/content/rows',
    'GET /projects/{projectId}/content/views',
    'GET /projects/{projectId}/daylabels',
    'GET /projects/{projectId}/design-tool',
    'GET /projects/{projectId}/imports/{importId}',
    'GET /projects/{projectId}/instagram-posts-grid',
    'GET /projects/{projectId}/link-preview',
    'GET /projects/{projectId}/media-library',
    'GET /projects/{projectId}/medias={ids}',
    'GET /projects/{projectId}/posts/approval-counts',
    'GET /projects/{projectId}/posts/approval-neighbours',
    'GET /projects/{projectId}/posts/approved',
    'GET /projects/{projectId}/posts/approved/{start}/{end}',
    'GET /projects/{projectId}/posts/cards',
    'GET /projects/{projectId}/posts/pending-approval',
    'GET /projects/{projectId}/posts/pending-approval/{start}/{end}',
    'GET /projects/{projectId}/posts/unsaved',
    'GET /projects/{projectId}/posts/unscheduled',
    'GET /projects/{projectId}/proofs',
    'GET /projects/{projectId}/proofs/{proofId}/pdf',
    'GET /projects/{projectId}/repeated-texts',
    'GET /projects/{projectId}/report-schedule',
    'GET /projects/{projectId}/reports',
    'GET /projects/{projectId}/reports/{reportId}',
    'GET /projects/{projectId}/reports/{reportId}/csv',
    'GET /projects/{projectId}/reports/{reportId}/pdf',
    'GET /projects/{projectId}/reports/{reportId}/pictures',
    'GET /projects/{projectId}/settings',
    'GET /projects/{projectId}/time-slots',
    'GET /projects/{projectId}/time-slots/next-free',
    'GET /projects/{projectId}/users',
    'GET /projects/{projectId}/{social}/best-time',
    'GET /projects/{projectId}/{social}/search',
    'GET /projects/{projectId}/{social}/tags',
    'POST /agencies/{agencyId}/leave',
    'POST /projects/{projectId}/bin/restore',
    'POST /projects/{projectId}/calendar-feed',
    'POST /projects/{projectId}/campaigns',
    'POST /projects/{projectId}/campaigns/{campaignId}/repeat',
    'POST /projects/{projectId}/campaigns/{campaignId}/repeat/undo',
    'POST /projects/{projectId}/content/views',
    'POST /projects/{projectId}/designs',
    'POST /projects/{projectId}/designs/{designId}/export',
    'POST /projects/{projectId}/imports',
    'POST /projects/{projectId}/imports/archive',
    'POST /projects/{projectId}/imports/{importId}/pictures',
    'POST /projects/{projectId}/imports/{importId}/start',
    'POST /projects/{projectId}/imports/{importId}/undo',
    'POST /projects/{projectId}/leave',
    'POST /projects/{projectId}/medias',
    'POST /projects/{projectId}/medias/import',
    'POST /projects/{projectId}/medias/{mediaId}',
    'POST /projects/{projectId}/medias/{mediaId}/conversions',
    'POST /projects/{projectId}/medias/{mediaId}/crop',
    'POST /projects/{projectId}/medias/{mediaId}/design',
    'POST /projects/{projectId}/presence',
    'POST /projects/{projectId}/proofs',
    'POST /projects/{projectId}/report-schedule',
    'POST /projects/{projectId}/reports',
    'POST /projects/{projectId}/reports/{reportId}',
    'POST /projects/{projectId}/reports/{reportId}/freeze',
    'POST /projects/{projectId}/reports/{reportId}/link',
    'POST /projects/{projectId}/reports/{reportId}/send',
    'PUT /projects/{projectId}/campaigns/{campaignId}',
    'PUT /projects/{projectId}/imports/{importId}',
    'PUT /projects/{projectId}/medias/{mediaId}/kept',
    'PUT /projects/{projectId}/posts/campaign',
    'PUT /projects/{projectId}/posts/link-parameters',
  ])
})

// docs/product/team.md "Permissions"
it('approvers change only what they decide and write, and their own calendar feed and notification settings', () => {
  for (const role of ['internal-approver', 'external-approver'] as const) {
    const changes = (endpoint: Endpoint) =>
      endpoint.method !== 'GET' &&
      !['public', 'signed-in'].includes(endpoint.permission) &&
      rolesOf(endpoint).includes(role)
    expect(namesWhere(changes)).toEqual([
      'DELETE /postssocials/{id}/note-attachment/{attachmentId}',
      'DELETE /postssocials/{id}/notes/{noteId}',
      'DELETE /projects/{projectId}/calendar-feed',
      'POST /agencies/{agencyId}/leave',
      'POST /posts/approvals/approve-round',
      'POST /posts/approvals/approve-rounds',
      'POST /posts/approvals/delete-attachment/{pictureId}',
      'POST /posts/approvals/revision',
      'POST /posts/approvals/revision/answer',
      'POST /posts/approvals/unapprove-round',
      'POST /posts/approvals/undo-approval',
      'POST /posts/approvals/undo-approvals',
      'POST /posts/approvals/update-revision-comment',
      ...(role === 'external-approver' ? ['POST /posts/approvals/words'] : []),
      'POST /postssocials/{id}/notes',
      'POST /postssocials/{id}/notes/{noteId}',
      'POST /projects/{projectId}/calendar-feed',
      'POST /projects/{projectId}/leave',
      'POST /projects/{projectId}/presence',
      'POST /update-all-notification-setting/{settingId}',
      'POST /update-project-notification-setting/{settingId}',
      'PUT /posts/approvals/revision/answer',
    ])
  }
})

// docs/product/analytics.md "Who sees them"
it('the figures of a project are for admins and content creators', () => {
  const figures = calls.filter(({ path }) => /^\/insights\/.*projectId/.test(path))
  expect(figures).toHaveLength(6)
  for (const endpoint of figures)
    expect(rolesOf(endpoint), nameOfCall(endpoint)).toEqual([
      'super-admin',
      'agency-admin',
      'content-creator',
    ])
})

it('publishing is for admins and content managers', () => {
  const publishes = ({ path }: Endpoint) => /^\/posts\/(publish|first-comment)\//.test(path)
  for (const endpoint of calls.filter(publishes))
    expect(rolesOf(endpoint), nameOfCall(endpoint)).toEqual(['super-admin', 'agency-admin'])
})
