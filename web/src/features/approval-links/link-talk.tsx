import { Button, Group, Stack, Text, Textarea, Title } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { isEmptyText } from '#domain/kernel/text.ts'
import { NOTE_MAX } from '#domain/notes/limits.ts'
import type { Note } from '#domain/notes/model.ts'
import type { PostSocial } from '#domain/posts/model.ts'
import { OwnWords } from '#web/features/approvals/conversation/own-words.tsx'
import { ConversationPictures } from '#web/features/media/conversation-pictures.tsx'
import { say } from '#web/platform/words.ts'
import { ZonedTime } from '#web/ui/time/zoned-time.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useAskByLink, useListNotesByLink } from './api.ts'
import type { Opened } from './items.ts'
import classes from './link-talk.module.css'
import { refusalWords } from './refusal-words.ts'

type Props = {
  readonly token: string
  readonly social: PostSocial
  /** What the person has proposed; the agency is told of it by a note of theirs. */
  readonly proposed: Opened['proposed']
  readonly versions: readonly PostSocial[]
  readonly timezone: string
  readonly agency: string
  /** The person has just chosen to ask: the field is theirs to write in. */
  readonly isAsking: boolean
}

/** What the person has asked the agency about a post, what it has answered, and the next question (docs/product/approval-links.md "Questions"). */
export function LinkTalk({ token, social, proposed, versions, timezone, agency, isAsking }: Props) {
  const { id: post_social_id, post_id: postId } = social
  const list = useListNotesByLink(token)
  const ask = useAskByLink(token)
  const [notes, setNotes] = useState<readonly Note[]>([])
  const [message, setMessage] = useState('')
  const [isSending, setSending] = useState(false)
  useEffect(() => {
    let isGone = false
    list(postId).then(
      found => {
        if (!isGone) setNotes(found)
      },
      // They can ask in any case.
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [list, postId])
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (!isAsking) return
    field.current?.focus()
    // With its button, above those of the decision.
    field.current?.form?.scrollIntoView?.({ block: 'end' })
  }, [isAsking])
  const isTooLong = message.length > NOTE_MAX
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isEmptyText(message) || isTooLong || isSending) return
    setSending(true)
    try {
      const note = await ask({ post_social_id, message: message.trim() })
      setNotes([...notes, note])
      setMessage('')
      // Fixed wording (docs/product/approvals.md "Texts").
      toast.success(say('Question was sent'))
    } catch (error) {
      toast.error(refusalWords(error))
    } finally {
      setSending(false)
    }
  }
  return (
    <section className={classes.talk} aria-label={say('Questions to the agency')}>
      <OwnWords proposed={proposed} versions={versions} />
      {notes.length > 0 && (
        <>
          <Title order={2} size="sm">
            {say('Questions and answers')}
          </Title>
          <ol className={classes.notes}>
            {notes.map(note => (
              <li key={note.id} className={classes.note}>
                <Text size="xs" c="dimmed">
                  <strong>{note.created_by_user?.name ?? agency}</strong>{' '}
                  <ZonedTime instant={note.created_at} timezone={timezone} zone="hint" />
                </Text>
                <Text size="sm" className={classes.words} dir="auto">
                  {note.message}
                </Text>
                {note.attachments.length > 0 && <ConversationPictures pictures={note.attachments} />}
              </li>
            ))}
          </ol>
        </>
      )}
      <form onSubmit={event => void send(event)} inert={isSending} aria-label={say('Ask a question')}>
        <Stack gap="xs">
          <Textarea
            label={notes.length > 0 ? say('Another question') : say('Your question')}
            description={say(
              '{agency} is told at once. The answer comes by mail, with a link to this page.',
              {
                agency,
              },
            )}
            autosize
            minRows={2}
            maxRows={8}
            ref={field}
            value={message}
            error={
              isTooLong && say('Message length should be less than {count} characters.', { count: NOTE_MAX })
            }
            onChange={event => setMessage(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button
              type="submit"
              variant="default"
              mih={44}
              loading={isSending}
              disabled={isEmptyText(message) || isTooLong}
            >
              {say('Send question')}
            </Button>
          </Group>
        </Stack>
      </form>
    </section>
  )
}
