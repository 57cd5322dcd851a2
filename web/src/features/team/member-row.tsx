import { Button, Select, Switch, Text } from '@mantine/core'
import { roleNames } from '#domain/permissions/role-names.ts'
import { isSettingOn } from '#domain/permissions/settings.ts'
import type { Project, ProjectUser } from '#domain/projects/model.ts'
import { teamRoles } from '#domain/team/model.ts'
import { PersonSummary } from '#web/ui/badge/person-summary.tsx'
import { useConfirm } from '#web/ui/dialog/use-confirm.tsx'
import { useFocusPageWhenGone } from '#web/ui/dialog/use-focus-back.ts'
import { sayWhenDone } from '#web/ui/toast.tsx'
import {
  type MemberSetting,
  useChangeProjectRole,
  useRemoveProjectUser,
  useSaveMemberSetting,
} from './api.ts'
import { MemberLinks } from './member-links.tsx'
import classes from './people.module.css'

type Props = { readonly project: Project; readonly member: ProjectUser }

/** Somebody in the project: name, role, the settings of a content creator, and a remove button. */
export function MemberRow({ project, member }: Props) {
  return (
    <li className={classes.row}>
      <PersonSummary name={member.name} email={member.email} image={member.avatar_image_link} />
      <RoleSelect project={project} member={member} />
      {member.role === 'content-creator' && <CreatorSettings project={project} member={member} />}
      {member.role === 'external-approver' && <MemberLinks project={project} member={member} />}
      <RemoveMember project={project} member={member} />
    </li>
  )
}

/** Changes the role of somebody in the team, after a question; a client's is only shown. */
function RoleSelect({ project, member }: Props) {
  const { ask, dialog } = useConfirm()
  const saving = useChangeProjectRole(project.id)
  const role = teamRoles.find(each => each === member.role)
  const change = async (chosen: string | null) => {
    const next = teamRoles.find(each => each === chosen)
    if (!next || next === role) return
    const isSure = await ask({
      title: (
        <>
          Make <bdi>{member.name}</bdi> {roleNames[next]}?
        </>
      ),
      text:
        next === 'content-creator'
          ? 'They can write and schedule posts at once, and decide no internal round any more.'
          : 'They can approve at once, and write no posts any more. Content Manager and Skip Approval & Schedule are turned off.',
      confirmLabel: 'Change role',
      cancelLabel: 'Cancel',
    })
    if (isSure) sayWhenDone(saving.mutateAsync({ userId: member.id, role: next }), 'Changes saved')
  }
  const choices = role ? teamRoles : [member.role]
  return (
    <>
      <Select
        aria-label={`Role of ${member.name}`}
        data={choices.map(each => ({ value: each, label: roleNames[each] }))}
        value={saving.isPending ? saving.variables.role : member.role}
        disabled={!role || saving.isPending}
        onChange={chosen => void change(chosen)}
        allowDeselect={false}
        className={classes.role}
      />
      {dialog}
    </>
  )
}

/** Turning on Content Manager also turns on the other setting; one toast covers both (docs/product/team.md "Content Manager"). */
function CreatorSettings({ project, member }: Props) {
  const saving = useSaveMemberSetting(project.id, member.id)
  const isForAll = isSettingOn(project.settings, 'skip-approval-and-schedule')
  const toggle = (name: MemberSetting, label: string) => {
    const isSaving = saving.isPending && saving.variables.name === name
    return (
      <Switch
        size="sm"
        label={label}
        aria-label={`${label} for ${member.name}`}
        checked={isSaving ? saving.variables.isOn : isSettingOn(member.setting, name)}
        disabled={saving.isPending && !isSaving}
        onChange={event =>
          sayWhenDone(saving.mutateAsync({ name, isOn: event.currentTarget.checked }), 'Settings updated')
        }
      />
    )
  }
  return (
    <div className={classes.settings}>
      {toggle('content-manager', 'Content Manager')}
      {toggle('skip-approval-and-schedule', 'Skip Approval & Schedule')}
      {isForAll && !isSettingOn(member.setting, 'skip-approval-and-schedule') && (
        <Text size="xs" c="dimmed">
          On for all content creators of the project (General)
        </Text>
      )}
    </div>
  )
}

function RemoveMember({ project, member }: Props) {
  useFocusPageWhenGone()
  const { ask, dialog } = useConfirm()
  const removal = useRemoveProjectUser(project.id)
  const remove = async () => {
    const isSure = await ask({
      title: (
        <>
          Are you sure you want to remove <bdi>{member.name}</bdi>?
        </>
      ),
      text: (
        <>
          <bdi>{member.name}</bdi> will no longer be able to open <bdi>{project.name}</bdi>. What they wrote
          and decided stays. Their calendar feed, and links to reports that were mailed to them, stop working.
        </>
      ),
      confirmLabel: 'Remove',
      cancelLabel: 'Cancel',
      danger: true,
    })
    if (isSure) sayWhenDone(removal.mutateAsync(member.id), 'Changes saved')
  }
  return (
    <div className={classes.actions}>
      <Button
        variant="subtle"
        size="sm"
        c="var(--g-danger-text)"
        color="red"
        loading={removal.isPending}
        onClick={() => void remove()}
        aria-label={`Remove ${member.name}`}
      >
        Remove
      </Button>
      {dialog}
    </div>
  )
}
