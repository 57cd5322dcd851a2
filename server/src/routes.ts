import { accountRoutes } from '#server/features/accounts/routes.ts'
import { agencyRoutes } from '#server/features/agencies/routes.ts'
import { analyticsRoutes } from '#server/features/analytics/routes.ts'
import { approvalLinkRoutes } from '#server/features/approval-links/routes.ts'
import { approvalRoutes } from '#server/features/approvals/routes.ts'
import { archivedProjectRoutes } from '#server/features/archived-projects/routes.ts'
import { archiveRoutes } from '#server/features/archives/routes.ts'
import { billingRoutes } from '#server/features/billing/routes.ts'
import { binRoutes } from '#server/features/bin/routes.ts'
import { boardRoutes } from '#server/features/board/routes.ts'
import { calendarRoutes } from '#server/features/calendar/routes.ts'
import { calendarFeedRoutes } from '#server/features/calendar-feeds/routes.ts'
import { campaignRoutes } from '#server/features/campaigns/routes.ts'
import { certificateRoutes } from '#server/features/certificates/routes.ts'
import { chatRoutes } from '#server/features/chat/routes.ts'
import { contentRoutes } from '#server/features/content/routes.ts'
import { designRoutes } from '#server/features/designs/routes.ts'
import { duplicationRoutes } from '#server/features/duplication/routes.ts'
import { handOverRoutes } from '#server/features/hand-overs/routes.ts'
import { hashtagRoutes } from '#server/features/hashtags/routes.ts'
import { importRoutes } from '#server/features/imports/routes.ts'
import { labelRoutes } from '#server/features/labels/routes.ts'
import { mediaRoutes } from '#server/features/media/routes.ts'
import { noteRoutes } from '#server/features/notes/routes.ts'
import { notificationRoutes } from '#server/features/notifications/routes.ts'
import { postRoutes } from '#server/features/posts/routes.ts'
import { projectRoutes } from '#server/features/projects/routes.ts'
import { proofRoutes } from '#server/features/proofs/routes.ts'
import { publishingRoutes } from '#server/features/publishing/routes.ts'
import { reportRoutes } from '#server/features/reports/routes.ts'
import { scheduleRoutes } from '#server/features/schedules/routes.ts'
import { secretAddressRoutes } from '#server/features/secret-addresses/routes.ts'
import { seriesRoutes } from '#server/features/series/routes.ts'
import { socialAccountRoutes } from '#server/features/social-accounts/routes.ts'
import { statusRoutes } from '#server/features/status/routes.ts'
import { teamRoutes } from '#server/features/team/routes.ts'
import { writingRoutes } from '#server/features/writing/routes.ts'
import type { Route } from '#server/platform/http/route.ts'

/** Every call of the API: the server registers them, OpenAPI describes them, and the security test tries them all. */
export const allRoutes: readonly Route[] = [
  ...accountRoutes,
  ...agencyRoutes,
  ...billingRoutes,
  ...projectRoutes,
  ...teamRoutes,
  ...socialAccountRoutes,
  ...mediaRoutes,
  ...designRoutes,
  ...handOverRoutes,
  ...hashtagRoutes,
  ...postRoutes,
  ...scheduleRoutes,
  ...duplicationRoutes,
  ...seriesRoutes,
  ...calendarRoutes,
  ...boardRoutes,
  ...calendarFeedRoutes,
  ...importRoutes,
  ...archiveRoutes,
  ...contentRoutes,
  ...labelRoutes,
  ...campaignRoutes,
  ...noteRoutes,
  ...approvalRoutes,
  ...writingRoutes,
  ...approvalLinkRoutes,
  ...chatRoutes,
  ...notificationRoutes,
  ...publishingRoutes,
  ...archivedProjectRoutes,
  ...analyticsRoutes,
  ...reportRoutes,
  ...certificateRoutes,
  ...proofRoutes,
  ...binRoutes,
  ...secretAddressRoutes,
  ...statusRoutes,
]
