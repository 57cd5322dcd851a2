import { Button, Text, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChecks, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useCallback, useState, useSyncExternalStore } from 'react'
import { instantIn } from '#domain/kernel/languages/dates.ts'
import { timezoneLabel } from '#domain/kernel/time.ts'
import type { Post, PostSocial } from '#domain/posts/model.ts'
import { CommentButton } from '#web/features/approvals/decision/comment-button.tsx'
import { settleAfterDecisionMs, settleMs, useSettled } from '#web/features/approvals/decision/use-settled.ts'
import { useSwipe } from '#web/features/approvals/item/use-swipe.ts'
import { say } from '#web/platform/words.ts'
import { PersonAvatar } from '#web/ui/badge/person-avatar.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Empty } from '#web/ui/states.tsx'
import classes from './approve.module.css'
import { type CardProps, ItemCard, Notice } from './item-card.tsx'
import {
  contentGroups,
  firstUnseenGroup,
  type Item,
  knownKeys,
  type Opened,
  seenKey,
  viewerOf,
} from './items.ts'
import { LinkLanguage } from './link-language.tsx'
import type { useBatch } from './use-batch.ts'
import { useLinkDecisions } from './use-link-decisions.ts'

const LinkRevision = lazy(() =>
  import('./link-revision.tsx').then(module => ({ default: module.LinkRevision })),
)

const LinkProposal = lazy(() =>
  import('./link-proposal.tsx').then(module => ({ default: module.LinkProposal })),
)

const ApproveComment = lazy(() =>
  import('#web/features/approvals/decision/approve-comment.tsx').then(module => ({
    default: module.ApproveComment,
  })),
)

const onConnection = (listener: () => void) => {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

type Props = Pick<ReturnType<typeof useBatch>, 'read' | 'mark'> & {
  readonly token: string
  readonly opened: Opened
  readonly items: readonly Item[]
}

type Requested = { readonly post: Post; readonly versions: readonly PostSocial[]; readonly shown: PostSocial }

/** What waits for the holder of the link: a stack on a phone, a grid on a desk. */
export function BatchScreen({ token, opened, items, read, mark }: Props) {
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false }) === true
  const isOnline = useSyncExternalStore(onConnection, () => navigator.onLine)
  const viewer = viewerOf(opened)
  const known = knownKeys(opened)
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const [requested, setRequested] = useState<Requested | null>(null)
  const [proposing, setProposing] = useState<Omit<Requested, 'versions'> | null>(null)
  const reworded = proposing && items.find(({ post }) => post.id === proposing.post.id)
  /** The posts that are to be approved with a comment. */
  const [commented, setCommented] = useState<readonly Post[] | null>(null)
  const [comment, setComment] = useState('')
  const [index, setIndex] = useState(0)
  const onSeen = useCallback(
    (social: PostSocial) =>
      setSeen(before => (before.has(seenKey(social)) ? before : new Set([...before, seenKey(social)]))),
    [],
  )
  const onUndone = (postId: number) => setIndex(items.findIndex(({ post }) => post.id === postId))
  const { approve, approving, isUnsure, lookUp } = useLinkDecisions({ token, viewer, read, mark, onUndone })
  const waiting = items.filter(({ state }) => state === 'waiting')
  const ready = waiting.filter(
    ({ post }) => firstUnseenGroup(contentGroups(post, viewer), { seen, known }) === -1,
  )
  const isBlocked = !isOnline || isUnsure || approving.length > 0
  /** To the next post that waits, from the place of the one that was decided. */
  const goOn = (decided: readonly number[]) => {
    const isLeft = ({ post, state }: Item) => state === 'waiting' && !decided.includes(post.id)
    const after = items.findIndex((item, at) => at > index && isLeft(item))
    const next = after === -1 ? items.findIndex(isLeft) : after
    if (next !== -1) setIndex(next)
    // The last of a hundred: more may wait.
    else if (opened.has_more) void read()
  }
  const approveAll = async (posts: readonly Post[], words = ''): Promise<boolean> => {
    const isDone = await approve(posts, words)
    if (isDone) goOn(posts.map(({ id }) => id))
    return isDone
  }
  const onSent = (isDone: boolean, sent: readonly PostSocial[]) => {
    if (!requested) return
    if (!isDone) return void lookUp()
    const isWhole = requested.versions.every(one => sent.includes(one))
    if (isWhole) mark(requested.post.id, 'revision')
    else void lookUp()
    setRequested(null)
    if (isWhole) goOn([requested.post.id])
  }
  const shared = {
    token,
    opened,
    viewer,
    seen,
    known,
    onSeen,
    isBlocked,
    onApprove: (post: Post) => void approveAll([post]),
    onComment: (post: Post) => setCommented([post]),
    onRequest: (post: Post, versions: readonly PostSocial[], shown: PostSocial) =>
      setRequested({ post, versions, shown }),
    onPropose: (post: Post, shown: PostSocial) => setProposing({ post, shown }),
  }
  const all = ready.length > 1 && (
    <Button
      variant="light"
      size="sm"
      className={classes.all}
      leftSection={<IconChecks size={18} aria-hidden />}
      disabled={isBlocked}
      onClick={() => void approveAll(ready.map(({ post }) => post))}
    >
      {approving.length > 1
        ? say('Approving {count}…', { count: approving.length })
        : ready.length === waiting.length
          ? say('Approve all {count}', { count: ready.length })
          : say('Approve {count} seen', { count: ready.length })}
    </Button>
  )
  const approvingAlone = approving.length === 1 ? (approving[0] ?? null) : null
  return (
    <div className={classes.page} data-phone={isPhone}>
      <header className={classes.header}>
        <PersonAvatar
          name={opened.project.name}
          image={opened.project.logo_image_link}
          size={36}
          radius="md"
          decorative
        />
        <div className={classes.title}>
          <Title order={1} size="h5" lineClamp={1}>
            {opened.project.name}
          </Title>
          <Text size="xs" c="dimmed" lineClamp={1}>
            {waiting.length === 0 ? opened.agency.name : waitingText(waiting.length, opened)}
          </Text>
        </div>
        <LinkLanguage token={token} opened={opened} onChosen={read} />
        {!isPhone && all}
        {ready.length > 1 && !isPhone && (
          <CommentButton isDisabled={isBlocked} onClick={() => setCommented(ready.map(({ post }) => post))} />
        )}
      </header>
      {!isOnline && (
        <Notice>{say('You are offline. Nothing can be decided until you are connected again.')}</Notice>
      )}
      {isOnline && isUnsure && (
        <Notice
          action={
            <Button size="compact-sm" variant="default" onClick={() => void lookUp()}>
              {say('Check again')}
            </Button>
          }
        >
          {say('The connection was lost. We have to check what was approved before you go on.')}
        </Notice>
      )}
      <main className={classes.main}>
        {waiting.length === 0 && <Done items={items} opened={opened} />}
        {items.length > 0 &&
          (isPhone ? (
            <Stack
              {...shared}
              items={items}
              index={index}
              onIndex={setIndex}
              approving={approvingAlone}
              all={all}
            />
          ) : (
            <ul className={classes.grid} aria-label={say('Posts')}>
              {items.map(item => (
                <li key={item.post.id}>
                  <ItemCard {...shared} item={item} isApproving={approvingAlone === item.post.id} />
                </li>
              ))}
            </ul>
          ))}
      </main>
      {!(isPhone && waiting.length > 0) && (
        <footer className={classes.footer}>
          <Text size="xs" c="dimmed">
            {say('This link is only for {name} and works until {day}. Times are in {timezone}.', {
              name: opened.person.name,
              day: instantIn(opened.language, new Date(opened.expires_at), opened.project.timezone, 'day'),
              timezone: timezoneLabel(opened.project.timezone),
            })}{' '}
            <a href="/">{say('Sign in')}</a>
          </Text>
        </footer>
      )}
      <Suspense fallback={null}>
        {commented && (
          <ApproveComment
            choices={[
              {
                label:
                  commented.length > 1 ? say('Approve {count}', { count: commented.length }) : say('Approve'),
                approve: words => approveAll(commented, words),
              },
            ]}
            isPhone={isPhone}
            comment={comment}
            onComment={setComment}
            onClose={() => setCommented(null)}
          />
        )}
        {reworded && (
          <LinkProposal
            {...shared}
            item={reworded}
            shown={proposing.shown}
            isPhone={isPhone}
            onSent={() => void lookUp()}
            onClose={() => setProposing(null)}
          />
        )}
        {requested && (
          <LinkRevision
            {...requested}
            token={token}
            personId={opened.person.id}
            isPhone={isPhone}
            onClose={() => setRequested(null)}
            onSent={onSent}
          />
        )}
      </Suspense>
    </div>
  )
}

