import { Alert, Button, Drawer, Group, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { MESSAGE_MAX } from '#domain/approvals/limits.ts'
import { networkNames } from '#domain/networks/names.ts'
import type { PostSocial } from '#domain/posts/model.ts'
import { listOf, say } from '#web/platform/words.ts'
import { PostInSight } from './sent-back.tsx'
import { type Proposing, useWrittenWords } from './use-written-words.ts'
import classes from './words-field.module.css'
import { WordsField } from './words-field.tsx'

type Props = Proposing & {
  /** The version on the screen. */
  readonly shown: PostSocial
  readonly isPhone: boolean
}

/** A copy of the texts to write in (docs/product/approvals.md "Proposed words"): from the bottom on a phone, at the side on a desk. */
export function ProposeWords(props: Props) {
  const { post, shown, isPhone, onClose } = props
  const form = useWrittenWords(props)
  const { groups, unseen, lost, comment, refused } = form
  const isOf = (id: number) => (group: (typeof groups)[number]) => group.versions.some(one => one.id === id)
  const first = groups.find(isOf(shown.id)) ?? groups[0]
  const [written, setFocused] = useState(shown.id)
  const inSight = post.post_socials.find(({ id }) => id === written) ?? shown
  const isTooLong = comment.length > MESSAGE_MAX
  const reason = form.isNewer
    ? say('The post was changed a moment ago. Look at it before you send this: what you wrote is kept.')
    : groups.length > 0 && form.isUnchanged && say('Change the text first.')
  return (
    <Drawer
      opened
      onClose={onClose}
      position={isPhone ? 'bottom' : 'right'}
      size={isPhone ? 'min(92dvh, 720px)' : 'md'}
      title={say('Propose other words')}
      closeButtonProps={{ 'aria-label': say('Close') }}
      overlayProps={{ backgroundOpacity: isPhone ? 0.4 : 0.15 }}
    >
      {isPhone && <PostInSight post={post} shown={inSight} />}
      <form onSubmit={event => void form.submit(event)} aria-label={say('Propose other words')}>
        <Stack gap="sm">
          {groups.length > 0 && (
            <Text size="sm">
              {say(
                'Write the text as you want it. The agency sees what you changed, and takes it with one click.',
              )}
            </Text>
          )}
          {groups.map(group => (
            <WordsField
              key={group.versions[0]?.id}
              group={group}
              left={form.left}
              isFirst={group === first}
              onFocus={() =>
                setFocused(isOf(shown.id)(group) ? shown.id : (group.versions[0]?.id ?? shown.id))
              }
              onWrite={words => form.write(group, words)}
              onLeave={ids => form.leave(group, ids)}
              onReset={() => form.reset(group)}
            />
          ))}
          {unseen.length > 0 && (
            <Text size="sm" c="dimmed">
              {say('Look at these on the page first, to propose words for them: {networks}', {
                networks: listOf(unseen.map(one => networkNames[one.social_network])),
              })}
            </Text>
          )}
          {groups.length > 0 && (
            <Textarea
              label={say('Comment (optional)')}
              autosize
              minRows={1}
              maxRows={6}
              value={comment}
              error={
                isTooLong &&
                say('Message length should be less than {count} characters.', { count: MESSAGE_MAX })
              }
              onChange={event => form.setComment(event.currentTarget.value)}
            />
          )}
          {(lost.length > 0 || groups.length + unseen.length === 0) && (
            <Alert color="yellow" p="xs" role="status">
              {say('This no longer waits for you, so no words can be proposed for it.')}
            </Alert>
          )}
          {lost.map(words => (
            <Textarea
              key={words}
              label={say('What you wrote')}
              readOnly
              autosize
              maxRows={10}
              value={words}
            />
          ))}
          {refused !== null && (
            <Alert color="red" p="xs" role="alert">
              {refused}
            </Alert>
          )}
          {groups.length > 0 && (
            <div className={classes.actions}>
              {reason && (
                <Text size="xs" c="dimmed" mb={8} role="status">
                  {reason}
                </Text>
              )}
              <Group justify="flex-end" gap="xs">
                <Button variant="default" mih={44} onClick={onClose}>
                  {say('Cancel')}
                </Button>
                <Button type="submit" mih={44} loading={form.isSending} disabled={!form.mayBeSent}>
                  {say('Propose these words')}
                </Button>
              </Group>
            </div>
          )}
        </Stack>
      </form>
    </Drawer>
  )
}
