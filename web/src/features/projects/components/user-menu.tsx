import { Button, Divider, Popover, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconKeyboard, IconLogout } from '@tabler/icons-react'
import { useState } from 'react'
import type { Role } from '#domain/permissions/table.ts'
import { useMe } from '#web/platform/me.ts'
import { signOut } from '#web/platform/session.ts'
import { ColorSchemeSwitch } from '#web/ui/color-scheme-switch.tsx'
import { PersonAvatar } from '#web/ui/person-avatar.tsx'
import { roleNames } from '#web/ui/role-names.ts'
import { openShortcutSheet } from './opened-command.ts'
import classes from './user-menu.module.css'

const line = { variant: 'subtle', color: 'gray', justify: 'flex-start', fullWidth: true, fw: 450 } as const

type Props = { readonly role: Role; readonly position: 'right-end' | 'bottom-end' }

/** Who is signed in, the theme, and Sign Out. */
export function UserMenu({ role, position }: Props) {
  const [isOpen, setOpen] = useState(false)
  const me = useMe()
  const name = `${me.name} ${me.last_name}`.trim()
  const showShortcuts = () => {
    setOpen(false)
    openShortcutSheet()
  }
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position={position}
      width={264}
      offset={position === 'right-end' ? 16 : 8}
      trapFocus
      shadow="md"
    >
      <Popover.Target>
        <UnstyledButton
          className={classes.button}
          aria-label={`User menu, ${name}`}
          onClick={() => setOpen(!isOpen)}
        >
          <PersonAvatar name={me.name} image={me.avatar_image_link} size={36} decorative />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label="User menu" p="xs">
        <Stack gap={2} p="xs">
          <Text size="sm" fw={600}>
            {name}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {me.email}
          </Text>
          <Text size="xs" c="dimmed">
            {roleNames[role]}
          </Text>
        </Stack>
        <Divider my={4} />
        <Stack gap={6} p="xs">
          <Text size="xs" c="dimmed">
            Theme
          </Text>
          <ColorSchemeSwitch />
        </Stack>
        <Divider my={4} />
        <Button
          {...line}
          leftSection={<IconKeyboard size={16} aria-hidden />}
          visibleFrom="sm"
          onClick={showShortcuts}
        >
          Keyboard shortcuts
        </Button>
        <Button {...line} leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void signOut()}>
          Sign Out
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}
