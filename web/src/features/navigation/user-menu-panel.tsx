import { Button, Divider, Stack, Text } from '@mantine/core'
import {
  IconActivity,
  IconArchive,
  IconBell,
  IconBuilding,
  IconCalendarShare,
  IconChartBar,
  IconChecklist,
  IconCreditCard,
  IconDoorExit,
  IconHelp,
  IconKeyboard,
  IconList,
  IconLogout,
  IconMail,
  IconPhoto,
  IconReport,
  IconSearch,
  IconSettings,
  IconTableImport,
  IconUserEdit,
} from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { fullName } from '#domain/kernel/text.ts'
import { roleNames } from '#domain/permissions/role-names.ts'
import type { OwnProject } from '#domain/projects/model.ts'
import { useMe } from '#web/platform/me.ts'
import {
  foundAgencyHref,
  isApprover,
  mayOpenBilling,
  mayOpenBoard,
  routeRoles,
} from '#web/platform/redirects.ts'
import { signOut } from '#web/platform/session.ts'
import { send } from '#web/platform/transport.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { PopupPanel } from '#web/ui/popup/popup-panel.tsx'
import type { PopupState } from '#web/ui/popup/use-popup.ts'
import { ColorSchemeSwitch } from '#web/ui/theme/color-scheme-switch.tsx'
import { openPalette, openShortcutSheet } from './commands/opened-command.ts'

const ProfileModal = lazy(() =>
  import('#web/features/accounts/profile/profile-modal.tsx').then(module => ({
    default: module.ProfileModal,
  })),
)

const CalendarFeedModal = lazy(() =>
  import('#web/features/calendar-feeds/calendar-feed-modal.tsx').then(module => ({
    default: module.CalendarFeedModal,
  })),
)

const NotificationDrawer = lazy(() =>
  import('./notifications/notification-drawer.tsx').then(module => ({ default: module.NotificationDrawer })),
)

const LeaveDialog = lazy(() =>
  import('#web/features/team/leave-dialog.tsx').then(module => ({ default: module.LeaveDialog })),
)

const versionQuery = queryOptions({
  queryKey: ['version'],
  queryFn: ({ signal }) =>
    send({ method: 'GET', url: '/api/version', token: null, signal }) as Promise<{ version: string }>,
  staleTime: Number.POSITIVE_INFINITY,
})

/** For people who report a fault and are asked which version they use. */
function Version() {
  const { data } = useQuery(versionQuery)
  return (
    <Text size="xs" c="dimmed" px="sm" pt={4} mih={22}>
      {data && `Galley ${data.version}`}
    </Text>
  )
}

const line = { variant: 'subtle', color: 'gray', justify: 'flex-start', fullWidth: true, fw: 450 } as const

/** Clients that are not on the rail: the archived ones, and those that other agencies offer. */
function OtherClients({ onOpen }: { readonly onOpen: () => void }) {
  const { archived_projects, offered_projects } = useMe()
  return (
    <>
      {archived_projects !== undefined && (
        <LinkButton
          {...line}
          to="/archived"
          leftSection={<IconArchive size={16} aria-hidden />}
          onClick={onOpen}
        >
          Archived clients
        </LinkButton>
      )}
      {offered_projects !== undefined && (
        <LinkButton {...line} to="/offered" leftSection={<IconMail size={16} aria-hidden />} onClick={onOpen}>
          Offered clients ({offered_projects})
        </LinkButton>
      )}
    </>
  )
}

type Props = PopupState & { readonly project: OwnProject; readonly position: 'right-end' | 'bottom-end' }

