import { Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './general-settings-screen.module.css'

type Props = { readonly title: string; readonly about: ReactNode; readonly children: ReactNode }

/** A part of a settings page in its frame, under its title and what it is about. */
export function SettingsPanel({ title, about, children }: Props) {
  const id = useId()
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <Title order={2} size="h5" mb={4} id={id}>
        {title}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {about}
      </Text>
      {children}
    </section>
  )
}
