import { Text } from '@mantine/core'
import { IconHandStop, IconInfoCircle } from '@tabler/icons-react'
import { isStory, type PostType, type SocialNetwork } from '#domain/networks/model.ts'
import { networks } from '#domain/networks/network.ts'
import classes from '../post-workspace.module.css'

type Props = { readonly network: SocialNetwork; readonly type: PostType }

/** What to know about a type before writing: who publishes it, and what it cannot carry. */
export function TypeNotes({ network, type }: Props) {
  const { notAutopostedTypes, label } = networks[network]
  return (
    <>
      {notAutopostedTypes.includes(type) && (
        <Text size="sm" c="dimmed" className={classes.line}>
          <IconHandStop size={16} aria-hidden />
          Published by hand: autoposting is off for this type on {label}. You will be notified when it is due.
        </Text>
      )}
      {isStory(type) && (
        <Text size="sm" c="dimmed" className={classes.line}>
          <IconInfoCircle size={16} aria-hidden />
          Stories have no text: only the picture or the video is published.
        </Text>
      )}
    </>
  )
}
