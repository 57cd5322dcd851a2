import { Text, VisuallyHidden } from '@mantine/core'

type Props = {
  readonly id: string
  /** Null until the counting rules are loaded. */
  readonly length: number | null
  readonly max: number
}

const group = new Intl.NumberFormat('en')

/** How much of a limit is used: red, and in words, when it is exceeded. */
export function CharacterCounter({ id, length, max }: Props) {
  const isOver = length !== null && length > max
  return (
    <Text id={id} size="xs" c={isOver ? 'var(--g-danger-text)' : 'dimmed'} fw={isOver ? 600 : undefined}>
      <VisuallyHidden>Characters: </VisuallyHidden>
      {length === null ? '–' : group.format(length)} / {group.format(max)}
      {isOver && <span role="alert"> · Message length should be less than {max} characters.</span>}
    </Text>
  )
}
