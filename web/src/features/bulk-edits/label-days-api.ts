import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { LocalDate } from '#domain/kernel/time.ts'
import type { DayLabel } from '#domain/labels/model.ts'
import { runsWithout } from '#domain/labels/runs-of-days.ts'
import { restoreThings } from '#web/features/bin/restore-api.ts'
import { changeLabel, createLabel, type LabelFields, removeLabel } from '#web/features/labels/api.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { announceChangedLabels } from '#web/platform/changed-posts.ts'
import { toast } from '#web/ui/toast.tsx'

/** Takes one change back. */
type Back = () => Promise<unknown>
type Step = () => Promise<Back>

/** Takes changes back, the last first. What cannot be taken back is said, and the rest is taken back all the same. */
const undo = async (client: QueryClient, projectId: number, done: readonly Back[]): Promise<void> => {
  const reasons = new Set<string>()
  for (const back of done.toReversed()) await back().catch(error => reasons.add(messageOf(error)))
  await announceChangedLabels(client, projectId)
  if (reasons.size > 0) toast.error(`Not everything could be restored. ${[...reasons].join(' ')}`)
}

type Work = { readonly steps: readonly Step[]; readonly doneText: string }

/** Makes all changes or none, one after the other; the toast has Undo. */
const useSteps = (projectId: number) => {
  const client = useQueryClient()
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: async ({ steps, doneText }: Work) => {
      const done: Back[] = []
      try {
        for (const step of steps) done.push(await step())
      } catch (error) {
        // Otherwise trying again after the failure would make the first changes twice.
        await undo(client, projectId, done)
        throw error
      }
      toast.undoable(doneText, () => void undo(client, projectId, done))
    },
    onSettled: () => announceChangedLabels(client, projectId),
  })
}

type Labelling = Pick<LabelFields, 'text' | 'color'> & {
  readonly runs: readonly Pick<LabelFields, 'start_at' | 'end_at'>[]
}

/** Puts a label on days, one for each run of them; the toast has Undo. */
export const useLabelDays = (projectId: number) => {
  const { mutateAsync } = useSteps(projectId)
  return ({ text, color, runs }: Labelling) =>
    mutateAsync({
      steps: runs.map(run => async () => {
        const { id } = await createLabel(projectId, { text, color, ...run })
        return () => removeLabel(id)
      }),
      // Fixed wording (docs/product/labels.md "Texts").
      doneText: 'Label added',
    })
}

/** Takes labels off days; on their other days they stay. The toast has Undo. */
export const useUnlabelDays = (projectId: number) => {
  const { mutateAsync } = useSteps(projectId)
  return ({ labels, days }: { readonly labels: readonly DayLabel[]; readonly days: readonly LocalDate[] }) =>
    mutateAsync({
      steps: labels.flatMap(label => unlabel(projectId, label, days)),
      doneText: labels.length === 1 ? 'Label removed' : 'Labels removed',
    })
}

/** A label without any day left is deleted; otherwise it keeps its first days, and the further ones get a copy of it, which comes first. */
const unlabel = (projectId: number, label: DayLabel, days: readonly LocalDate[]): Step[] => {
  const [first, ...others] = runsWithout(label, days)
  if (!first) return [deletion(projectId, label.id)]
  const { text, color, start_at, end_at } = label
  const copies = others.map(run => async () => {
    const { id } = await createLabel(projectId, { text, color, ...run })
    return () => removeLabel(id)
  })
  const save = (range: Pick<LabelFields, 'start_at' | 'end_at'>) =>
    changeLabel(projectId, label.id, { text, color, ...range })
  const shorten = async () => {
    await save(first)
    return () => save({ start_at, end_at })
  }
  return [...copies, shorten]
}

const deletion = (projectId: number, id: number) => async () => {
  await removeLabel(id)
  return () => restoreThings(projectId, { kind: 'day_label', ids: [id] })
}
