import { Drawer, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { ApprovalListName } from '#domain/approvals/list-place.ts'
import { audienceOfRound } from '#domain/approvals/questions.ts'
import { marksIn } from '#domain/marks/place.ts'
import { mayMention } from '#domain/notes/note-rules.ts'
import type { Post, PostSocial } from '#domain/posts/model.ts'
import { MentionTextarea } from '#web/features/notes/mention-textarea.tsx'
import { type Mentionable, mentionedIn } from '#web/features/notes/mentions.ts'
import { useGetProject } from '#web/features/projects/api.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { roundOfDecision, type Viewer } from '../decision/decision-rules.ts'
import { likeShown, PostInSight, SentBack } from '../decision/sent-back.tsx'
import type { RequestOfVersion } from '../decision/use-decision.ts'
import { type RevisionContent, RevisionForm } from '../revision-form.tsx'
import classes from './item-view.module.css'

type Props = {
  readonly title: string
  readonly post: Post
  /** The version on the screen. */
  readonly version: PostSocial
  /** Those that can be sent back, the one on the screen among them. */
  readonly versions: readonly PostSocial[]
  readonly list: ApprovalListName
  readonly viewer: Viewer
  readonly isWide: boolean
  readonly isOpen: boolean
  /** The name that what is written is kept under. */
  readonly draft: string
  readonly onSubmit: (requests: readonly RequestOfVersion[]) => Promise<void>
  readonly onClose: () => void
}

/** What is said about one of the versions: the marks that are in it, and who of those that are named reads its round. */
const inVersion = (
  revision: RevisionContent,
  social: PostSocial,
  people: readonly Mentionable[],
): RevisionContent => ({
  ...revision,
  marks: marksIn(revision.marks, social),
  mentions: [...mentionedIn(revision.message, people)],
})

/** Who can be named in what is said about a version's round. */
const useMentionable = (list: ApprovalListName, viewer: Viewer) => {
  const people = useGetProject(useProjectId()).data?.projectUsers ?? []
  return (social: PostSocial) => {
    const round = roundOfDecision(social, list, viewer)
    return round ? people.filter(one => mayMention(viewer.actor, audienceOfRound(round), one)) : []
  }
}

/**
 * The revision form: from the bottom on a phone, at the side on a desktop, where the post stays visible. Stays mounted while
 * closed, so that looking at the post again loses nothing that was written; nor does leaving it, except images.
 */
export function ItemRevision(props: Props) {
  const { title, post, version, versions, list, viewer, isWide, isOpen, draft, onSubmit, onClose } = props
  const mentionable = useMentionable(list, viewer)
  const side = useRef<HTMLElement>(null)
  const [picked, setPicked] = useState<{ readonly for: number; readonly ids: readonly number[] } | null>(null)
  const ids = picked?.for === version.id ? picked.ids : likeShown(versions, version)
  const chosen = versions.filter(({ id }) => ids.includes(id))
  useEffect(() => {
    if (isOpen) side.current?.querySelector('textarea')?.focus()
  }, [isOpen])
  const form = (
    <RevisionForm
      key={draft}
      version={version}
      draft={draft}
      onSubmit={revision =>
        onSubmit(
          chosen.map(social => ({ social, revision: inVersion(revision, social, mentionable(social)) })),
        )
      }
      messageField={field => (
        <MentionTextarea {...field} people={mentionable(version)} rows={[3, 10]} isFirst />
      )}
      onCancel={onClose}
      submitLabel={title}
      isNothingChosen={chosen.length === 0}
      sentBack={
        <SentBack
          post={post}
          versions={versions}
          chosen={chosen}
          onChange={next => setPicked({ for: version.id, ids: next })}
        />
      }
    />
  )
  if (isWide)
    return (
      <section ref={side} className={classes.form} hidden={!isOpen} aria-label={title}>
        <Text fw={650} size="sm" mb="sm" aria-hidden>
          {title}
        </Text>
        {form}
      </section>
    )
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      keepMounted
      position="bottom"
      size="min(85dvh, 620px)"
      title={title}
      classNames={{ body: classes.drawer ?? '' }}
    >
      <PostInSight post={post} shown={version} />
      {form}
    </Drawer>
  )
}
