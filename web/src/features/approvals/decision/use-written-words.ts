import { type FormEvent, useState } from 'react'
import type { proposeWords } from '#domain/approvals/conversation-contract.ts'
import { MESSAGE_MAX } from '#domain/approvals/limits.ts'
import { openRound } from '#domain/approvals/rounds.ts'
import { takesMessage } from '#domain/networks/network.ts'
import type { Post, PostSocial } from '#domain/posts/model.ts'
import type { CallInput } from '#web/platform/client.ts'
import { draftKey, readText, usePersonDraft } from '#web/platform/use-draft.ts'
import { say } from '#web/platform/words.ts'
import { toast } from '#web/ui/toast.tsx'
import { approvalCall, coveredVersions, mayApprove, type Viewer } from './decision-rules.ts'
import {
  readWritten,
  type WordsGroup,
  type WrittenWords,
  wordsGroups,
  wordsProblem,
} from './written-words.ts'

export type Proposing = {
  /** As it is on the screen. */
  readonly post: Post
  readonly viewer: Viewer
  /** Whether the person has looked at a version: whoever proposes words agrees to what stands beside them. */
  readonly isSeen: (version: PostSocial) => boolean
  /** Somebody has changed the post, and that is not on the screen yet. */
  readonly isOutdated: boolean
  /** The post no longer waits for this person. */
  readonly isClosed: boolean
  /** What is with the agency already: there the person goes on. */
  readonly proposed: WrittenWords
  /** Rejects with ApiError. */
  readonly propose: (body: CallInput<typeof proposeWords>['body']) => Promise<unknown>
  /** What a refusal says to the person. */
  readonly explain: (error: unknown) => string
  /** Something was sent, or refused: the post has to be read again. */
  readonly onSent: () => void
  readonly onClose: () => void
}

/** The versions whose words this person may propose. */
const proposableVersions = ({ post, isClosed }: Proposing): PostSocial[] =>
  isClosed
    ? []
    : post.post_socials.filter(
        one =>
          mayApprove(post, one) &&
          openRound(one.approvals)?.type === 'external' &&
          takesMessage(one.social_network, one.type),
      )

/** What is with the agency already is not sent again. */
const isProposed = (proposed: WrittenWords, { id, message }: PostSocial, words: string): boolean =>
  proposed[id]?.words === words && proposed[id].seen === message

/** What would be sent: each version with its words. */
const changesIn = (groups: readonly WordsGroup[], left: readonly number[], proposed: WrittenWords) =>
  groups.flatMap(({ versions, words }) =>
    versions
      .filter(one => !left.includes(one.id) && words !== one.message && !isProposed(proposed, one, words))
      .flatMap(version => {
        const round = openRound(version.approvals)
        return round ? [{ version, words, approval_id: round.id }] : []
      }),
  )

/** What was written for versions that wait no more; each text once. */
const lostWords = (written: WrittenWords, versions: readonly PostSocial[]): string[] => [
  ...new Set(
    Object.entries(written)
      .filter(([id, { seen, words }]) => seen !== words && versions.every(one => String(one.id) !== id))
      .map(([, { words }]) => words),
  ),
]

/** What a person writes for the versions of a post: kept in this tab until it is sent. */
export const useWrittenWords = (props: Proposing) => {
  const { post, viewer, isSeen, isOutdated, proposed, propose, explain, onSent, onClose } = props
  const key = draftKey(viewer.personId, `words-${post.id}`)
  const [written, setWritten, dropWritten] = usePersonDraft<WrittenWords>(key, () => proposed, readWritten)
  const [comment, setComment, dropComment] = usePersonDraft(`${key}-comment`, () => '', readText)
  const [left, setLeft] = useState<readonly number[]>([])
  const [refused, setRefused] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const versions = proposableVersions(props)
  const isLookedAt = (one: PostSocial) => coveredVersions(post, [one]).every(isSeen)
  // A field does not go away under the fingers when its version changes.
  const [shown] = useState(() => versions.filter(isLookedAt).map(({ id }) => id))
  const open = versions.filter(one => shown.includes(one.id) || isLookedAt(one))
  const groups = wordsGroups(open, written)
  const changed = changesIn(groups, left, proposed)
  const isNewer = isOutdated || !open.every(isLookedAt)
  const mayBeSent =
    !isNewer &&
    changed.length > 0 &&
    changed.every(({ version, words }) => wordsProblem(version, words) === null) &&
    comment.length <= MESSAGE_MAX
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!mayBeSent || isSending) return
    setSending(true)
    setRefused(null)
    try {
      for (const { version, ...words } of changed)
        await propose({ ...approvalCall(post, version, viewer, { comment: comment.trim() }), ...words })
      dropWritten()
      dropComment()
      toast.success(say('Words proposed'))
      onClose()
    } catch (error) {
      setRefused(explain(error))
      setSending(false)
    }
    onSent()
  }
  return {
    groups,
    unseen: versions.filter(one => !open.includes(one)),
    lost: lostWords(written, versions),
    left,
    /** Of a group, these versions keep their text. */
    leave: ({ versions: own }: WordsGroup, ids: readonly number[]) =>
      setLeft([...left.filter(id => own.every(one => one.id !== id)), ...ids]),
    write: (group: WordsGroup, words: string) => setWritten(withWords(written, group, words)),
    reset: (group: WordsGroup) => setWritten(withWords(written, group, null)),
    comment,
    setComment,
    refused,
    isSending,
    isNewer,
    isUnchanged: changed.length === 0,
    mayBeSent,
    submit,
  }
}

/** `words`: null for what the versions say now. */
const withWords = (
  written: WrittenWords,
  { seen, now, versions }: WordsGroup,
  words: string | null,
): WrittenWords => ({
  ...written,
  ...Object.fromEntries(
    versions.map(({ id }) => [id, words === null ? { seen: now, words: now } : { seen, words }]),
  ),
})
