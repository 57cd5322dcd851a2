import { Button, Modal, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { HashtagPool } from '#domain/hashtags/model.ts'
import { poolHashtagsProblem, poolNameProblem } from '#domain/hashtags/pools.ts'
import { ApiError } from '#web/platform/api-error.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts'
import { useUnsavedGuard } from '#web/ui/dialog/use-unsaved-guard.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { type Fields, useForm } from '#web/ui/form/use-form.ts'
import { toast } from '#web/ui/toast.tsx'
import { useCreateHashtagPool, useListHashtagPools, useSaveHashtagPool } from '../api.ts'
import { PoolConflict } from './pool-conflict.tsx'
import { PoolHashtagsField } from './pool-hashtags-field.tsx'
import classes from './pools.module.css'

/** The pool to edit, or a new one. */
export type PoolTarget = HashtagPool | 'new'

type Props = {
  readonly target: PoolTarget
  readonly onClose: () => void
}

type Name = 'pool_name' | 'hashtags'

const problemsOf = ({ pool_name, hashtags }: Fields<Name>) => ({
  pool_name: poolNameProblem(pool_name) ?? undefined,
  hashtags: poolHashtagsProblem(hashtags) ?? undefined,
})

/** What became of the pool while it was edited here: another version, or deleted (`null`). */
type Newer = HashtagPool | null

/** Saves a pool on the version that the person has seen. A save that comes too late fails, and `newer` says what came first. */
const usePoolSaving = (projectId: number, target: PoolTarget) => {
  const create = useCreateHashtagPool(projectId)
  const save = useSaveHashtagPool(projectId)
  const { refetch } = useListHashtagPools(projectId)
  const [base, setBase] = useState(target)
  const [newer, setNewer] = useState<Newer | undefined>()
  const send = async (fields: Fields<Name>): Promise<void> => {
    if (base === 'new') return void (await create.mutateAsync(fields))
    try {
      await save.mutateAsync({ ...fields, id: base.id, version: base.version })
    } catch (error) {
      const isLate = error instanceof ApiError && ['stale_version', 'not_found'].includes(error.code)
      // Other people's pool is not in the list either; then the server's answer is all there is to say.
      const { data } = isLate ? await refetch() : { data: undefined }
      if (data) setNewer(data.find(({ id }) => id === base.id) ?? null)
      throw error
    }
  }
  /** From now on saves on what came first. */
  const goOn = () => {
    setBase(newer ?? 'new')
    setNewer(undefined)
  }
  return { base, newer, send, goOn }
}

/** The hashtag pool modal (docs/product/hashtags.md "Pool form"). Mount it while it is open. */
export function PoolModal({ target, onClose }: Props) {
  const projectId = useProjectId()
  useFocusBack()
  const saving = usePoolSaving(projectId, target)
  const { newer } = saving
  const title = target === 'new' ? 'Add Hashtag Pool' : 'Edit Hashtag Pool'
  const initial =
    target === 'new'
      ? { pool_name: '', hashtags: '' }
      : { pool_name: target.pool_name, hashtags: target.hashtags }
  const form = useForm<Name>({
    initial,
    check: problemsOf,
    send: async fields => {
      await saving.send(fields)
      // Fixed wording (docs/product/hashtags.md "Texts of pools").
      toast.success('Hashtag updated')
      onClose()
    },
  })
  const { pool_name, hashtags } = form.fields
  const isChanged = pool_name !== initial.pool_name || hashtags !== initial.hashtags
  const guard = useUnsavedGuard({
    isUnsaved: isChanged && !form.isSending,
    text: `The pool is not ${target === 'new' ? 'added' : 'saved'} yet.`,
  })
  const close = async () => {
    if (await guard.mayLeave()) onClose()
  }
  return (
    <>
      <Modal
        // One dialog at a time: both would react to the same Escape.
        opened={guard.dialog === null}
        onClose={() => void close()}
        title={title}
        size={520}
      >
        <form {...form.form} aria-label={title}>
          <Stack>
            <TextInput
              {...form.field('pool_name')}
              label="Pool name"
              maxLength={600}
              autoComplete="off"
              dir="auto"
              data-autofocus
            />
            <PoolHashtagsField
              value={hashtags}
              error={form.field('hashtags').error}
              onBlur={form.field('hashtags').onBlur}
              onChange={value => form.change('hashtags', value)}
            />
            {newer === undefined ? (
              <FormError error={form.refusal} />
            ) : (
              <PoolConflict
                newer={newer}
                onKeep={saving.goOn}
                onTake={({ pool_name: name, hashtags: tags }) => {
                  form.fill({ pool_name: name, hashtags: tags })
                  saving.goOn()
                }}
              />
            )}
            <div className={classes.foot}>
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit" loading={form.isSending} disabled={newer !== undefined}>
                {saving.base === 'new' ? 'Add' : 'Save'}
              </Button>
            </div>
          </Stack>
        </form>
      </Modal>
      {guard.dialog}
    </>
  )
}
