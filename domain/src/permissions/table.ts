/**
 * The one permission table, read by the server's gate and by the web app. Deny by default: a role may do the actions listed here and no
 * others. (docs/product/team.md "Permissions")
 */
export const roles = [
  'super-admin',
  'agency-admin',
  'content-creator',
  'internal-approver',
  'external-approver',
] as const

/** A person's role in a project. `super-admin` may do in every agency what an agency-admin may do there. */
export type Role = (typeof roles)[number]

const everyone: readonly Role[] = roles
const admins: readonly Role[] = ['super-admin', 'agency-admin']
const makers: readonly Role[] = [...admins, 'content-creator']
const insiders: readonly Role[] = [...makers, 'internal-approver']

/** `managed` roles may do the action only with the project setting `content-manager` = `'true'`. */
type Grant = {
  readonly roles: readonly Role[]
  readonly managed?: readonly Role[]
  readonly skipping?: readonly Role[]
}

/** Each action, `subject.verb`, with the roles that may do it. */
export const permissionTable = {
  'project.see': { roles: everyone },
  'project.manage': { roles: admins },
  /** All of it, with internal notes and everybody's names, in one file (decision 63). */
  'project.export': { roles: admins },
  'project.create': { roles: admins },
  'agency.see': { roles: everyone },
  'agency.manage': { roles: admins },
  'post.see': { roles: everyone },
  'post.create': { roles: makers },
  'post.edit': { roles: makers },
  'post.delete': { roles: makers },
  'post.schedule': { roles: makers },
  /** Approvers have a calendar without label editing (docs/product/calendar.md "Approval calendar"). */
  'label.edit': { roles: makers },
  /** Campaigns, and which of them a post belongs to (docs/product/campaigns.md "Who edits"). */
  'campaign.edit': { roles: makers },
  /** Seeing them too: pools are for those who write (decision 39). */
  'hashtagPool.edit': { roles: makers },
  /** The library is material for those who write, not for approvers and clients (decision 48). */
  'media.browse': { roles: makers },
  /** The content list is for those who write; approvers have lists of their own (decision 51). */
  'content.browse': { roles: makers },
  /** The board over all clients: those who write posts. Asked of each project for itself (docs/product/board.md "Who sees it"). */
  'board.see': { roles: makers },
  /** The figures of the accounts: neither approvers nor clients see them (decision 75). */
  'analytics.see': { roles: makers },
  /** Seeing the bin and restoring from it: those who may delete what is in it (decision 53). */
  'bin.restore': { roles: makers },
  /** Reports are written by those who make the posts; clients get what is sent to them (decision 76). */
  'report.write': { roles: makers },
  /** Read-only links to what is planned: those who make the posts pass them on (decision 182). */
  'proof.make': { roles: makers },
  'bin.deleteForGood': { roles: admins },
  'post.sendToApproval': { roles: makers },
  'post.skipApproval': { roles: admins, skipping: ['content-creator'] },
  'post.makeRevision': {
    roles: [...admins, 'internal-approver', 'external-approver'],
    managed: ['content-creator'],
  },
  'post.answerChecklist': { roles: makers },
  /** Who makes posts asks, who decides answers (docs/product/approvals.md "Questions and answers"). */
  'post.makeRevisionQuestion': { roles: makers },
  'post.makeRevisionResponse': { roles: [...admins, 'internal-approver', 'external-approver'] },
  /** Calling approve at all. Content Managers can only decide rounds for which they were chosen by name. (docs/product/approvals.md "Who decides") */
  'post.approve': {
    roles: [...admins, 'internal-approver', 'external-approver'],
    managed: ['content-creator'],
  },
  'post.approveInternal': { roles: [...admins, 'internal-approver'] },
  'post.approveExternal': { roles: [...admins, 'external-approver'] },
  'post.seeInternalApprovalRound': { roles: insiders },
  /** Other words, whose taking can be a client's approval (docs/product/approvals.md "Proposed words"). */
  'post.proposeWords': { roles: [...admins, 'external-approver'] },
  'post.moveToApprovalList': { roles: admins, managed: ['content-creator'] },
  'post.moveToUnapprovalList': { roles: everyone },
  'note.write': { roles: everyone },
  /** Notes that are not for the client (docs/product/notes.md "Who reads a note"). */
  'note.readInternal': { roles: insiders },
  'note.deleteAny': { roles: admins },
  'post.publish': { roles: admins, managed: ['content-creator'] },
  'post.publishAsAdmin': { roles: admins },
} as const satisfies Record<string, Grant>

/** An action that somebody may do. */
export type Action = keyof typeof permissionTable
