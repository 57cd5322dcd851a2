import { Modal, Skeleton, Text } from '@mantine/core'
import { IconHash } from '@tabler/icons-react'
import type { HashtagPool } from '#domain/hashtags/model.ts'
import { copiedHashtags } from '#domain/hashtags/pools.ts'
import { hashtagsIn } from '#domain/kernel/hashtags.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import { useListHashtagPools } from '../api.ts'
import { CopyList } from './copy-list.tsx'
import { countWords } from './count-words.ts'
import { LimitLines } from './limit-lines.tsx'

/** The texts of a post that take hashtags. */
export type PlaceOfHashtags = 'message' | 'firstComment'

type Props = {
  readonly network: SocialNetwork
  readonly texts: Readonly<Record<PlaceOfHashtags, string>>
  readonly onInsert: (place: PlaceOfHashtags, hashtags: string) => void
  readonly onClose: () => void
}

/** Copies pools into a post (docs/product/posts.md "Copy from Hashtag Pool"). Mount it while it is open. */
export function CopyIntoPostModal({ network, texts, onInsert, onClose }: Props) {
  const projectId = useProjectId()
  useFocusBack()
  const { data, error, refetch } = useListHashtagPools(projectId)
  const into = (place: PlaceOfHashtags, label: string, chosen: readonly HashtagPool[]) => {
    const added = copiedHashtags(chosen, texts[place])
    return {
      label,
      isIdle: added.length === 0,
      run: async () => {
        onInsert(place, added.join(' '))
        return true
      },
    }
  }
  return (
    // Fixed wording (docs/product/posts.md "Copy from Hashtag Pool").
    <Modal opened onClose={onClose} title="Copy from Hashtag Pool" size={520}>
      {data && data.length > 0 ? (
        <CopyList
          pools={data}
          onClose={onClose}
          actionsOf={chosen => [
            into('firstComment', 'Into first comment', chosen),
            into('message', 'Into message', chosen),
          ]}
          summaryOf={chosen => <Summary chosen={chosen} network={network} texts={texts} />}
        />
      ) : data ? (
        <NoPools />
      ) : error ? (
        <Failed message={messageOf(error)} onRetry={() => void refetch()} />
      ) : (
        <Loading>
          <Skeleton height={200} />
        </Loading>
      )}
    </Modal>
  )
}

function NoPools() {
  const projectId = useProjectId()
  return (
    <Empty
      icon={<IconHash size={22} />}
      // Fixed wording (docs/product/hashtags.md "Texts of pools").
      title="There are no pools added yet"
      text="Pools are kept in the settings of the project."
      action={
        <LinkButton to="/$projectId/settings/hashtag" params={{ projectId }}>
          Add pools
        </LinkButton>
      }
    />
  )
}

type SummaryProps = Pick<Props, 'network' | 'texts'> & { readonly chosen: readonly HashtagPool[] }

/** What the choice adds to the message, and whether the network takes as many in message and first comment together. */
function Summary({ chosen, network, texts }: SummaryProps) {
  const added = copiedHashtags(chosen, texts.message).length
  const present = hashtagsIn(texts.message).length + hashtagsIn(texts.firstComment).length
  return (
    <>
      <Text size="sm">{wordsOf(copiedHashtags(chosen), copiedHashtags(chosen, texts.message))}</Text>
      <LimitLines count={present + added} networks={[network]} />
    </>
  )
}

const wordsOf = ({ length: all }: readonly string[], { length: added }: readonly string[]): string => {
  if (all === 0) return 'Choose one or more pools.'
  if (added === 0) return `The message already has ${all === 1 ? 'this hashtag' : 'these hashtags'}.`
  return added === all
    ? countWords(all)
    : `${countWords(added)} · the message already has ${all - added} more`
}
