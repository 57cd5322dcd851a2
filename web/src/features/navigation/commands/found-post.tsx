import { Spotlight } from '@mantine/spotlight'
import { formatInstant, formats } from '#domain/kernel/time-format.ts'
import type { FoundPost } from '#domain/posts/model.ts'
import { isUnscheduled } from '#domain/posts/status.ts'
import { NetworkBadge } from '#web/ui/badge/network-badge.tsx'
import { StatusBadge } from '#web/ui/badge/status-badge.tsx'
import classes from './found-post.module.css'

type Props = { readonly post: FoundPost; readonly onOpen: () => void }

/** A found post as a line of the command palette: the words around the match, networks, status and time. */
export function FoundPostAction({ post, onOpen }: Props) {
  const { schedule, excerpt, versions } = post
  return (
    <Spotlight.Action onClick={onOpen} className={classes.action}>
      <span className={classes.text}>
        {/* Fixed wording (docs/product/calendar.md "Texts"). */}
        {excerpt.length === 0 && <span className={classes.empty}>Empty message</span>}
        {withPlaces(excerpt).map(({ place, text, is_match }) =>
          is_match ? <mark key={place}>{text}</mark> : <span key={place}>{text}</span>,
        )}
      </span>
      <span className={classes.facts}>
        {versions.map(({ social_network }) => (
          <NetworkBadge key={social_network} network={social_network} size={16} />
        ))}
        <StatusBadge versions={versions} size="xs" />
        <span className={classes.time}>
          {schedule
            ? formatInstant(new Date(schedule.datetime), schedule.timezone, formats.dayTime)
            : isUnscheduled(versions.map(({ status }) => status)) && 'Unscheduled'}
        </span>
      </span>
    </Spotlight.Action>
  )
}

/** Each part with where it begins, which no other part shares. */
const withPlaces = (parts: FoundPost['excerpt']) => {
  let place = 0
  return parts.map(part => {
    const begins = place
    place += part.text.length
    return { ...part, place: begins }
  })
}
