import { Button } from '@mantine/core'
import { IconAlertTriangle, IconLink, IconPencil } from '@tabler/icons-react'
import { editEffect } from '#domain/approvals/edit-effect.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { networkNames } from '#domain/networks/names.ts'
import type { Actor } from '#domain/permissions/can.ts'
import type { Post, PostSocial } from '#domain/posts/model.ts'
import { sharedSource } from '#domain/posts/shared-content.ts'
import { toast } from '#web/ui/toast.tsx'
import { sameList, useDraftState, useDrafts, useEntry } from '../draft/draft-context.tsx'
import { versionsOf } from '../draft/shared-drafts.ts'
import { useChanged } from '../draft/use-changed.ts'
import classes from './sharing-line.module.css'

type Props = {
  readonly post: Pick<Post, 'master_social_post_id'>
  readonly actor: Actor
  /** The version. */
  readonly id: number
  /** The versions of the post. */
  readonly ids: readonly number[]
}

const list = new Intl.ListFormat('en-GB')
const namesOf = (networks: readonly SocialNetwork[]) => list.format(networks.map(name => networkNames[name]))

/** Which networks a keystroke changes, and what it does to their approvals: said before it happens (docs/product/posts.md "Shared content"). */
export function SharingLine({ post, actor, id, ids }: Props) {
  const store = useDrafts()
  const network = useEntry(id, ({ saved }) => saved.social_network)
  const isFollowing = useEntry(id, ({ draft }) => draft.isFollowing)
  const isUploading = useEntry(id, ({ draft }) => draft.awaitedFiles.length > 0)
  const hasShared = useDraftState(({ entries }) => sharedSource(versionsOf(entries), id) !== null)
  const changed = useChanged(id)
  const notes = useNotes({ post, actor, ids: changed.ids, all: ids })
  const name = networkNames[network]
  const follow = () => {
    const before = store.follow(id)
    if (before) toast.undoable(`${name} follows the shared text`, () => store.restore(id, before))
  }
  const isShared = isFollowing && hasShared
  const isAlone = isFollowing && !hasShared && ids.length > 1
  if (!isShared && !isAlone && !hasShared && notes.length === 0) return null
  return (
    <section className={classes.line} data-shared={isShared} aria-label="What a change reaches">
      {(isShared || isAlone || hasShared) && (
        <div className={classes.row}>
          <span className={classes.words}>
            {isShared ? <IconLink size={16} aria-hidden /> : <IconPencil size={16} aria-hidden />}
            <span>
              <strong>
                {isShared ? 'Follows the shared text' : isAlone ? 'Shared text' : `Adapted for ${name}`}
              </strong>{' '}
              · {isShared ? `you are writing for ${namesOf(changed.networks)}` : `only ${name} changes`}
            </span>
          </span>
          {isShared && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Adapt ${name}`}
              onClick={() => store.edit(id, draft => ({ ...draft, isFollowing: false }))}
            >
              Adapt
            </Button>
          )}
          {!isFollowing && hasShared && (
            // A file on its way to this version alone would otherwise arrive in all of them.
            <Button
              size="compact-sm"
              variant="default"
              disabled={isUploading}
              title={isUploading ? `A file for ${name} is still being uploaded.` : undefined}
              onClick={follow}
            >
              Follow the shared text
            </Button>
          )}
        </div>
      )}
      {notes.map(note => (
        <p key={note} className={classes.note}>
          <IconAlertTriangle size={14} aria-hidden /> {note}
        </p>
      ))}
    </section>
  )
}

type Noted = {
  readonly post: Props['post']
  readonly actor: Actor
  readonly ids: readonly number[]
  readonly all: readonly number[]
}

/** What an edit does to the approvals of the versions that it changes. */
const useNotes = ({ post, actor, ids, all }: Noted): readonly string[] =>
  useDraftState(({ entries }) => {
    const savedOf = (each: number) => entries.get(each)?.saved
    const master = all.map(savedOf).find(saved => saved?.id === post.master_social_post_id)
    const effectOn = (saved: PostSocial) =>
      editEffect(actor, {
        status: saved.status,
        approvals: saved.approvals.length > 0 || !master ? saved.approvals : master.approvals,
      })
    const affected = (effect: ReturnType<typeof editEffect>) =>
      ids.flatMap(each => {
        const saved = savedOf(each)
        return saved && effectOn(saved) === effect ? saved.social_network : []
      })
    const [back, again] = [affected('sent_back'), affected('restarts')]
    return [
      ...(back.length > 0 ? [`A change sends ${namesOf(back)} back to approval.`] : []),
      ...(again.length > 0
        ? [
            `${namesOf(again)} ${again.length === 1 ? 'is' : 'are'} in approval: after a change, approvals given so far do not count.`,
          ]
        : []),
    ]
  }, sameList)
