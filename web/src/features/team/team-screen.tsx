import { teamRoles } from '#domain/team/model.ts'
import type { PeopleKind } from './people-kind.ts'
import { PeopleScreen } from './people-screen.tsx'

const team: PeopleKind = {
  title: 'Team',
  about: 'The people who write the posts of this project and approve them internally.',
  // Fixed wording (docs/product/team.md "Texts").
  empty: 'There are no members added to this project',
  roles: teamRoles,
}

const clients: PeopleKind = {
  title: 'External Approver',
  about: 'The clients who approve the posts of this project.',
  // Fixed wording (docs/product/team.md "Texts").
  empty: 'There are no clients added to this project',
  roles: ['external-approver'],
  // Fixed wording (docs/product/projects.md "Texts").
  roleNote: 'Only able to review content',
}

/** Internal approvers and content creators of a project (docs/product/team.md "Team page"). */
export function TeamScreen() {
  return <PeopleScreen kind={team} />
}

/** The project's clients (docs/product/team.md "Client page"). */
export function ClientScreen() {
  return <PeopleScreen kind={clients} />
}
