import { Checkbox, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { AgencyUser } from '#domain/agencies/model.ts'
import { roleNames } from '#domain/permissions/role-names.ts'
import { type MemberRole, teamRoles } from '#domain/team/model.ts'
import { PersonAvatar } from '#web/ui/badge/person-avatar.tsx'
import { BoxedList } from '#web/ui/boxed-list.tsx'
import { holds, SearchField } from '#web/ui/form/search-field.tsx'
import classes from './member-choice.module.css'

/** The chosen people of the agency, each with their new role. */
export type Chosen = ReadonlyMap<number, MemberRole>

/** People of the agency except clients, admins (who are in every project anyway), blocked people and those in the project already. */
export const memberCandidates = (
  people: readonly AgencyUser[],
  projectId: number,
  members: readonly { readonly id: number }[],
): readonly AgencyUser[] =>
  people.filter(
    person =>
      !person.is_blocked &&
      teamRoles.some(role => role === person.agency_role) &&
      !person.projects.some(({ id }) => id === projectId) &&
      !members.some(({ id }) => id === person.id),
  )

/** Whether a candidate has not accepted the agency's invitation yet: see `useCandidates`. */
export const isInvited = ({ id }: Pick<AgencyUser, 'id'>): boolean => id < 0

const usualRole = ({ agency_role: role }: AgencyUser): MemberRole =>
  role === 'internal-approver' ? role : 'content-creator'

type Props = {
  readonly people: readonly AgencyUser[]
  readonly chosen: Chosen
  readonly onChange: (chosen: Chosen) => void
  /** The server's texts by person. */
  readonly refused: ReadonlyMap<number, string>
}

/** Adds existing members of the agency to a project, each with a role other than admin. */
export function MemberChoice({ people, chosen, onChange, refused }: Props) {
  const choose = (id: number, role: MemberRole | null) => {
    const next = new Map(chosen)
    if (role === null) next.delete(id)
    else next.set(id, role)
    onChange(next)
  }
  const [text, setText] = useState('')
  const found = people.filter(({ name, email }) => holds(`${name} ${email}`, text))
  return (
    <Stack gap="xs">
      <SearchField
        label="Search members"
        rows={people.length}
        found={found.length}
        value={text}
        onChange={setText}
      />
      <BoxedList className={classes.list} aria-labelledby="agency-members">
        {found.map(person => {
          const role = chosen.get(person.id)
          return (
            <li key={person.id} className={classes.person}>
              <Checkbox
                checked={role !== undefined}
                onChange={event => choose(person.id, event.currentTarget.checked ? usualRole(person) : null)}
                error={refused.get(person.id)}
                className={classes.check}
                label={
                  <span className={classes.who}>
                    <PersonAvatar name={person.name} image={person.avatar_image_link} decorative />
                    <span className={classes.words}>
                      <Text span size="sm" fw={600} lineClamp={2}>
                        <bdi>{person.name}</bdi>
                      </Text>
                      <Text span size="xs" c="dimmed">
                        {person.email}
                        {isInvited(person) && ' · invited to the agency, not signed up yet'}
                      </Text>
                    </span>
                  </span>
                }
              />
              {role !== undefined && (
                <Select
                  aria-label={`Role of ${person.name}`}
                  data={teamRoles.map(each => ({ value: each, label: roleNames[each] }))}
                  value={role}
                  onChange={value => choose(person.id, teamRoles.find(each => each === value) ?? role)}
                  allowDeselect={false}
                  className={classes.role}
                />
              )}
            </li>
          )
        })}
      </BoxedList>
    </Stack>
  )
}
