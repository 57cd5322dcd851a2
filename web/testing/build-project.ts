import type { Me } from '#domain/accounts/model.ts'
import { type SocialNetwork, socialNetworks } from '#domain/networks/model.ts'
import type { Role } from '#domain/permissions/table.ts'
import type { OwnProject, Project } from '#domain/projects/model.ts'
import type { Pause } from '#domain/projects/pause.ts'
import type { ProjectSocial } from '#domain/social-accounts/model.ts'

/** For tests: a project as its own user has it in `me`. */
export const buildOwnProject = (role: Role, part: Partial<OwnProject> = {}): OwnProject => ({
  id: 3,
  name: 'Harbor',
  agency_id: 1,
  logo_image_link: null,
  timezone: 'Europe/Berlin',
  role,
  setting: [],
  ...part,
})

/** For tests: a pause of that project until somebody resumes. */
export const buildPause = (part: Partial<Pause> = {}): Pause => ({
  id: 9,
  agency_id: 1,
  project_id: 3,
  reason: 'A recall of the beans',
  paused_at: '2026-11-20T10:00:00.000Z',
  ends_at: null,
  tells_clients: true,
  paused_by: 'Ada',
  ...part,
})

/** For tests: a project with nobody and nothing in it. */
export const buildProject = (role: Role, part: Partial<Project> = {}): Project => ({
  ...buildOwnProject(role),
  owner_id: null,
  socials: [],
  projectUsers: [],
  settings: [],
  ...part,
})

/** For tests: a connected account. */
export const buildAccount = (
  social_network: SocialNetwork,
  part: Partial<ProjectSocial> = {},
): ProjectSocial => ({
  id: 1 + socialNetworks.indexOf(social_network),
  project_id: 3,
  social_network,
  logo: null,
  account_details: {},
  name: `Harbor on ${social_network}`,
  needs_reconnecting: false,
  ...part,
})

/** For tests: the signed-in person, by default in no project. */
export const buildMe = (part: Partial<Me> = {}): Me => {
  const projects = part.projects ?? []
  return {
    id: 50,
    name: 'Ada',
    last_name: 'Brandt',
    email: 'ada@bluebird.example',
    is_email_confirmed: true,
    phone_number: null,
    company: null,
    agency_role: projects[0]?.role ?? null,
    is_blocked: false,
    can_create_agency: false,
    can_create_project: false,
    card_status: 'not_needed',
    avatar_image_link: null,
    lead_time_minutes: 240,
    support_url: null,
    projects,
    project_count: projects.length,
    agency: null,
    ...part,
  }
}
