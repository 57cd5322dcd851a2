import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import { networkNames } from '#domain/networks/names.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { NetworkBadge } from '#web/ui/badge/network-badge.tsx'
import { type FoundText, type Outcome, useFindTextMatches, useReplaceText } from './api.ts'
import classes from './bulk-edits.module.css'
import { type EditFormProps, LeftPosts, Refused, titleOf, WorkProgress } from './outcome.tsx'

/** As many characters as a call takes. */
const FIND_MAX = 255

const keyOf = ({ versions }: FoundText) => versions.map(({ id }) => id).join()
const textsOf = (count: number) => (count === 1 ? '1 text' : `${count} texts`)

type Props = EditFormProps & {
  /** What the list was searched for: it is found at once. */
  readonly searched: string
}

/** Replaces a word in many posts, after a look at each place (docs/product/bulk-edits.md "Replace a word"). */
export function ReplaceForm({ posts: selected, searched, onBusy, onDone, onClose }: Props) {
  const projectId = useProjectId()
  const [search, setSearch] = useState({
    find: searched.slice(0, FIND_MAX),
    is_whole_word: true,
    is_case_matched: false,
  })
  const [replacement, setReplacement] = useState('')
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [done, setDone] = useState(0)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const found = useFindTextMatches(projectId)
  const replace = useReplaceText(projectId)
  const titles = new Map(selected.map(each => [each.post.id, titleOf(each)]))
  const open = found.data?.filter(({ refusal }) => refusal === null) ?? []
  const closed = found.data?.filter(({ refusal }) => refusal !== null) ?? []
  const chosen = open.filter(row => !left.has(keyOf(row)))
  const posts = Map.groupBy(chosen, row => row.post_id)
  const sentBack = new Set(chosen.flatMap(row => (row.needs_approval ? row.post_id : []))).size
  const isPending = replace.isPending

  const change = (part: Partial<typeof search>) => {
    setSearch({ ...search, ...part })
    // What is shown must be what would be replaced.
    found.reset()
  }
  const find = () => {
    if (search.find === '' || found.isPending || isPending) return
    setLeft(new Set())
    found.mutate({ ...search, postIds: selected.map(({ post }) => post.id), onProgress: setDone })
  }
  // Somebody who has searched for a word has said already what to find.
  const findSearched = useEffectEvent(find)
  useEffect(() => findSearched(), [])
  const run = async () => {
    onBusy(true)
    const targets = [...posts].map(([post_id, rows]) => ({
      post_id,
      versions: rows.flatMap(({ versions }) => versions),
    }))
    const result = await replace.mutateAsync({ ...search, replacement, posts: targets, onProgress: setDone })
    onBusy(false)
    if (result.refused.length === 0) onDone()
    else setOutcome(result)
  }
  const toggle = (key: string) => {
    const next = new Set(left)
    if (!next.delete(key)) next.add(key)
    setLeft(next)
  }
  if (outcome) return <Refused outcome={outcome} posts={selected} onDone={onDone} />
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        find()
      }}
    >
      <Stack>
        <Group align="flex-end" grow>
          <TextInput
            label="Find"
            value={search.find}
            maxLength={FIND_MAX}
            onFocus={event => event.currentTarget.select()}
            autoComplete="off"
            onChange={event => change({ find: event.currentTarget.value })}
            data-autofocus={searched === '' || undefined}
          />
          <TextInput
            label="Replace with"
            value={replacement}
            maxLength={255}
            autoComplete="off"
            onChange={event => setReplacement(event.currentTarget.value)}
            data-autofocus={searched !== '' || undefined}
          />
        </Group>
        <Group>
          <Checkbox
            label="Whole word"
            checked={search.is_whole_word}
            onChange={event => change({ is_whole_word: event.currentTarget.checked })}
          />
          <Checkbox
            label="Match case"
            checked={search.is_case_matched}
            onChange={event => change({ is_case_matched: event.currentTarget.checked })}
          />
          <Button
            type="submit"
            variant="default"
            size="xs"
            ml="auto"
            disabled={search.find === ''}
            loading={found.isPending}
          >
            Find
          </Button>
        </Group>
        <Text size="sm" role="status" c={found.error ? 'var(--g-danger-text)' : undefined}>
          {found.error && messageOf(found.error)}
          {found.data && summaryOf(open.length, selected.length, search.find)}
          {!found.data && !found.error && 'Everything that has not gone out yet is changed.'}
        </Text>
        {open.length > 0 && (
          <ul className={classes.rows} aria-label="Matches">
            {open.map(row => (
              <FoundRow
                key={keyOf(row)}
                row={row}
                title={titles.get(row.post_id) ?? ''}
                replacement={replacement}
                isChosen={!left.has(keyOf(row))}
                onToggle={() => toggle(keyOf(row))}
              />
            ))}
          </ul>
        )}
        <LeftPosts
          title={`${textsOf(closed.length)} cannot be changed`}
          rows={closed.map(({ post_id, refusal }) => ({
            title: titles.get(post_id) ?? '',
            reason: refusal ?? '',
          }))}
        />
        {found.isPending && selected.length > 100 && <WorkProgress done={done} all={selected.length} />}
        {isPending && <WorkProgress done={done} all={posts.size} />}
        {sentBack > 0 && (
          <Text size="sm" role="note">
            {sentBack === 1 ? '1 post is' : `${sentBack} posts are`} in approval or approved, and must be
            approved again after this. Undo restores the texts, not the approvals.
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button
            onClick={() => void run()}
            disabled={chosen.length === 0 || replacement === search.find}
            loading={isPending}
          >
            {posts.size === 0
              ? 'Replace'
              : `${replacement === '' ? 'Remove from' : 'Replace in'} ${posts.size === 1 ? '1 post' : `${posts.size} posts`}`}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const summaryOf = (texts: number, posts: number, find: string): string =>
  texts === 0
    ? `None of the ${posts} posts has “${find}” in a text that can be changed.`
    : `“${find}” is in ${textsOf(texts)} of the ${posts} selected posts.`

type RowProps = {
  readonly row: FoundText
  readonly title: string
  readonly replacement: string
  readonly isChosen: boolean
  readonly onToggle: () => void
}

function FoundRow({ row, title, replacement, isChosen, onToggle }: RowProps) {
  const networks = row.networks.map(network => networkNames[network]).join(', ')
  return (
    <li className={classes.row}>
      <Checkbox checked={isChosen} onChange={onToggle} aria-label={`${title}, ${networks}`} />
      <div className={classes.head}>
        {row.networks.map(network => (
          <NetworkBadge key={network} network={network} />
        ))}
        <span className={classes.title}>{title}</span>
        {row.needs_approval && <span className={classes.reason}>Approved again</span>}
      </div>
      {row.matches.map((match, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same words may be found twice, and the list never changes its order.
        <p key={index} className={classes.match}>
          {match.field === 'first_comment' && <span className={classes.reason}>First comment: </span>}
          {match.before}
          <del>{match.found}</del>
          {replacement !== '' && <ins>{replacement}</ins>}
          {match.after}
        </p>
      ))}
      {row.more > 0 && (
        <p className={classes.reason}>
          and {row.more} more {row.more === 1 ? 'place' : 'places'} in this text
        </p>
      )}
    </li>
  )
}
