import { Button, Group, Text } from '@mantine/core'
import { IconPhotoOff } from '@tabler/icons-react'
import classes from './banner.module.css'

type Props = { readonly names: readonly string[]; readonly onGiveUp: () => void }

/** Files that this version still waits for and this page is not uploading: the person decides whether it goes out without them. */
export function MissingFiles({ names, onGiveUp }: Props) {
  if (names.length === 0) return null
  const isOne = names.length === 1
  const it = isOne ? 'it' : 'them'
  return (
    <section className={classes.offer} aria-label="Missing files">
      <h2 className={classes.title}>
        <IconPhotoOff size={16} aria-hidden />
        {isOne ? 'A file is missing' : `${names.length} files are missing`}
      </h2>
      <Text size="sm">
        {names.join(', ')} {isOne ? 'was' : 'were'} chosen but {isOne ? 'has' : 'have'} not been uploaded.
        Choose {it} again, or continue without {it}.
      </Text>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={onGiveUp}>
          Continue without {it}
        </Button>
      </Group>
    </section>
  )
}
