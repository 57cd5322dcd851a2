import { Button, Group, Text } from '@mantine/core'
import { IconDeviceFloppy } from '@tabler/icons-react'
import { timezoneLabel } from '#domain/kernel/time.ts'
import { formatInstant, formats } from '#domain/kernel/time-format.ts'
import { networkNames } from '#domain/networks/names.ts'
import { useTimezone } from '#web/platform/shown-project.ts'
import classes from './banner.module.css'
import { useDrafts, useEntry } from './draft-context.tsx'
import { useChanged } from './use-changed.ts'

type Props = {
  /** The version. */
  readonly id: number
}

/** Offers to restore what was written here and never reached the server, because of a crash or a lost connection. */
export function RestoreBanner({ id }: Props) {
  const timezone = useTimezone()
  const store = useDrafts()
  const backup = useEntry(id, entry => entry.backup)
  const network = useEntry(id, ({ saved }) => saved.social_network)
  const isShared = useChanged(id).ids.length > 1 && backup?.draft.isFollowing === true
  if (backup === null) return null
  return (
    <section className={classes.offer} aria-label="Kept on this device">
      <h2 className={classes.title}>
        <IconDeviceFloppy size={16} aria-hidden />
        Unsaved changes to {isShared ? 'the shared text' : `the ${networkNames[network]} version`} were kept
        on this device
      </h2>
      <Text size="sm" lineClamp={2}>
        {formatInstant(new Date(backup.keptAt), timezone, formats.dayTime)} {timezoneLabel(timezone)}:{' '}
        {/* Fixed wording (docs/product/posts.md "Texts"). */}
        {backup.draft.message || 'Empty message'}
      </Text>
      <Group gap="xs">
        <Button size="xs" onClick={() => store.answerBackup(id, true)}>
          Restore
        </Button>
        <Button size="xs" variant="default" onClick={() => store.answerBackup(id, false)}>
          Discard
        </Button>
      </Group>
    </section>
  )
}
