import { Checkbox, Group, Text } from '@mantine/core'
import { networkNames } from '#domain/networks/names.ts'
import type { Post, PostSocial } from '#domain/posts/model.ts'
import { listOf, say } from '#web/platform/words.ts'
import { coverOf, firstMessage } from '../post-facts.ts'
import { changesBetween, coveredVersions } from './decision-rules.ts'
import classes from './sent-back.module.css'

type Props = {
  readonly post: Post
  /** The versions that this person can send back. */
  readonly versions: readonly PostSocial[]
  readonly chosen: readonly PostSocial[]
  readonly onChange: (ids: readonly number[]) => void
}

/** Those that say and show the same as the one on the screen: what is to be changed in it is to be changed in them. */
export const likeShown = (versions: readonly PostSocial[], shown: PostSocial): number[] =>
  versions.filter(one => one.id === shown.id || changesBetween(one, shown).length === 0).map(({ id }) => id)

/** Names what a request for revision sends back, and lets it be chosen where there are several (docs/product/approvals.md "Requesting a revision"). */
export function SentBack({ post, versions, chosen, onChange }: Props) {
  if (versions.length <= 1) {
    const covered = coveredVersions(post, versions).map(({ social_network }) => networkNames[social_network])
    return <Text size="sm">{say('Goes back to the agency: {networks}', { networks: listOf(covered) })}</Text>
  }
  return (
    <Checkbox.Group
      label={say('Goes back to the agency')}
      size="sm"
      value={chosen.map(({ id }) => String(id))}
      onChange={ids => onChange(ids.map(Number))}
      {...(chosen.length === 0 && { error: say('Choose at least one network.') })}
    >
      <Group gap="md" mt={4}>
        {versions.map(({ id, social_network }) => (
          <Checkbox
            key={id}
            value={String(id)}
            label={networkNames[social_network]}
            classNames={{ body: classes.choice ?? '' }}
          />
        ))}
      </Group>
    </Checkbox.Group>
  )
}

/** The post stays in sight above what is written about it, where the form covers it. */
export function PostInSight({ post, shown }: { readonly post: Post; readonly shown: PostSocial }) {
  const own = { ...post, post_socials: [shown] }
  const cover = coverOf(own, 'medium') ?? coverOf(post, 'medium')
  return (
    <div className={classes.sight}>
      {cover && <img src={cover} alt="" className={classes.picture} draggable={false} />}
      <Text size="sm" lineClamp={4} className={classes.words} dir="auto">
        {firstMessage(own)}
      </Text>
    </div>
  )
}
