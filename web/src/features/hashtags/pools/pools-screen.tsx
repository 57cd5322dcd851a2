import { Button, type ButtonProps, Modal, Stack, Text, Title } from '@mantine/core'
import { IconCopy, IconHash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { HashtagPool } from '#domain/hashtags/model.ts'
import { copiedHashtags } from '#domain/hashtags/pools.ts'
import { useMay } from '#web/features/projects/api.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { useIsChangeable } from '#web/platform/me.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { useConfirm } from '#web/ui/dialog/use-confirm.tsx'
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts'
import { HeaderSlot } from '#web/ui/page/header-slot.tsx'
import { RowsLoading } from '#web/ui/rows-loading.tsx'
import { Empty, Failed, NotPermitted } from '#web/ui/states.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useDeleteHashtagPool, useListHashtagPools } from '../api.ts'
import { CopyList } from './copy-list.tsx'
import { countWords } from './count-words.ts'
import { PoolList } from './pool-list.tsx'
import { PoolModal, type PoolTarget } from './pool-modal.tsx'
import classes from './pools.module.css'
import { usePoolSearch } from './use-pool-search.tsx'

/**
 * Deletes a pool after asking, with Undo in the toast (docs/product/hashtags.md "Deleting a pool"). Render `dialog` somewhere in the
 * component.
 */
function useConfirmedPoolDeletion(projectId: number): {
  ask: (pool: HashtagPool) => Promise<void>
  dialog: ReactNode
} {
  const { ask: confirm, dialog } = useConfirm()
  const { mutate: remove } = useDeleteHashtagPool(projectId)
  const ask = async (pool: HashtagPool) => {
    const isSure = await confirm({
      title: 'Are you sure you want to delete the hashtag pool?',
      text: `${pool.pool_name}. Posts that use its hashtags keep them.`,
      danger: true,
    })
    if (isSure) remove(pool)
  }
  return { ask, dialog }
}

/** Puts the hashtags of these pools on the clipboard, joined by spaces, and says so. False: the browser did not allow it. */
const copyPools = async (pools: readonly HashtagPool[]): Promise<boolean> => {
  const hashtags = copiedHashtags(pools)
  // Browsers offer a clipboard only over a secure connection.
  const clipboard = (navigator as { clipboard?: Clipboard }).clipboard
  const isCopied = await clipboard?.writeText(hashtags.join(' ')).then(
    () => true,
    () => false,
  )
  if (isCopied) toast.success(`${countWords(hashtags.length)} copied`)
  else toast.error('Your browser did not allow copying. Open the pool and copy its hashtags by hand.')
  return isCopied === true
}

/** The hashtag pools of a project (docs/product/hashtags.md "Pools page"). */
export function PoolsScreen() {
  const projectId = useProjectId()
  const mayEdit = useMay(projectId)('hashtagPool.edit')
  return mayEdit ? <Pools /> : <NotPermitted />
}

function Pools() {
  const projectId = useProjectId()
  const { data, error, refetch } = useListHashtagPools(projectId)
  const isChangeable = useIsChangeable(projectId)
  const deletion = useConfirmedPoolDeletion(projectId)
  const [editing, setEditing] = useState<PoolTarget | null>(null)
  const [isCopying, setCopying] = useState(false)
  const add = () => setEditing('new')
  const tools = data && data.length > 0 && (
    <>
      <CopyPools onClick={() => setCopying(true)} />
      {isChangeable && <AddPool onClick={add} />}
    </>
  )
  return (
    <Stack gap="lg">
      <HeaderSlot>
        <div className={classes.headerTools}>{tools}</div>
      </HeaderSlot>
      <div>
        {/* Fixed wording (docs/product/projects.md "Settings menu"). */}
        <Title order={1} size="h3">
          Hashtag Pools
        </Title>
        <Text size="sm" c="dimmed">
          Sets of hashtags, ready to be copied into posts.
        </Text>
      </div>
      {tools && <div className={classes.phoneTools}>{tools}</div>}
      {data ? (
        <Lists
          pools={data}
          onAdd={add}
          onEdit={setEditing}
          onDelete={pool => void deletion.ask(pool)}
          onCopy={pool => void copyPools([pool])}
        />
      ) : error ? (
        <Failed message={messageOf(error)} onRetry={() => void refetch()} />
      ) : (
        <RowsLoading height={72} />
      )}
      {editing && <PoolModal target={editing} onClose={() => setEditing(null)} />}
      {isCopying && data && <CopyPoolsModal pools={data} onClose={() => setCopying(false)} />}
      {deletion.dialog}
    </Stack>
  )
}

function CopyPoolsModal({
  pools,
  onClose,
}: {
  readonly pools: readonly HashtagPool[]
  readonly onClose: () => void
}) {
  useFocusBack()
  return (
    <Modal opened onClose={onClose} title="Copy hashtags" size={520}>
      <CopyList
        pools={pools}
        onClose={onClose}
        actionsOf={chosen => [{ label: 'Copy', run: () => copyPools(chosen) }]}
      />
    </Modal>
  )
}

function AddPool(props: ButtonProps & { readonly onClick: () => void }) {
  return (
    <Button leftSection={<IconHash size={16} aria-hidden />} {...props}>
      Add pool
    </Button>
  )
}

function CopyPools({ onClick }: { readonly onClick: () => void }) {
  return (
    <Button variant="default" leftSection={<IconCopy size={16} aria-hidden />} onClick={onClick}>
      Copy pools
    </Button>
  )
}

type ListsProps = {
  readonly pools: readonly HashtagPool[]
  readonly onAdd: () => void
  readonly onEdit: (pool: HashtagPool) => void
  readonly onDelete: (pool: HashtagPool) => void
  readonly onCopy: (pool: HashtagPool) => void
}

function Lists({ pools, onAdd, ...actions }: ListsProps) {
  const isChangeable = useIsChangeable(useProjectId())
  const search = usePoolSearch(pools)
  if (pools.length === 0)
    return (
      <Empty
        icon={<IconHash size={22} />}
        // Fixed wording (docs/product/hashtags.md "Texts of pools").
        title="There are no pools added yet"
        text="A pool keeps the hashtags that belong together: a campaign's, a product's, the brand's own."
        action={isChangeable && <AddPool onClick={onAdd} />}
      />
    )
  return (
    <>
      {search.field}
      {search.found.length > 0 && <PoolList pools={search.found} {...actions} />}
    </>
  )
}