/** Who is signed in, their profile, the theme, and Sign Out. */
export function UserMenuPanel({ project, position, ...popup }: Props) {
  const me = useMe()
  const [isEditing, setEditing] = useState(false)
  const [isSubscribing, setSubscribing] = useState(false)
  const [isTelling, setTelling] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const editProfile = () => {
    popup.onChange(false)
    setEditing(true)
  }
  const endEditing = () => {
    setEditing(false)
    // The menu that led here is closed: the focus goes back to the button that opens it.
    popup.target.focus()
  }
  const subscribe = () => {
    popup.onChange(false)
    setSubscribing(true)
  }
  const endSubscribing = () => {
    setSubscribing(false)
    popup.target.focus()
  }
  const tell = () => {
    popup.onChange(false)
    setTelling(true)
  }
  const leave = () => {
    popup.onChange(false)
    setLeaving(true)
  }
  const endLeaving = () => {
    setLeaving(false)
    popup.target.focus()
  }
  const showShortcuts = () => {
    popup.onChange(false)
    openShortcutSheet()
  }
  const search = () => {
    popup.onChange(false)
    openPalette()
  }
  const panel = (
    <PopupPanel
      {...popup}
      label="User menu"
      position={position}
      width={264}
      offset={position === 'right-end' ? 16 : 8}
      padding="xs"
    >
      <Stack gap={2} p="xs">
        <Text size="sm" fw={600}>
          {fullName(me)}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {me.email}
        </Text>
        <Text size="xs" c="dimmed">
          {roleNames[project.role]}
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
      {/* Everywhere else there is a bell for it. */}
      {!isApprover(project) && (
        <Button {...line} leftSection={<IconBell size={16} aria-hidden />} hiddenFrom="sm" onClick={tell}>
          Notifications
        </Button>
      )}
      <Button {...line} leftSection={<IconUserEdit size={16} aria-hidden />} onClick={editProfile}>
        Edit Profile
      </Button>
      {/* Where the rail is shown, it is there. */}
      {mayOpenBoard(me) && (
        <LinkButton
          {...line}
          to="/board"
          hiddenFrom="sm"
          leftSection={<IconChecklist size={16} aria-hidden />}
          onClick={() => popup.onChange(false)}
        >
          Will it publish?
        </LinkButton>
      )}
      {mayOpenBilling(me) && (
        <LinkButton
          {...line}
          to="/billing"
          leftSection={<IconCreditCard size={16} aria-hidden />}
          onClick={() => popup.onChange(false)}
        >
          Billing
        </LinkButton>
      )}
      <OtherClients onOpen={() => popup.onChange(false)} />
      <Button {...line} leftSection={<IconCalendarShare size={16} aria-hidden />} onClick={subscribe}>
        Calendar feed…
      </Button>
      {isApprover(project) && (
        // Their pages have no settings menu.
        <LinkButton
          {...line}
          to="/$projectId/settings/notifications"
          params={{ projectId: project.id }}
          leftSection={<IconSettings size={16} aria-hidden />}
          onClick={() => popup.onChange(false)}
        >
          Notification settings
        </LinkButton>
      )}
      {/* Wider screens have a button for it in the header. */}
      <Button {...line} leftSection={<IconSearch size={16} aria-hidden />} hiddenFrom="md" onClick={search}>
        Search
      </Button>
      <Button
        {...line}
        leftSection={<IconKeyboard size={16} aria-hidden />}
        visibleFrom="sm"
        onClick={showShortcuts}
      >
        Keyboard shortcuts
      </Button>
      {routeRoles.content.some(role => role === project.role) && (
        <LinkButton
          {...line}
          to="/$projectId/content"
          params={{ projectId: project.id }}
          leftSection={<IconList size={16} aria-hidden />}
          hiddenFrom="sm"
          onClick={() => popup.onChange(false)}
        >
          Content
        </LinkButton>
      )}
      {routeRoles.analytics.some(role => role === project.role) && (
        <LinkButton
          {...line}
          to="/$projectId/analytics"
          params={{ projectId: project.id }}
          leftSection={<IconChartBar size={16} aria-hidden />}
          hiddenFrom="sm"
          onClick={() => popup.onChange(false)}
        >
          Analytics
        </LinkButton>
      )}
      {project.archived_at === undefined && routeRoles.importPosts.some(role => role === project.role) && (
        <LinkButton
          {...line}
          to="/$projectId/content/import"
          params={{ projectId: project.id }}
          leftSection={<IconTableImport size={16} aria-hidden />}
          hiddenFrom="sm"
          onClick={() => popup.onChange(false)}
        >
          Import posts
        </LinkButton>
      )}
      {routeRoles.mediaLibrary.some(role => role === project.role) && (
        <LinkButton
          {...line}
          to="/$projectId/media"
          params={{ projectId: project.id }}
          leftSection={<IconPhoto size={16} aria-hidden />}
          hiddenFrom="sm"
          onClick={() => popup.onChange(false)}
        >
          Media
        </LinkButton>
      )}
      {routeRoles.reporting.some(role => role === project.role) && (
        <LinkButton
          {...line}
          to="/$projectId/reporting"
          params={{ projectId: project.id }}
          leftSection={<IconReport size={16} aria-hidden />}
          hiddenFrom="lg"
          onClick={() => popup.onChange(false)}
        >
          Reports
        </LinkButton>
      )}
      {routeRoles.labels.some(role => role === project.role) && (
        <LinkButton
          {...line}
          to="/$projectId/settings"
          params={{ projectId: project.id }}
          leftSection={<IconSettings size={16} aria-hidden />}
          hiddenFrom="sm"
          onClick={() => popup.onChange(false)}
        >
          Settings
        </LinkButton>
      )}
      <HelpLinks hasSupport={position === 'bottom-end'} />
      {me.open_invitations !== undefined && (
        <LinkButton
          {...line}
          to="/invitations"
          leftSection={<IconMail size={16} aria-hidden />}
          onClick={() => popup.onChange(false)}
        >
          Invitations{me.open_invitations > 0 && ` (${me.open_invitations})`}
        </LinkButton>
      )}
      {me.may_found_agency && project.role !== 'super-admin' && (
        <Button
          {...line}
          component="a"
          href={foundAgencyHref(me)}
          leftSection={<IconBuilding size={16} aria-hidden />}
        >
          Create an agency
        </Button>
      )}
      {project.role !== 'super-admin' && (
        <Button {...line} leftSection={<IconDoorExit size={16} aria-hidden />} onClick={leave}>
          Leave…
        </Button>
      )}
      <Button {...line} leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void signOut()}>
        Sign Out
      </Button>
      <Version />
    </PopupPanel>
  )
  return (
    <>
      {panel}
      <Suspense fallback={null}>
        {isEditing && <ProfileModal onClose={endEditing} />}
        {isLeaving && <LeaveDialog project={project} onClose={endLeaving} />}
        {isTelling && <NotificationDrawer onClose={() => setTelling(false)} />}
        {isSubscribing && <CalendarFeedModal project={project} onClose={endSubscribing} />}
      </Suspense>
    </>
  )
}

/** `hasSupport`: without a rail the button is here. */
type HelpProps = { readonly hasSupport: boolean }

function HelpLinks({ hasSupport }: HelpProps) {
  const me = useMe()
  const link = { ...line, component: 'a', target: '_blank', rel: 'noopener' } as const
  return (
    <>
      {me.has_status_page && (
        <Button {...link} href="/status" leftSection={<IconActivity size={16} aria-hidden />}>
          Status
        </Button>
      )}
      {me.support_url !== null && hasSupport && (
        <Button {...link} href={me.support_url} leftSection={<IconHelp size={16} aria-hidden />}>
          Go To Support
        </Button>
      )}
    </>
  )
}
