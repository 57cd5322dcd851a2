import { NativeSelect } from '@mantine/core'
import { isStory, type PostType, type SocialNetwork } from '#domain/networks/model.ts'
import { postTypeNames } from '#domain/networks/names.ts'
import { typesTakenBy } from '#domain/networks/network.ts'
import classes from '../post-workspace.module.css'

type Props = {
  readonly id: string
  readonly network: SocialNetwork
  readonly value: PostType
  readonly onChange: (type: PostType) => void
}

/** The type of the post on this network. It follows the files; only a text or a link is chosen by hand. */
export function TypeSelect({ id, network, value, onChange }: Props) {
  const taken = typesTakenBy(network)
  const types = taken.filter(type => isStory(type) === isStory(value) || type === value)
  const isTaken = taken.includes(value)
  return (
    <NativeSelect
      id={id}
      aria-label="Post type"
      size="xs"
      className={classes.type}
      rightSectionWidth={32}
      error={!isTaken}
      data={[
        // The current type is listed even if it cannot be chosen.
        ...(isTaken ? [] : [{ value, label: postTypeNames[value], disabled: true }]),
        ...types.map(type => ({ value: type, label: postTypeNames[type] })),
      ]}
      value={value}
      onChange={event => onChange(event.currentTarget.value as PostType)}
    />
  )
}
