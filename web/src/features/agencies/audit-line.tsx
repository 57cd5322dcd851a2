import { Text, VisuallyHidden } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import {
  type AuditDifference,
  auditActorWords,
  auditDifferences,
  auditWords,
} from '#domain/agencies/audit-log.ts'
import type { AuditEntry } from '#domain/agencies/model.ts'
import { readInstant, timezoneLabel } from '#domain/kernel/time.ts'
import { formatInstant, formats } from '#domain/kernel/time-format.ts'
import { readerTimezone } from './api.ts'
import classes from './audit-log.module.css'

// Names and texts come from other people: each in its own `bdi`, so that none can reverse the text around it.

/** One entry of the log: what happened to what, old and new value, by whom, when and from where. */
export function AuditLine({ entry }: { entry: AuditEntry }) {
  const { action, subject, project, actor, address, created_at } = entry
  return (
    <li className={classes.line}>
      <div className={classes.what}>
        <Text size="sm">
          <b>{auditWords[action]}</b> · <bdi>{subject}</bdi>
          {project && project.name !== subject && (
            <span className={classes.field}>
              {' '}
              in <bdi>{project.name}</bdi>
            </span>
          )}
        </Text>
        <Differences list={auditDifferences(entry)} />
      </div>
      <div className={classes.who}>
        <VisuallyHidden>by </VisuallyHidden>
        <Text size="sm">
          <bdi>{actor?.name ?? auditActorWords}</bdi>
        </Text>
        {actor && (
          <Text size="sm" c="dimmed">
            <bdi>{actor.email}</bdi>
          </Text>
        )}
      </div>
      <div className={classes.when}>
        <Text size="sm">
          <Moment instant={created_at} />
        </Text>
        {address !== null && (
          <Text size="sm" c="dimmed">
            from <bdi>{address}</bdi>
          </Text>
        )}
      </div>
    </li>
  )
}

/** Short to read; to the second and with its zone in the tooltip. */
function Moment({ instant }: { instant: string }) {
  const full = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'full',
    timeStyle: 'medium',
    timeZone: readerTimezone,
  }).format(readInstant(instant))
  return (
    <time dateTime={instant} title={`${full} ${timezoneLabel(readerTimezone)}`}>
      {formatInstant(readInstant(instant), readerTimezone, formats.dayTime)}
    </time>
  )
}

function Differences({ list }: { list: readonly AuditDifference[] }) {
  if (list.length === 0) return null
  return (
    <ul className={classes.differences}>
      {list.map(difference => (
        <li key={difference.field}>
          <span className={classes.field}>
            <bdi>{difference.field}</bdi>:
          </span>{' '}
          <Values old={difference.old} now={difference.new} />
        </li>
      ))}
    </ul>
  )
}

function Values({ old, now }: { old: string | null; now: string | null }) {
  if (old === null) return <bdi>{now}</bdi>
  if (now === null)
    return (
      <>
        <VisuallyHidden>was </VisuallyHidden>
        <bdi>
          <del>{old}</del>
        </bdi>
      </>
    )
  return (
    <>
      <bdi>{old}</bdi> <IconArrowRight size={14} className={classes.arrow} aria-hidden />
      <VisuallyHidden>became</VisuallyHidden> <bdi>{now}</bdi>
    </>
  )
}
