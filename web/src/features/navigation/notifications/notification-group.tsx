import { Group as Row, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { readInstant } from '#domain/kernel/time.ts'
import { formatInstant, formats } from '#domain/kernel/time-format.ts'
import type { Notification } from '#domain/notifications/model.ts'
import { agencyNotificationText, notificationText } from '#domain/notifications/texts.ts'
import { outlookWords } from '#domain/publishing/outlook-words.ts'
import { useMe } from '#web/platform/me.ts'
import { isApprover } from '#web/platform/redirects.ts'
import { NetworkBadge } from '#web/ui/badge/network-badge.tsx'
import { browserTimezone } from '#web/ui/time/zoned-time.tsx'
import { addressOfFound } from '../post-address.ts'
import { useMarkRead } from './api.ts'
import type { Group } from './entries.ts'
import classes from './notification-group.module.css'

type Props = { readonly group: Group; readonly onOpen: () => void }

/** Each version of a post has its own notifications; those with the same words are one line, with the latest time. */
const linesOf = (group: readonly Notification[]) => {
  const lines = group.map(one => ({
    id: one.id,
    created_at: one.created_at,
    text:
      'agency_id' in one
        ? agencyNotificationText(one.kind, one.offer)
        : notificationText(one.kind, one.actor?.name ?? null),
  }))
  return lines.filter(({ text }, index) => lines.findIndex(line => line.text === text) === index)
}

const addressOf = (one: Notification) => {
  if ('agency_id' in one) return { to: one.offer ? '/offered' : '/billing' } as const
  const { kind, project_id: projectId, role, post_id, ...rest } = one
  if (post_id !== null) return addressOfFound({ ...rest, project_id: projectId, role, id: post_id })
  const params = { projectId }
  if (kind !== 'invitation') return { to: '/$projectId/settings/social-accounts', params } as const
  return isApprover({ role })
    ? ({ to: '/$projectId/calendar-approval', params } as const)
    : ({ to: '/$projectId/calendar', params } as const)
}

/** The zone of its project, as on the project's pages; the browser's for what is about an agency. */
export const useZoneOf = (one: Notification): string => {
  const { projects } = useMe()
  const project = 'project_id' in one ? projects.find(({ id }) => id === one.project_id) : undefined
  return project?.timezone ?? browserTimezone()
}

/** The networks that the group is about, what was written with a reminder or an approval, and whom its post waits for if it is late. */
const factsOf = (group: readonly Notification[]) => {
  const ofProjects = group.flatMap(one => ('agency_id' in one ? [] : [one]))
  const versions = ofProjects.flatMap(one => one.versions)
  return {
    networks: new Set(versions.map(({ social_network }) => social_network)),
    waitingFor: new Set(ofProjects.flatMap(({ waiting_for }) => waiting_for)),
    reasons: new Set(ofProjects.flatMap(({ reason }) => (reason ? outlookWords[reason].text : []))),
    said: new Set(ofProjects.flatMap(({ message }) => message ?? [])),
  }
}

/** Consecutive notifications about one post, as one link to it. */
export function NotificationGroup({ group, onOpen }: Props) {
  const { mutate: mark } = useMarkRead()
  const [first] = group
  const timezone = useZoneOf(first)
  const { networks, waitingFor, said, reasons } = factsOf(group)
  const isUnread = group.some(({ read_at }) => read_at === null)
  const address = addressOf(first)
  const open = () => {
    if (isUnread) mark({ ids: group.map(({ id }) => id) })
    onOpen()
  }
  return (
    <li>
      <Link {...address} className={classes.group} data-unread={isUnread || undefined} onClick={open}>
        <Row gap={6} wrap="nowrap">
          {[...networks].map(network => (
            <NetworkBadge key={network} network={network} size={16} />
          ))}
          <Text size="xs" c="dimmed" truncate>
            {'agency_id' in first ? first.agency_name : first.project_name}
          </Text>
          {isUnread && <span className={classes.dot} role="img" aria-label="Unread" />}
        </Row>
        {'post_id' in first && first.post_id !== null && (
          <Text size="sm" lineClamp={2} className={classes.text}>
            {/* Fixed wording (docs/product/calendar.md "Texts"). */}
            {first.post_text || 'Empty message'}
          </Text>
        )}
        {linesOf(group).map(({ id, text, created_at }) => (
          <Text key={id} size="sm" className={classes.line}>
            <span>{text}</span>
            <Text span size="xs" c="dimmed" className={classes.time}>
              {formatInstant(readInstant(created_at), timezone, formats.dayTime)}
            </Text>
          </Text>
        ))}
        {[...said].map(text => (
          <Text key={text} size="sm" c="dimmed">
            “{text}”
          </Text>
        ))}
        {[...reasons, ...waitingFor].map(text => (
          <Text key={text} size="sm" c="dimmed">
            {text}
          </Text>
        ))}
      </Link>
    </li>
  )
}
