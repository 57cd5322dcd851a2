import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useMe } from '#web/platform/me.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { leftPostOf } from './left-post.ts'
import classes from './left-post-offer.module.css'

type Props = { readonly projectId: number; readonly onContinue: () => void }

/** Offers the new post that the person left without saving it as a draft. */
export function LeftPostOffer({ projectId, onContinue }: Props) {
  const { id } = useMe()
  const left = leftPostOf(id, projectId)
  const [offered, setOffered] = useState(() => left.read(Date.now()))
  if (offered === null) return null
  const { postId, network, text } = offered
  const forget = () => {
    left.drop(postId)
    setOffered(null)
  }
  return (
    <section className={classes.offer} aria-label="The post you left">
      <Text size="sm" fw={600}>
        You left a post without saving it
      </Text>
      <Text size="sm" lineClamp={2}>
        {/* Fixed wording (docs/product/posts.md "Texts"). */}
        {text.trim() || 'Empty message'}
      </Text>
      <Group gap="xs">
        <LinkButton
          size="xs"
          to="/$projectId/manage-post/$social"
          params={{ projectId, social: network }}
          search={{ postId }}
          onClick={onContinue}
        >
          Continue writing
        </LinkButton>
        <Button size="xs" variant="default" onClick={forget}>
          Discard
        </Button>
      </Group>
    </section>
  )
}
