import { Button, Select, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type ClipboardEvent, useRef } from 'react'
import { roleNames } from '#domain/permissions/role-names.ts'
import type { InvitationRole } from '#domain/team/model.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { type InviteRow, readPasted } from './invite-draft.ts'
import classes from './invite-rows.module.css'
import { fieldId, type useInviteRows } from './use-invite-rows.ts'

type Invites = ReturnType<typeof useInviteRows<InvitationRole>>
type Props = {
  readonly invites: Pick<Invites, 'rows' | 'change' | 'add' | 'paste' | 'remove' | 'shownProblems'>
  readonly roles: readonly InvitationRole[]
  readonly roleLabel: string
  /** A note about the role, if there is only one. */
  readonly roleNote?: string | undefined
  readonly autoFocus?: boolean | undefined
}

/** The rows of an invitation: name, email, role, with Add Member and a button that removes the row. */
export function InviteRows({ invites, roles, roleLabel, roleNote, autoFocus = false }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const { rows, change, add, paste, remove, shownProblems } = invites
  const addRow = () => {
    const row = add()
    // The new row is drawn in the next frame.
    requestAnimationFrame(() => document.getElementById(fieldId(row, 'name'))?.focus())
  }
  const removeRow = (row: InviteRow) => {
    const next = rows[rows.indexOf(row) + 1] ?? rows[rows.indexOf(row) - 1]
    remove(row.key)
    requestAnimationFrame(() =>
      (next ? document.getElementById(fieldId(next, 'name')) : list.current?.querySelector('input'))?.focus(),
    )
  }
  return (
    <div>
      <ul className={classes.rows} ref={list} aria-label="People to invite">
        {rows.map((row, index) => {
          const problems = shownProblems(row, index)
          const who = rows.length > 1 ? ` of person ${index + 1}` : ''
          const field = (name: 'name' | 'email') => ({
            id: fieldId(row, name),
            value: row[name],
            error: problems[name],
            onChange: (event: { currentTarget: HTMLInputElement }) =>
              change(row.key, name, event.currentTarget.value),
            onPaste: (event: ClipboardEvent) => {
              const people = readPasted(event.clipboardData.getData('text'))
              // One address alone is pasted as any text.
              if (people.length < 2) return
              event.preventDefault()
              paste(row.key, people)
            },
          })
          return (
            <li key={row.key} className={classes.row}>
              <TextInput
                {...field('name')}
                label="Name"
                aria-label={`Name${who}`}
                autoComplete="off"
                autoFocus={autoFocus && index === 0}
              />
              <TextInput
                {...field('email')}
                label="Email"
                aria-label={`Email${who}`}
                type="email"
                inputMode="email"
                autoComplete="off"
              />
              <Select
                id={fieldId(row, 'role')}
                label={roleLabel}
                aria-label={`${roleLabel}${who}`}
                placeholder="Choose a role"
                data={roles.map(role => ({ value: role, label: roleNames[role] }))}
                value={row.role === '' ? null : row.role}
                onChange={role => change(row.key, 'role', role ?? '')}
                error={problems.role}
                description={roleNote}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                disabled={roles.length === 1}
                comboboxProps={{ withinPortal: false }}
                allowDeselect={false}
              />
              <IconButton
                label={rows.length > 1 ? `Delete row ${index + 1}` : 'Delete row'}
                className={classes.delete}
                onClick={() => removeRow(row)}
              >
                <IconTrash size={18} aria-hidden />
              </IconButton>
            </li>
          )
        })}
      </ul>
      <Button
        variant="subtle"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={addRow}
        mt="xs"
        px="xs"
        c="var(--g-accent-text)"
      >
        {/* Fixed wording (docs/product/team.md "Texts"). */}
        Add Member
      </Button>
      <Text size="xs" c="dimmed">
        Several at once: paste their addresses into a row.
      </Text>
    </div>
  )
}
