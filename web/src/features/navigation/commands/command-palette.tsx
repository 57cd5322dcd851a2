import { useMantineColorScheme } from '@mantine/core'
import { createSpotlight, Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight'
import '@mantine/spotlight/styles.layer.css'
import { useDebouncedValue } from '@mantine/hooks'
import {
  IconBell,
  IconBuilding,
  IconCalendar,
  IconChecks,
  IconDeviceDesktop,
  IconHash,
  IconHistory,
  IconKeyboard,
  IconListSearch,
  IconLogout,
  IconMessages,
  IconMoon,
  IconPhoto,
  IconPlugConnected,
  IconPlus,
  IconSettings,
  IconSpeakerphone,
  IconSun,
  IconTag,
  IconTrash,
  IconUserCheck,
  IconUsers,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { can } from '#domain/permissions/can.ts'
import type { OwnProject } from '#domain/projects/model.ts'
import { useMay } from '#web/features/projects/api.ts'
import { useSearchProjects } from '#web/features/projects/search-api.ts'
import { hasMoreProjects, useMe } from '#web/platform/me.ts'
import { homeOfProject, isApprover } from '#web/platform/redirects.ts'
import { signOut } from '#web/platform/session.ts'
import { PersonAvatar } from '#web/ui/badge/person-avatar.tsx'
import { takeEarlyKeys } from '#web/ui/early-keys.ts'
import { addressOfFound } from '../post-address.ts'
import { searchDelayMs } from '../projects/use-project-results.ts'
import classes from './command-palette.module.css'
import { FoundPostAction } from './found-post.tsx'
import { openCreation, openShortcutSheet } from './opened-command.ts'
import { useFoundPosts } from './use-found-posts.ts'

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const

const settingsPages = [
  {
    to: '/$projectId/settings/general',
    label: 'General',
    about: 'Name, logo, timezone and rules of the project',
    Icon: IconSettings,
  },
  {
    to: '/$projectId/settings/team',
    label: 'Team',
    about: 'Invite, remove, set permissions',
    Icon: IconUsers,
  },
  {
    to: '/$projectId/settings/client',
    label: 'External Approver',
    about: 'Invite and remove clients',
    Icon: IconUserCheck,
  },
  {
    to: '/$projectId/settings/social-accounts',
    label: 'Social Accounts',
    about: 'Connect, reconnect and remove accounts',
    Icon: IconPlugConnected,
  },
  {
    to: '/$projectId/settings/agency',
    label: 'Company details',
    about: 'Name, logo and color of the agency',
    Icon: IconBuilding,
  },
  {
    to: '/$projectId/settings/people',
    label: 'People',
    about: 'People and admins of the agency',
    Icon: IconUsers,
  },
  {
    to: '/$projectId/settings/chat',
    label: 'Chat channels',
    about: 'Slack and Teams channels that are told of posts',
    Icon: IconMessages,
  },
  {
    to: '/$projectId/settings/audit-log',
    label: 'Audit log',
    about: 'Who changed what in the agency',
    Icon: IconHistory,
  },
] as const

const mediaPage = {
  to: '/$projectId/media',
  label: 'Media',
  about: 'Photos and videos of this project',
  Icon: IconPhoto,
} as const

const hashtagPoolsPage = {
  to: '/$projectId/settings/hashtag',
  label: 'Hashtag Pools',
  about: 'Sets of hashtags to copy into posts',
  Icon: IconHash,
} as const

const notificationsPage = {
  to: '/$projectId/settings/notifications',
  label: 'Notification settings',
  about: 'When Galley mails you, and about what',
  Icon: IconBell,
} as const

const labelsPage = {
  to: '/$projectId/settings/labels',
  label: 'Labels',
  about: 'Colored notes on calendar days',
  Icon: IconTag,
} as const

const campaignsPage = {
  to: '/$projectId/settings/campaigns',
  label: 'Campaigns',
  about: 'What posts belong to: launches, sales, topics',
  Icon: IconSpeakerphone,
} as const

const binPage = {
  to: '/$projectId/settings/bin',
  label: 'Bin',
  about: 'What was deleted in the last 30 days',
  Icon: IconTrash,
} as const

const usePageActions = (project: OwnProject): SpotlightActionGroupData => {
  const navigate = useNavigate()
  const may = useMay(project.id)
  const params = { projectId: project.id }
  const approval = {
    id: 'approval',
    label: 'Approval',
    leftSection: <IconChecks {...icon} />,
    onClick: () => void navigate({ to: '/$projectId/approval', params }),
  }
  const home = {
    id: 'calendar',
    label: 'Calendar',
    leftSection: <IconCalendar {...icon} />,
    onClick: () => void navigate({ to: homeOfProject(project) }),
  }
  const isAdmin = may('project.manage')
  const openPages = [
    ...(isAdmin ? settingsPages : []),
    ...(may('media.browse') ? [mediaPage] : []),
    ...(may('hashtagPool.edit') ? [hashtagPoolsPage] : []),
    ...(may('label.edit') ? [labelsPage] : []),
    ...(may('campaign.edit') ? [campaignsPage] : []),
    ...(may('bin.restore') ? [binPage] : []),
    notificationsPage,
  ]
  const settings = openPages.map(({ to, label, about, Icon }) => ({
    id: to,
    label,
    description: about,
    leftSection: <Icon {...icon} />,
    onClick: () => void navigate({ to, params }),
  }))
  const create = {
    id: 'create',
    // Fixed wording (docs/product/calendar.md "Texts").
    label: 'Create content',
    description: 'A new post in this project',
    leftSection: <IconPlus {...icon} />,
    onClick: openCreation,
  }
  return {
    group: project.name,
    actions: [
      ...(may('post.create') ? [create] : []),
      home,
      ...(may('post.moveToApprovalList') || isApprover(project) ? [approval] : []),
      ...settings,
    ],
  }
}

/** What the server finds for a person with more projects than are loaded; nothing is asked for anybody else (decision 42). */
const useFoundProjects = (text: string) => {
  const asksServer = hasMoreProjects(useMe()) && text.trim() !== ''
  const [rested] = useDebouncedValue(text, searchDelayMs)
  const { data, isPlaceholderData, isFetching } = useSearchProjects(asksServer ? rested : '')
  const found = isPlaceholderData ? [] : (data?.pages.flatMap(({ projects }) => projects) ?? [])
  return { found, searched: rested, isSearching: asksServer && (isFetching || rested !== text) }
}

const useProjectActions = (
  current: OwnProject,
  { found, searched }: ReturnType<typeof useFoundProjects>,
): SpotlightActionGroupData => {
  const navigate = useNavigate()
  const { projects } = useMe()
  const others = found.filter(({ id }) => projects.every(project => project.id !== id))
  return {
    group: 'Projects',
    actions: [...projects, ...others]
      .filter(project => project.id !== current.id)
      .map(project => {
        const agency = found.find(({ id }) => id === project.id)?.agency_name
        return {
          id: `project-${project.id}`,
          label: project.name,
          // The server has found it by words in any order, which the palette's own filter would not.
          ...(agency === undefined ? {} : { description: agency, keywords: searched }),
          leftSection: (
            <PersonAvatar
              name={project.name}
              image={project.logo_image_link}
              size={24}
              radius="sm"
              decorative
            />
          ),
          onClick: () => void navigate({ to: homeOfProject(project) }),
        }
      }),
  }
}

const useGeneralActions = (): SpotlightActionGroupData => {
  const { setColorScheme } = useMantineColorScheme()
  return {
    group: 'Galley',
    actions: [
      {
        id: 'light',
        label: 'Theme: light',
        leftSection: <IconSun {...icon} />,
        onClick: () => setColorScheme('light'),
      },
      {
        id: 'dark',
        label: 'Theme: dark',
        leftSection: <IconMoon {...icon} />,
        onClick: () => setColorScheme('dark'),
      },
      {
        id: 'auto',
        label: 'Theme: system',
        leftSection: <IconDeviceDesktop {...icon} />,
        onClick: () => setColorScheme('auto'),
      },
      {
        id: 'keys',
        label: 'Keyboard shortcuts',
        leftSection: <IconKeyboard {...icon} />,
        onClick: openShortcutSheet,
      },
      {
        id: 'sign-out',
        label: 'Sign Out',
        leftSection: <IconLogout {...icon} />,
        onClick: () => void signOut(),
      },
    ],
  }
}

type Props = { readonly project: OwnProject; readonly onClose: () => void }

const holdsText = (text: string | readonly string[] | undefined, q: string): boolean =>
  text !== undefined && (typeof text === 'string' ? text : text.join(',')).toLowerCase().includes(q)

/** The actions with this text in their names, then those with it elsewhere. */
const matching = ({ group, actions }: SpotlightActionGroupData, query: string): SpotlightActionGroupData => {
  const q = query.trim().toLowerCase()
  const named = actions.filter(({ label }) => holdsText(label, q))
  const others = actions.filter(
    action => !named.includes(action) && (holdsText(action.description, q) || holdsText(action.keywords, q)),
  )
  return { group, actions: [...named, ...others] }
}

/** The list scrolls, so the keyboard must reach it; its type leaves out what it passes on to the scroll area. */
const scrollArea = { viewportProps: { tabIndex: 0 } }

/** Drawing hundreds of projects at every key would take half a second each time. */
const ACTIONS_MAX = 30

function ActionGroup({ group, actions }: SpotlightActionGroupData) {
  if (actions.length === 0) return null
  return (
    <Spotlight.ActionsGroup label={group}>
      {actions.map(({ id, ...action }) => (
        <Spotlight.Action key={id} {...action} />
      ))}
    </Spotlight.ActionsGroup>
  )
}

/** Go to a page or a project, find a post, or do something, by typing. Offers only what the person may do. */
export function CommandPalette({ project, onClose }: Props) {
  const [query, setQuery] = useState('')
  const navigate = useNavigate()
  const search = useFoundProjects(query)
  const found = useFoundPosts(query, project.id)
  const commands = [usePageActions(project), useGeneralActions()].map(group => matching(group, query))
  const projects = matching(useProjectActions(project, search), query)
  const count = commands.reduce((sum, { actions }) => sum + actions.length, 0)
  const isEmpty = count + projects.actions.length + found.groups.length === 0
  const isSearching = search.isSearching || found.isSearching
  const [[store, { open }]] = useState(createSpotlight)
  useEffect(() => open(), [open])
  return (
    <Spotlight.Root
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      scrollable
      maxHeight={480}
      store={store}
      overlayProps={{ backgroundOpacity: 0.45, blur: 0 }}
      classNames={{ search: classes.search ?? '' }}
      transitionProps={{ duration: 120, onExited: onClose }}
      attributes={{ content: { 'aria-label': 'Command palette' } }}
    >
      <Spotlight.Search
        placeholder="Find posts, go to or do…"
        aria-label="Go to or do"
        onFocus={() => {
          const early = takeEarlyKeys()
          setQuery(text => text + early)
        }}
      />
      {isEmpty ? (
        // Fixed wording (docs/product/projects.md "Texts").
        <Spotlight.Empty>{isSearching ? 'Searching…' : 'Empty result'}</Spotlight.Empty>
      ) : (
        <Spotlight.ActionsList {...scrollArea}>
          {commands.map(group => (
            <ActionGroup key={group.group} {...group} />
          ))}
          {found.groups.map(({ label, posts, hasMore }) => (
            <Spotlight.ActionsGroup key={posts[0]?.project_id} label={label}>
              {posts.map(post => (
                <FoundPostAction
                  key={post.id}
                  post={post}
                  onOpen={() => void navigate(addressOfFound(post))}
                />
              ))}
              {hasMore && posts[0] && can({ role: posts[0].role }, 'content.browse') && (
                <Spotlight.Action
                  label="All posts with these words"
                  leftSection={<IconListSearch {...icon} />}
                  onClick={() =>
                    void navigate({
                      to: '/$projectId/content',
                      params: { projectId: posts[0]?.project_id ?? project.id },
                      search: { span: 'all', q: query.trim() },
                    })
                  }
                />
              )}
            </Spotlight.ActionsGroup>
          ))}
          {/* Last: if there are many, only the first are drawn, and nothing follows that the rest would hide. */}
          <ActionGroup {...projects} actions={projects.actions.slice(0, ACTIONS_MAX - count)} />
        </Spotlight.ActionsList>
      )}
      <div role="status" className={classes.status}>
        {found.status}
      </div>
    </Spotlight.Root>
  )
}
