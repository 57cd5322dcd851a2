import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMe } from '#web/platform/me.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { getPostOfProjectQuery } from './api.ts'
import { leftPostOf } from './left-post.ts'
import classes from './left-post-offer.module.css'

type Props = { readonly onContinue: () => void }

/** Offers the new post that the person left without saving it as a draft. */
export function LeftPostOffer({ onContinue }: Props) {
  const projectId = useProjectId()
  const { id } = useMe()
  const left = leftPostOf(id, projectId)
  const [offered, setOffered] = useState(() => left.read(Date.now()))
  // It may have been deleted, or saved as a draft elsewhere: then it is not offered.
  const { data: post } = useQuery({
    ...getPostOfProjectQuery(projectId, offered?.postId ?? 0),
    enabled: offered !== null,
    retry: false,
    meta: { ownErrors: true },
  })
  if (offered === null || post?.status !== 'temporary_draft') return null
  const { postId, network } = offered
  const text = post.post_socials.find(({ message }) => message.trim() !== '')?.message ?? ''
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
        {text.trim().slice(0, 200) || 'Empty message'}
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