const waitingText = (count: number, { has_more }: Opened): string => {
  if (has_more) return say('More than {count, number} posts wait for you', { count })
  return say('{count, plural, one {# post waits for you} other {# posts wait for you}}', { count })
}

function Done({ items, opened }: { items: readonly Item[]; opened: Opened }) {
  const isDecided = items.some(({ state }) => state === 'approved' || state === 'revision')
  return (
    <Empty
      title={isDecided ? say('All done. Thank you, {name}.', opened.person) : say('Nothing waits for you')}
      text={
        isDecided
          ? say('{agency} can see your decisions. You can close this page.', { agency: opened.agency.name })
          : say('When {agency} sends you posts to approve, they appear here.', { agency: opened.agency.name })
      }
    />
  )
}

type StackProps = Omit<CardProps, 'item' | 'isApproving'> & {
  readonly items: readonly Item[]
  readonly index: number
  readonly onIndex: (index: number) => void
  readonly approving: number | null
  /** Approves all that was seen. */
  readonly all: ReactNode
}

/** One post at a time; a swipe or an arrow leads to the next. */
function Stack({ items, index, onIndex, approving, all, ...card }: StackProps) {
  const at = Math.min(index, items.length - 1)
  const item = items[at]
  const isTo = (step: 1 | -1) => items[at + step] !== undefined
  const swipe = useSwipe(step => {
    if (isTo(step)) onIndex(at + step)
  })
  const before = items[at - 1]
  const wait = before && before.state !== 'waiting' ? settleAfterDecisionMs : settleMs
  const isSettled = useSettled(String(item?.post.id ?? ''), wait)
  if (!item) return null
  return (
    <div className={classes.stack} {...swipe}>
      {items.length > 1 && (
        <div className={classes.steps}>
          <nav aria-label={say('Posts')}>
            <IconButton
              size={44}
              label={say('Previous post')}
              disabled={!isTo(-1)}
              onClick={() => onIndex(at - 1)}
            >
              <IconChevronLeft size={20} />
            </IconButton>
            <Text size="sm" c="dimmed" aria-live="polite">
              {say('{place} of {count}', { place: at + 1, count: items.length })}
            </Text>
            <IconButton
              size={44}
              label={say('Next post')}
              disabled={!isTo(1)}
              onClick={() => onIndex(at + 1)}
            >
              <IconChevronRight size={20} />
            </IconButton>
          </nav>
          {all}
        </div>
      )}
      <ItemCard
        key={item.post.id}
        {...card}
        item={item}
        isAway={!isSettled}
        isApproving={approving === item.post.id}
      />
    </div>
  )
}
