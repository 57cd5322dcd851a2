import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { PersonAvatar } from './person-avatar.tsx'
import classes from './person-summary.module.css'

type Props = {
  readonly name: string
  readonly email: string
  /** The address of their picture; null: their initials. */
  readonly image: string | null
  /** After the name, such as "(you)". */
  readonly mark?: string
  /** A third line. */
  readonly children?: ReactNode
}

/** Picture, name and address of a person, at the start of their row in a list. */
export function PersonSummary({ name, email, image, mark, children }: Props) {
  return (
    <div className={classes.person}>
      <PersonAvatar name={name} image={image} size={40} decorative />
      <div className={classes.words}>
        <Text fw={600} size="sm" lineClamp={2} title={name}>
          <bdi>{name}</bdi>
          {mark && ` ${mark}`}
        </Text>
        <Text size="sm" c="dimmed" lineClamp={2} title={email}>
          {email}
        </Text>
        {children}
      </div>
    </div>
  )
}
