import { Button, Modal, Stack, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useEffect } from 'react'
import type { LocalDate } from '#domain/kernel/time.ts'
import { hexColor, labelPalette } from '#domain/labels/colors.ts'
import { labelDaysProblem, labelTextProblem } from '#domain/labels/day-labels.ts'
import type { DayLabel } from '#domain/labels/model.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts'
import { useUnsavedGuard } from '#web/ui/dialog/use-unsaved-guard.tsx'
import { takeEarlyKeys } from '#web/ui/early-keys.ts'
import { FormError } from '#web/ui/form/form-error.tsx'
import { type Fields, useForm } from '#web/ui/form/use-form.ts'
import { toast } from '#web/ui/toast.tsx'
import { useCreateDayLabel, useSaveDayLabel } from './api.ts'
import { ColorField } from './color-field.tsx'
import { DayRangeField } from './day-range-field.tsx'
import { useConfirmedLabelDeletion } from './delete-label.tsx'
import classes from './label-modal.module.css'

/** A label to edit, or the day that a new one starts on. */
export type LabelTarget = { readonly label: DayLabel } | { readonly date: LocalDate }

type Props = {
  readonly target: LabelTarget
  readonly onClose: () => void
}

type Name = 'text' | 'color' | 'start_at' | 'end_at'

const initialOf = (target: LabelTarget): Fields<Name> => {
  if ('date' in target)
    return { text: '', color: labelPalette[0]?.color ?? '', start_at: target.date, end_at: '' }
  const { text, color, start_at, end_at } = target.label
  return { text, color, start_at, end_at }
}

const problemsOf = ({ text, color, start_at, end_at }: Fields<Name>) => ({
  text: labelTextProblem(text) ?? undefined,
  color: hexColor(color) === null ? 'Color is required' : undefined,
  end_at: labelDaysProblem(start_at, end_at) ?? undefined,
})

/** A calendar redraws a changed label: the focus goes to where the label is now, or else back to where it was. */
const useFocusOnLabel = (id: number | null): void => {
  useEffect(
    () => () => {
      setTimeout(() => {
        if (id === null || document.activeElement !== document.body) return
        document.querySelector<HTMLElement>(`button[data-label="${id}"]`)?.focus({ preventScroll: true })
      })
    },
    [id],
  )
  useFocusBack()
}

/** The Add/Edit Label modal (docs/product/labels.md "Label modal"). Mount it while it is open. */
export function LabelModal({ target, onClose }: Props) {
  const projectId = useProjectId()
  const label = 'label' in target ? target.label : null
  useFocusOnLabel(label?.id ?? null)
  const create = useCreateDayLabel(projectId)
  const save = useSaveDayLabel(projectId)
  const deletion = useConfirmedLabelDeletion(projectId)
  const initial = initialOf(target)
  const form = useForm<Name>({
    initial,
    check: problemsOf,
    send: async fields => {
      const wanted = { ...fields, color: hexColor(fields.color) ?? fields.color }
      await (label ? save.mutateAsync({ ...wanted, id: label.id }) : create.mutateAsync(wanted))
      // Fixed wording (docs/product/labels.md "Texts").
      toast.success('Label added')
      onClose()
    },
  })
  const remove = async (gone: DayLabel) => {
    if (await deletion.ask(gone)) onClose()
  }
  const isChanged = Object.entries(form.fields).some(([name, value]) => value !== initial[name as Name])
  const guard = useUnsavedGuard({
    isUnsaved: isChanged && !form.isSending,
    text: `The label is not ${label ? 'saved' : 'added'} yet.`,
  })
  const close = async () => {
    if (await guard.mayLeave()) onClose()
  }
  return (
    <>
      <Modal
        // One dialog at a time: both would react to the same Escape.
        opened={deletion.dialog === null && guard.dialog === null}
        onClose={() => void close()}
        title={label ? 'Edit Label' : 'Add Label'}
        size={420}
      >
        <form {...form.form} aria-label={label ? 'Edit Label' : 'Add Label'}>
          <Stack>
            <TextInput
              {...form.field('text')}
              label="Label"
              maxLength={600}
              autoComplete="off"
              data-autofocus
              onFocus={() => {
                const early = takeEarlyKeys()
                if (early !== '') form.fill({ text: form.fields.text + early })
              }}
            />
            <ColorField
              text={form.fields.text}
              value={form.fields.color}
              field={form.field('color')}
              onPick={color => form.change('color', color)}
            />
            <DayRangeField
              start={form.fields.start_at}
              end={form.fields.end_at}
              problem={form.field('start_at').error ?? form.field('end_at').error}
              onChange={(start_at, end_at) => form.fill({ start_at, end_at })}
            />
            <FormError error={form.refusal} />
            <div className={classes.foot}>
              {label && (
                <Button
                  variant="subtle"
                  color="red"
                  c="var(--g-danger-text)"
                  leftSection={<IconTrash size={16} aria-hidden />}
                  onClick={() => void remove(label)}
                >
                  Delete
                </Button>
              )}
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit" loading={form.isSending}>
                {label ? 'Save' : 'Add'}
              </Button>
            </div>
          </Stack>
        </form>
      </Modal>
      {deletion.dialog}
      {guard.dialog}
    </>
  )
}
