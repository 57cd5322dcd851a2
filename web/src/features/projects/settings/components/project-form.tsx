import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import type { Project } from '#domain/projects/model.ts'
import { Refusal } from '#web/features/accounts/components/refusal.tsx'
import { useForm } from '#web/features/accounts/components/use-form.ts'
import type { PictureChoice } from '#web/ui/picture-choice.ts'
import { imageProblemOf } from '#web/ui/picture-problem.ts'
import { toast } from '#web/ui/toast.tsx'
import { useSaveProject } from '../api.ts'
import { ProjectFields } from './project-fields.tsx'
import { projectProblems } from './project-problems.ts'

/** Name, logo and timezone of a project, saved together. */
export function ProjectForm({ project }: { project: Project }) {
  const [image, setImage] = useState<PictureChoice>(null)
  const save = useSaveProject(project.id)
  const send = async (fields: { readonly name: string; readonly timezone: string }) => {
    await save({ ...fields, image })
    setImage(null)
    toast.success('Changes saved')
  }
  const form = useForm<'name' | 'timezone'>({
    initial: { name: project.name, timezone: project.timezone },
    check: projectProblems,
    send,
  })
  const imageProblem = imageProblemOf(form.refusal)
  return (
    <form {...form.form} aria-label="Project">
      <ProjectFields
        form={form}
        logo={project.logo_image_link}
        chosen={image}
        onLogo={setImage}
        logoProblem={imageProblem}
      />
      <Group mt="lg">
        <Button type="submit" loading={form.isSending}>
          Save changes
        </Button>
        <Refusal error={imageProblem ? null : form.refusal} />
      </Group>
    </form>
  )
}
