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

/** Who may do an action. `managed` roles only with the project setting `content-manager` = `'true'`. */
export type Grant = {
  readonly roles: readonly Role[]
  /** It changes something: pages do not offer it in an archived client (docs/product/archived-projects.md "The page"). */
  readonly changes?: true
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
  'post.create': { changes: true, roles: makers },
  'post.edit': { changes: true, roles: makers },
  'post.delete': { changes: true, roles: makers },
  'post.schedule': { changes: true, roles: makers },
  /** Approvers have a calendar without label editing (docs/product/calendar.md "Approval calendar"). */
  'label.edit': { changes: true, roles: makers },
  /** Campaigns, and which of them a post belongs to (docs/product/campaigns.md "Who edits"). */
  'campaign.edit': { changes: true, roles: makers },
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
  'bin.deleteForGood': { changes: true, roles: admins },
  'post.sendToApproval': { changes: true, roles: makers },
  'post.skipApproval': { changes: true, roles: admins, skipping: ['content-creator'] },
  'post.makeRevision': {
    changes: true,
    roles: [...admins, 'internal-approver', 'external-approver'],
    managed: ['content-creator'],
  },
  'post.answerChecklist': { changes: true, roles: makers },
  /** Who makes posts asks, who decides answers (docs/product/approvals.md "Questions and answers"). */
  'post.makeRevisionQuestion': { changes: true, roles: makers },
  'post.makeRevisionResponse': {
    changes: true,
    roles: [...admins, 'internal-approver', 'external-approver'],
  },
  /** Calling approve at all. Content Managers can only decide rounds for which they were chosen by name. (docs/product/approvals.md "Who decides") */
  'post.approve': {
    changes: true,
    roles: [...admins, 'internal-approver', 'external-approver'],
    managed: ['content-creator'],
  },
  'post.approveInternal': { changes: true, roles: [...admins, 'internal-approver'] },
  'post.approveExternal': { changes: true, roles: [...admins, 'external-approver'] },
  'post.seeInternalApprovalRound': { roles: insiders },
  /** Other words, whose taking can be a client's approval (docs/product/approvals.md "Proposed words"). */
  'post.proposeWords': { changes: true, roles: [...admins, 'external-approver'] },
  'post.moveToApprovalList': { roles: admins, managed: ['content-creator'] },
  'post.moveToUnapprovalList': { changes: true, roles: everyone },
  'note.write': { changes: true, roles: everyone },
  /** Notes that are not for the client (docs/product/notes.md "Who reads a note"). */
  'note.readInternal': { roles: insiders },
  'note.deleteAny': { changes: true, roles: admins },
  'post.publish': { changes: true, roles: admins, managed: ['content-creator'] },
  'post.publishAsAdmin': { changes: true, roles: admins },
} as const satisfies Record<string, Grant>

/** An action that somebody may do. */
export type Action = keyof typeof permissionTable
