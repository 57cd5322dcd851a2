import type { Role } from '#domain/permissions/table.ts'

/** What people call a role. */
export const roleNames: Readonly<Record<Role, string>> = {
  'super-admin': 'Super admin',
  'agency-admin': 'Agency admin',
  'content-creator': 'Content Creator',
  'internal-approver': 'Internal approver',
  'external-approver': 'External Approver',
}
