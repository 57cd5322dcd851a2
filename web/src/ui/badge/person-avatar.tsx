import { Avatar, type MantineRadius } from '@mantine/core'

/** The placeholder is the first 2 letters of the name (docs/product/interface.md "People without a picture"). */
export const lettersOf = (name: string): string => [...name.trim()].slice(0, 2).join('').toUpperCase()

type Props = {
  readonly name: string
  readonly image: string | null
  readonly size?: number
  /** Round for people, `md` for projects and accounts. */
  readonly radius?: MantineRadius
  /** The name is next to it already: hidden from screen readers. */
  readonly decorative?: boolean
}

/** A person, a project or an account: their picture, or the first two letters of the name. */
export function PersonAvatar({ name, image, size = 32, radius = 'xl', decorative = false }: Props) {
  return (
    <Avatar
      src={image}
      alt={decorative ? '' : name}
      size={size}
      radius={radius}
      aria-hidden={decorative || undefined}
      styles={{
        placeholder: {
          background: 'var(--avatar-bg, var(--g-surface-sunken))',
          color: 'var(--avatar-fg, var(--g-text-muted))',
          fontSize: Math.max(11, Math.round(size * 0.36)),
          fontWeight: 600,
          border: '1px solid var(--g-border)',
        },
      }}
    >
      {lettersOf(name)}
    </Avatar>
  )
}
