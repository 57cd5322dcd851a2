import type { Role } from './table.ts'

/** The names of the roles, on screens, in mails and in the audit log. */
export const roleNames: Readonly<Record<Role, string>> = {
  'super-admin': 'Super admin',
  'agency-admin': 'Agency admin',
  'content-creator': 'Content Creator',
  'internal-approver': 'Internal approver',
  'external-approver': 'External Approver',
}
