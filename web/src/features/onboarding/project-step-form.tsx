import { Button, Checkbox, Group, Stack } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { isSettingOn } from '#domain/permissions/settings.ts'
import type { Project } from '#domain/projects/model.ts'
import { useCreateProject, useSaveProject, useSaveProjectSettings } from '#web/features/projects/api.ts'
import { ProjectFields } from '#web/features/projects/project-fields.tsx'
import { projectProblems } from '#web/features/projects/project-problems.ts'
import { useDraft } from '#web/platform/use-draft.ts'
import { FormError } from '#web/ui/form-error.tsx'
import { imageProblemOf } from '#web/ui/picture/picture-problem.ts'
import { usePictureDraft } from '#web/ui/picture/use-picture-draft.ts'
import { useForm } from '#web/ui/use-form.ts'
import { browserTimezone } from '#web/ui/zoned-time.tsx'

const bypass = 'bypass-external-approval-when-internal-approved'

type Typed = { readonly name: string; readonly timezone: string; readonly isOn: boolean }
const readTyped = (stored: unknown): Typed | null => {
  const { name, timezone, isOn } = (stored ?? {}) as Partial<Typed>
  return typeof name === 'string' && typeof timezone === 'string' && typeof isOn === 'boolean'
    ? { name, timezone, isOn }
    : null
}

type Props = {
  /** Null: a new project. */
  readonly project: Project | null
  readonly onDone: (projectId: number) => void
}

/** Step 1 of the project wizard: logo, name, time zone and the rule for late clients. */
export function ProjectStepForm({ project, onDone }: Props) {
  const wasOn = isSettingOn(project?.settings ?? [], bypass)
  const saved: Typed = {
    name: project?.name ?? '',
    timezone: project?.timezone ?? browserTimezone(),
    isOn: wasOn,
  }
  const draft = project ? `project-${project.id}` : 'project'
  const [typed, keep, drop] = useDraft<Typed>(draft, () => saved, readTyped)
  const [image, setImage, dropImage] = usePictureDraft(draft)
  const [isOn, setOn] = useState(typed.isOn)
  const create = useCreateProject()
  const save = useSaveProject(project?.id ?? 0)
  const saveSettings = useSaveProjectSettings(project?.id ?? 0)
  const send = async (fields: { readonly name: string; readonly timezone: string }) => {
    const id = project?.id ?? (await create({ ...fields, image, bypassesExternal: isOn }))
    if (project) {
      await save({ ...fields, image })
      if (isOn !== wasOn) await saveSettings.mutateAsync({ name: bypass, value: isOn ? 'true' : 'false' })
    }
    drop()
    dropImage()
    onDone(id)
  }
  const form = useForm<'name' | 'timezone'>({
    initial: { name: typed.name, timezone: typed.timezone },
    check: projectProblems,
    send,
  })
  const { name, timezone } = form.fields
  const keepTyped = useEffectEvent((now: Typed) =>
    // Unchanged values are not kept: somebody else may change the project before the person is back.
    now.name === saved.name && now.timezone === saved.timezone && now.isOn === saved.isOn
      ? drop()
      : keep(now),
  )
  useEffect(() => keepTyped({ name, timezone, isOn }), [name, timezone, isOn])
  const imageProblem = imageProblemOf(form.refusal)
  return (
    <form {...form.form} aria-label="Create a project">
      <Stack gap="lg">
        <ProjectFields
          form={form}
          logo={project?.logo_image_link ?? null}
          chosen={image}
          onLogo={setImage}
          logoProblem={imageProblem}
        />
        <Checkbox
          // Fixed wording (docs/product/projects.md "Settings page").
          label="Allow post to be made live if External Approver doesn't get to it on time"
          checked={isOn}
          onChange={event => setOn(event.currentTarget.checked)}
        />
        <Group justify="flex-end">
          <FormError error={imageProblem ? null : form.refusal} />
          <Button type="submit" loading={form.isSending}>
            Next
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
