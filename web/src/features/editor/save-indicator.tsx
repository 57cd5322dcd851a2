import { Button, Text } from '@mantine/core'
import { IconAlertTriangle, IconCloudCheck, IconCloudOff, IconCloudUp } from '@tabler/icons-react'
import { timezoneLabel } from '#domain/kernel/time.ts'
import { formatInstant, formats } from '#domain/kernel/time-format.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { useTimezone } from '#web/platform/shown-project.ts'
import type { SaveState } from './draft/draft-store.ts'
import classes from './save-indicator.module.css'

type Props = { readonly save: SaveState; readonly onRetry: () => void }

/** Whether everything written is on the server. */
export function SaveIndicator({ save, onRetry }: Props) {
  const timezone = useTimezone()
  const { text, Icon, tone } = looks(save, timezone)
  return (
    <span className={classes.save} data-tone={tone}>
      <span role="status" className={classes.words}>
        {Icon && <Icon size={16} aria-hidden />}
        <Text span size="xs">
          {text}
        </Text>
      </span>
      {save.kind === 'refused' && (
        <Button size="compact-xs" variant="default" onClick={onRetry}>
          Retry
        </Button>
      )}
    </span>
  )
}

const looks = (save: SaveState, timezone: string) => {
  switch (save.kind) {
    case 'clean':
      return { text: '', Icon: null, tone: 'quiet' }
    case 'saved':
      return {
        text: `Saved ${formatInstant(new Date(save.at), timezone, formats.time)} ${timezoneLabel(timezone)}`,
        Icon: IconCloudCheck,
        tone: 'quiet',
      }
    case 'waiting':
    case 'saving':
      return { text: 'Saving', Icon: IconCloudUp, tone: 'quiet' }
    case 'offline':
      return { text: 'Offline, kept on this device', Icon: IconCloudOff, tone: 'warning' }
    case 'conflict':
      return { text: 'Changed by someone else', Icon: IconAlertTriangle, tone: 'warning' }
    case 'refused':
      return { text: `Not saved: ${messageOf(save.error)}`, Icon: IconAlertTriangle, tone: 'failed' }
  }
}
