import { Alert, Button, Checkbox, Stack, Text, Textarea, VisuallyHidden } from '@mantine/core'
import { localeOf } from '#domain/kernel/languages/words.ts'
import { messageLength } from '#domain/networks/counting.ts'
import { networkNames } from '#domain/networks/names.ts'
import { networks } from '#domain/networks/network.ts'
import { linkOfCard } from '#domain/posts/link-cards.ts'
import type { PostSocial } from '#domain/posts/model.ts'
import { contentOf } from '#domain/posts/problems.ts'
import { listOf, pageWords, say } from '#web/platform/words.ts'
import { ChangedText } from '../snapshots/changed-text.tsx'
import classes from './words-field.module.css'
import { type WordsGroup, wordsProblem } from './written-words.ts'

type Props = {
  readonly group: WordsGroup
  /** Of its versions, those that keep their text. */
  readonly left: readonly number[]
  readonly isFirst: boolean
  readonly onFocus: () => void
  readonly onWrite: (words: string) => void
  readonly onLeave: (ids: readonly number[]) => void
  /** Gives up what is written for what the version says now. */
  readonly onReset: () => void
}

const nameOf = ({ social_network: network }: PostSocial) => networkNames[network]

/** A text to edit, and how it counts on each network that is to have it. */
export function WordsField({ group, left, isFirst, onFocus, onWrite, onLeave, onReset }: Props) {
  const { versions, seen, now, words } = group
  const going = versions.filter(({ id }) => !left.includes(id))
  const problems = going.flatMap(version => wordsProblem(version, words) ?? [])
  const [only] = versions.length === 1 ? versions : []
  return (
    <Stack gap={4}>
      {seen !== now && (
        <Alert p="xs" color="yellow" role="status" mb={4}>
          <Stack gap="xs">
            <Text size="sm">{say('The text was changed since you began to write.')}</Text>
            <ChangedText
              label={say('What it said, and what it says now')}
              change={{ before: seen, after: now }}
            />
            <ChangedText
              label={say('What it says now, and what you propose')}
              change={{ before: now, after: words }}
            />
            <Button variant="default" size="sm" mih={44} h="auto" onClick={onReset}>
              {say('Begin again with what it says now')}
            </Button>
          </Stack>
        </Alert>
      )}
      <Textarea
        label={say('Text for {networks}', { networks: listOf(versions.map(nameOf)) })}
        data-autofocus={isFirst || undefined}
        dir="auto"
        autosize
        minRows={4}
        maxRows={12}
        value={words}
        error={only ? problems[0] : problems.length > 0}
        onFocus={onFocus}
        onChange={event => onWrite(event.currentTarget.value)}
      />
      {only ? (
        <Text size="xs" ta="right">
          <Count version={only} words={words} />
        </Text>
      ) : (
        <Checkbox.Group
          label={say('Propose it for')}
          size="sm"
          value={going.map(({ id }) => String(id))}
          onChange={ids => onLeave(versions.flatMap(({ id }) => (ids.includes(String(id)) ? [] : [id])))}
          {...(going.length === 0 && { error: say('Choose at least one network.') })}
        >
          <div className={classes.versions}>
            {versions.map(version => (
              <Checkbox
                key={version.id}
                value={String(version.id)}
                label={
                  <>
                    {nameOf(version)} <Count version={version} words={words} />
                  </>
                }
                error={going.includes(version) && wordsProblem(version, words)}
                classNames={{ body: classes.choice ?? '' }}
              />
            ))}
          </div>
        </Checkbox.Group>
      )}
    </Stack>
  )
}

/** In the units of the network's limit. */
function Count({ version, words }: { readonly version: PostSocial; readonly words: string }) {
  const { social_network: network, type, mentions, link } = contentOf(version)
  const length = messageLength(network, words, mentions, linkOfCard(type, link ?? undefined, words))
  const { max } = networks[network].message
  const { format } = new Intl.NumberFormat(localeOf(pageWords().language))
  return (
    <span className={classes.count} data-over={length > max || undefined}>
      <VisuallyHidden>{say('Characters:')} </VisuallyHidden>
      {format(length)} / {format(max)}
    </span>
  )
}
