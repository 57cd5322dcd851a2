import { Button, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core'
import { CAMPAIGN_GOAL_MAX, campaignDaysProblem, campaignNameProblem } from '#domain/campaigns/campaigns.ts'
import type { Campaign } from '#domain/campaigns/model.ts'
import { hexColor, labelPalette } from '#domain/labels/colors.ts'
import { ColorField } from '#web/features/labels/color-field.tsx'
import { useProjectId } from '#web/platform/shown-project.ts'
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts'
import { useUnsavedGuard } from '#web/ui/dialog/use-unsaved-guard.tsx'
import { takeEarlyKeys } from '#web/ui/early-keys.ts'
import { FormError } from '#web/ui/form/form-error.tsx'
import { type Fields, useForm } from '#web/ui/form/use-form.ts'
import { toast } from '#web/ui/toast.tsx'

import classes from './campaigns-screen.module.css'
import { useCreateCampaign, useSaveCampaign } from './writing-api.ts'

type Props = {
  readonly target: Campaign | 'new'
  readonly onClose: () => void
}

type Name = 'name' | 'color' | 'start_at' | 'end_at' | 'goal'

const initialOf = (target: Props['target']): Fields<Name> => {
  if (target === 'new')
    return { name: '', color: labelPalette[0]?.color ?? '', start_at: '', end_at: '', goal: '' }
  const { name, color, start_at, end_at, goal } = target
  return { name, color, start_at: start_at ?? '', end_at: end_at ?? '', goal: goal ?? '' }
}

const problemsOf = ({ name, color, start_at, end_at }: Fields<Name>) => ({
  name: campaignNameProblem(name) ?? undefined,
  color: hexColor(color) === null ? 'Color is required' : undefined,
  end_at: campaignDaysProblem(start_at, end_at) ?? undefined,
})

/** Adds or changes a campaign (docs/product/campaigns.md "Campaigns page"). Mount it while it is open. */
export function CampaignModal({ target, onClose }: Props) {
  const projectId = useProjectId()
  useFocusBack()
  const create = useCreateCampaign(projectId)
  const save = useSaveCampaign(projectId)
  const isNew = target === 'new'
  const initial = initialOf(target)
  const form = useForm<Name>({
    initial,
    check: problemsOf,
    send: async fields => {
      const wanted = { ...fields, color: hexColor(fields.color) ?? fields.color }
      await (isNew
        ? create.mutateAsync(wanted)
        : save.mutateAsync({ ...wanted, id: target.id, version: target.version }))
      toast.success(isNew ? 'Campaign added' : 'Campaign saved')
      onClose()
    },
  })
  const guard = useUnsavedGuard({
    isUnsaved:
      !form.isSending && Object.entries(form.fields).some(([key, value]) => value !== initial[key as Name]),
    text: `The campaign is not ${isNew ? 'added' : 'saved'} yet.`,
  })
  const close = async () => {
    if (await guard.mayLeave()) onClose()
  }
  const title = isNew ? 'Add campaign' : 'Edit campaign'
  return (
    <>
      <Modal opened={guard.dialog === null} onClose={() => void close()} title={title} size={460}>
        <form {...form.form} aria-label={title}>
          <Stack>
            <TextInput
              {...form.field('name')}
              label="Name"
              maxLength={400}
              autoComplete="off"
              data-autofocus
              onFocus={() => {
                // What was typed while this was loading; it also ends the keeping of keys.
                const early = takeEarlyKeys()
                if (early !== '') form.fill({ name: form.fields.name + early })
              }}
            />
            <ColorField
              text={form.fields.name}
              value={form.fields.color}
              field={form.field('color')}
              onPick={color => form.change('color', color)}
            />
            <div className={classes.days}>
              <TextInput {...form.field('start_at')} type="date" label="First day (optional)" />
              <TextInput
                {...form.field('end_at')}
                type="date"
                label="Last day (optional)"
                min={form.fields.start_at}
              />
            </div>
            <Textarea
              name="goal"
              error={form.field('goal').error}
              label="Goal (optional)"
              description="For the team. Clients do not see it."
              autosize
              minRows={2}
              maxRows={8}
              maxLength={CAMPAIGN_GOAL_MAX}
              value={form.fields.goal}
              onChange={event => form.change('goal', event.currentTarget.value)}
            />
            <FormError error={form.refusal} />
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit" loading={form.isSending}>
                {isNew ? 'Add' : 'Save'}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
      {guard.dialog}
    </>
  )
}
