import { findHeldLink } from './features/approval-links/held-links.ts'
import { projectsOfApprovalActions, projectsOfApprovalAttachments } from './features/approvals/history.ts'
import { projectsOfApprovals } from './features/approvals/rounds.ts'
import { projectsOfHashtagPools } from './features/hashtags/pools.ts'
import { projectsOfDayLabels } from './features/labels/day-labels.ts'
import { projectsOfNotificationSettings } from './features/notifications/settings.ts'
import { projectsOfPostSocials, projectsOfPosts } from './features/posts/posts.ts'
import { projectsOfSchedules } from './features/schedules/schedules.ts'
import { findAgencyOfInvitation } from './features/team/invitations.ts'
import type { ScopeSources } from './platform/session/scope.ts'

/** Where the ids of a request belong, as the features that own the rows say (decision 98). */
export const scopeSources: ScopeSources = {
  projectsOf: {
    post: projectsOfPosts,
    postSocial: projectsOfPostSocials,
    schedule: projectsOfSchedules,
    approval: projectsOfApprovals,
    approvalAction: projectsOfApprovalActions,
    approvalAttachment: projectsOfApprovalAttachments,
    dayLabel: projectsOfDayLabels,
    hashtagPool: projectsOfHashtagPools,
    notificationSetting: projectsOfNotificationSettings,
  },
  agencyOf: { invitation: findAgencyOfInvitation },
  findHeldLink,
}
