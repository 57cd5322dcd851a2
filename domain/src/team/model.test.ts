import { describe, expect, it } from 'vitest'
import { roles } from '#domain/permissions/table.ts'
import { sendAgencyInvitation, sendProjectInvitation } from './contract.ts'
import { agencyInvitationRoles, projectInvitationRoles } from './model.ts'

const row = { name: 'Zoë O’Brien', email: 'Zoe@Example.com' }
const textsOf = (contract: typeof sendAgencyInvitation | typeof sendProjectInvitation, body: object) =>
  Object.fromEntries(
    contract.body?.safeParse(body).error?.issues.map(issue => [issue.path.join('.'), issue.message]) ?? [],
  )

describe('An invitation', () => {
  it('offers the roles of the team and the client for a project, and of the team and the admin for an agency', () => {
    for (const role of roles) {
      const toProject = textsOf(sendProjectInvitation, { ...row, role, project_id: 1 })
      const isForProject = (projectInvitationRoles as readonly string[]).includes(role)
      expect(toProject).toEqual(isForProject ? {} : { role: 'Role is required' })
      const toAgency = textsOf(sendAgencyInvitation, { ...row, role })
      const isForAgency = (agencyInvitationRoles as readonly string[]).includes(role)
      expect(toAgency).toEqual(isForAgency ? {} : { role: 'Role is required' })
    }
  })

  it('never offers the super-admin’s role', () => {
    const all = [...projectInvitationRoles, ...agencyInvitationRoles]
    expect(all).not.toContain('super-admin')
  })

  it('lower-cases the address, which is the identity', () => {
    const parsed = sendProjectInvitation.body?.parse({ ...row, role: 'external-approver', project_id: 1 })
    expect(parsed?.email).toBe('zoe@example.com')
  })
})
