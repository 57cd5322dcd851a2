import { Button, Checkbox, Group, Select, Stack } from '@mantine/core'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import type { Me } from '#domain/accounts/model.ts'
import { isSettingOn } from '#domain/permissions/settings.ts'
import type { Project } from '#domain/projects/model.ts'
import {
  type ProjectFields as ProjectFieldValues,
  useCreateProject,
  useSaveProject,
  useSaveProjectSettings,
} from '#web/features/projects/api.ts'
import { ProjectFields } from '#web/features/projects/project-fields.tsx'
import { projectProblems } from '#web/features/projects/project-problems.ts'
import { useCopyProject } from '#web/features/team/api.ts'
import { useMe } from '#web/platform/me.ts'
import { useDraft } from '#web/platform/use-draft.ts'
import { FormError } from '#web/ui/form/form-error.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { imageProblemOf } from '#web/ui/picture/picture-problem.ts'
import { usePictureDraft } from '#web/ui/picture/use-picture-draft.ts'
import { browserTimezone } from '#web/ui/time/zoned-time.tsx'

const bypass = 'bypass-external-approval-when-internal-approved'

type Typed = { readonly name: string; readonly timezone: string; readonly isOn: boolean }
const readTyped = (stored: unknown): Typed | null => {
  const { name, timezone, isOn } = (stored ?? {}) as Partial<Typed>
  return typeof name === 'string' && typeof timezone === 'string' && typeof isOn === 'boolean'
    ? { name, timezone, isOn }
    : null
}

/** Where most clients of the agency are, as a new one probably is; at first the zone of the browser. */
export const zoneOfAgency = ({ agency, projects }: Pick<Me, 'agency' | 'projects'>): string => {
  const zones = projects.flatMap(({ agency_id, timezone }) => (agency_id === agency?.id ? [timezone] : []))
  const times = (zone: string) => zones.filter(each => each === zone).length
  return zones.toSorted((one, other) => times(other) - times(one))[0] ?? browserTimezone()
}

type NewProps = {
  /** `hasTeam`: a team was copied with the rest. */
  readonly onDone: (projectId: number, made: { readonly hasTeam: boolean }) => void
}

/** Step 1 of the project wizard for a new project. */
export function NewProjectForm({ onDone }: NewProps) {
  const create = useCreateProject()
  const copy = useCopyProject()
  const { agency, projects } = useMe()
  const [copied, setCopied] = useState<string | null>(null)
  const save = async (fields: ProjectFieldValues, bypassesExternal: boolean) => {
    const id = await create({ ...fields, bypassesExternal })
    if (copied !== null) await copy(id, Number(copied))
    return id
  }
  const others = projects.filter(({ agency_id }) => agency_id === agency?.id)
  return (
    <ProjectStepForm project={null} save={save} onDone={id => onDone(id, { hasTeam: copied !== null })}>
      {others.length > 0 && (
        <Select
          label="Copy from another project"
          description="Its approval settings, time slots, labels to come, hashtag pools and team."
          placeholder="Copy nothing"
          data={others.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={copied}
          onChange={setCopied}
          searchable
          clearable
        />
      )}
    </ProjectStepForm>
  )
}

/** The same step when the person comes back to it: the project exists and is changed. */
export function ChangeProjectForm({
  project,
  onDone,
}: Pick<Props, 'onDone'> & { readonly project: Project }) {
  const saveProject = useSaveProject(project.id)
  const saveSettings = useSaveProjectSettings(project.id)
  const save = async (fields: ProjectFieldValues, isOn: boolean) => {
    await saveProject(fields)
    if (isOn !== isSettingOn(project.settings, bypass))
      await saveSettings.mutateAsync([{ name: bypass, value: isOn ? 'true' : 'false' }])
    return project.id
  }
  return <ProjectStepForm project={project} save={save} onDone={onDone} />
}

type Props = {
  /** Null: a new project. */
  readonly project: Project | null
  /** Resolves to the project's id. */
  readonly save: (fields: ProjectFieldValues, bypassesExternal: boolean) => Promise<number>
  readonly onDone: (projectId: number) => void
  /** Further fields, after the name and zone. */
  readonly children?: ReactNode
}

/** Logo, name, time zone and the rule for late clients. */
function ProjectStepForm({ project, save, onDone, children }: Props) {
  const me = useMe()
  const saved: Typed = project
    ? { name: project.name, timezone: project.timezone, isOn: isSettingOn(project.settings, bypass) }
    : { name: '', timezone: zoneOfAgency(me), isOn: false }
  const draft = project ? `project-${project.id}` : 'project'
  const [typed, keep, drop] = useDraft<Typed>(draft, () => saved, readTyped)
  const [image, setImage, dropImage] = usePictureDraft(draft)
  const [isOn, setOn] = useState(typed.isOn)
  const form = useForm<'name' | 'timezone'>({
    initial: { name: typed.name, timezone: typed.timezone },
    check: projectProblems,
    send: async fields => {
      const id = await save({ ...fields, image }, isOn)
      drop()
      dropImage()
      onDone(id)
    },
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
          isNew={project === null}
        />
        {children}
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
