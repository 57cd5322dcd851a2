import { Select } from '@mantine/core'
import { isStory, type PostType, type SocialNetwork } from '#domain/networks/model.ts'
import { typesTakenBy } from '#domain/networks/network.ts'
import { postTypeNames } from '#web/ui/post-type.tsx'

type Props = {
  readonly id: string
  readonly network: SocialNetwork
  readonly value: PostType
  readonly onChange: (type: PostType) => void
}

/** The kind of post on this network. It follows the files; a text or a link is chosen. */
export function TypeSelect({ id, network, value, onChange }: Props) {
  const types = typesTakenBy(network).filter(type => isStory(type) === isStory(value) || type === value)
  return (
    <Select
      id={id}
      aria-label="Post type"
      size="xs"
      w={148}
      allowDeselect={false}
      comboboxProps={{ shadow: 'md' }}
      data={types.map(type => ({ value: type, label: postTypeNames[type] }))}
      value={value}
      onChange={type => type !== null && onChange(type as PostType)}
    />
  )
}
