import { Button, Group, Modal, NativeSelect, Stack, Text, UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { editEffect } from '#domain/approvals/edit-effect.ts'
import type { Snapshot } from '#domain/approvals/snapshot-contract.ts'
import { formatInstant, formats } from '#domain/kernel/time-format.ts'
import { networkNames } from '#domain/networks/names.ts'
import type { Post } from '#domain/posts/model.ts'
import { useGetPostOfProject } from '#web/features/posts/api.ts'
import { useActor, useMay } from '#web/features/projects/api.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { useTimezone } from '#web/platform/shown-project.ts'
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts'
import { Failed, Loading } from '#web/ui/states.tsx'
import { ZonedTime } from '#web/ui/time/zoned-time.tsx'
import { sayWhenDone, toast } from '#web/ui/toast.tsx'
import type { TalkSubject } from '../conversation-api.ts'
import { ComparisonView } from './comparison-view.tsx'
import classes from './snapshots.module.css'
import { useCompareSnapshots, useListSnapshots, useRestoreSnapshot } from './snapshots-api.ts'

type Props = { readonly subject: TalkSubject; readonly onClose: () => void }

/** What a post has said: a list, each compared with now or with another, to restore (docs/product/approvals.md "Earlier versions"). */
export function EarlierVersions(props: Props) {
  useFocusBack()
  const isWide = useMediaQuery('(min-width: 62em)', false, { getInitialValueInEffect: false }) === true
  const { data, error, refetch } = useListSnapshots(props.subject)
  return (
    <Modal
      opened
      onClose={props.onClose}
      title="Earlier versions"
      closeButtonProps={{ 'aria-label': 'Close' }}
      size={940}
      fullScreen={!isWide}
    >
      {error && !data && <Failed message={messageOf(error)} onRetry={() => void refetch()} />}
      {!error && !data && <Loading>{null}</Loading>}
      {data?.length === 0 && <Text size="sm">There are no earlier versions yet.</Text>}
      {data && data.length > 0 && <Versions {...props} snapshots={data} />}
    </Modal>
  )
}

type VersionsProps = Props & { readonly snapshots: readonly Snapshot[] }

function Versions({ subject, snapshots, onClose }: VersionsProps) {
  const timezone = useTimezone()
  const [chosenId, setChosenId] = useState<string | null>(null)
  const [against, setAgainst] = useState('now')
  const chosen =
    snapshots.find(({ id }) => id === chosenId) ??
    snapshots.find(({ is_current }) => !is_current) ??
    snapshots[0]
  if (!chosen) return null
  const others = snapshots.filter(({ id }) => id !== chosen.id)
  const to = others.some(({ id }) => id === against) ? against : 'now'
  return (
    <div className={classes.columns}>
      <ol className={classes.list} aria-label="Earlier versions">
        {snapshots.map(snapshot => (
          <li key={snapshot.id}>
            <UnstyledButton
              className={classes.version}
              aria-pressed={snapshot.id === chosen.id}
              onClick={() => setChosenId(snapshot.id)}
            >
              <Text component="span" display="block" size="sm" fw={600}>
                <ZonedTime instant={snapshot.saved_at} timezone={timezone} zone="hint" />
                {snapshot.is_current && ' · as it is now'}
              </Text>
              <Text component="span" display="block" size="xs" c="dimmed">
                {originOf(snapshot)} ·{' '}
                {snapshot.social_networks.map(network => networkNames[network]).join(', ')}
              </Text>
            </UnstyledButton>
          </li>
        ))}
      </ol>
      <Stack gap="md" mt={{ base: 'md', lg: 0 }}>
        <NativeSelect
          label="Compared with"
          value={to}
          onChange={event => setAgainst(event.currentTarget.value)}
          data={[
            { value: 'now', label: 'What the post says now' },
            ...others.map(one => ({
              value: one.id,
              label: `${formatInstant(new Date(one.saved_at), timezone, formats.dayTime)} · ${originOf(one)}`,
            })),
          ]}
        />
        <Compared subject={subject} from={chosen.id} to={to} />
        {!chosen.is_current && <Restore subject={subject} snapshot={chosen} onRestored={onClose} />}
      </Stack>
    </div>
  )
}

const actionOrigins: Partial<Record<NonNullable<Snapshot['action']>, string>> = {
  approval_started: 'Sent for approval',
  external_approval_started: 'Sent for approval',
  revision_requested: 'When a revision was requested',
  unapproved: 'When the approval was taken back',
}

/** Who saved it, or why it was kept. */
const originOf = ({ action, saved_by, restored_from, id }: Snapshot): string => {
  if (action !== null) return actionOrigins[action] ?? 'As it was approved'
  if (id.startsWith('b')) return 'At first'
  const name = saved_by?.name ?? 'Galley'
  return restored_from === null ? name : `${name}, restored`
}

function Compared({
  subject,
  from,
  to,
}: {
  readonly subject: TalkSubject
  readonly from: string
  readonly to: string
}) {
  const { data, error, refetch } = useCompareSnapshots(subject, from, to)
  if (error && !data) return <Failed message={messageOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Loading>{null}</Loading>
  return (
    <section aria-label="Differences">
      <ComparisonView comparison={data} same="Both say the same." />
    </section>
  )
}

type RestoreProps = {
  readonly subject: TalkSubject
  readonly snapshot: Snapshot
  readonly onRestored: () => void
}

function Restore({ subject, snapshot, onRestored }: RestoreProps) {
  const may = useMay(subject.projectId)
  const actor = useActor(subject.projectId)
  const { data: post } = useGetPostOfProject(subject.projectId, subject.postId)
  const restore = useRestoreSnapshot(subject)
  if (!may('post.edit') || !post?.isEditable) return null
  const isSentBack = post.post_socials.some(social => editEffect(actor, social) === 'sent_back')
  const undo = (snapshotId: string, restored: Post) => restore.mutate({ snapshotId, post: restored })
  const confirm = () =>
    sayWhenDone(restore.mutateAsync({ snapshotId: snapshot.id, post }), answer => {
      toast.undoable('Earlier version restored', () => undo(answer.undo, answer.post))
      onRestored()
    })
  return (
    <Stack gap="xs">
      {isSentBack && (
        <Text size="sm">The post then has to be approved again, unless this is what was approved.</Text>
      )}
      <Group gap="sm">
        <Button loading={restore.isPending} onClick={confirm}>
          Restore this version
        </Button>
        <Text size="xs" c="dimmed">
          The schedule stays as it is.
        </Text>
      </Group>
    </Stack>
  )
}
