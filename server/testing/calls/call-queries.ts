/** The query of each call that requires one. */
export const queries: Record<string, string> = {
  'GET /agencies/{agencyId}/approval-ledger': '?from=2026-06-01&to=2026-06-30',
  'GET /projects/{projectId}/approval-facts': '?from=2026-06-01&to=2026-06-30',
  'GET /projects/{projectId}/approval-certificate': '?from=2026-06-01&to=2026-06-30',
  'GET /projects/{projectId}/posts/approval-neighbours': '?list=pending',
  'GET /projects/{projectId}/facebook/pages': '?token=short',
  'GET /projects/{projectId}/instagram/pages': '?token=short',
  'GET /projects/{projectId}/linkedin/authorization-link':
    '?callback_url=http://127.0.0.1:4500/linkedin/callback',
  'GET /projects/{projectId}/twitter/authorization-link':
    '?callback_url=http://127.0.0.1:4500/twitter/callback',
  'GET /projects/linkedin/pages': '?code=unknown&state=unknown',
  'GET /auth/google/callback': '?code=unknown&state=unknown',
  'GET /auth/apple/callback': '?code=unknown&state=unknown',
  'GET /projects/{projectId}/{social}/search': '?q=coffee',
  'GET /projects/{projectId}/{social}/tags': '?q=coffee',
  'GET /projects/{projectId}/{social}/best-time': '?date=2026-06-20',
  'GET /insights/{social}/project-daily-insights/{projectId}': '?metrics=page_fans',
  'GET /insights/{social}/project-summary-insights/{projectId}': '?metrics=page_fans',
  'GET /posts/{postId}/comparison': '?from=now',
  'GET /projects/{projectId}/campaigns/{campaignId}/repeat': '?to_project_id={projectId}&shift_days=7',
  'GET /posts/{postId}/clone-preview': '?to_project_id={projectId}',
}
