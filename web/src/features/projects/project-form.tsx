import { Title } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { oneLine } from '#domain/kernel/text.ts'
import type { Project } from '#domain/projects/model.ts'
import { FormError } from '#web/ui/form/form-error.tsx'
import { type Fields, useForm } from '#web/ui/form/use-form.ts'
import type { PictureChoice } from '#web/ui/picture/picture-choice.ts'
import { imageProblemOf } from '#web/ui/picture/picture-problem.ts'
import { toast } from '#web/ui/toast.tsx'
import { useSaveProject } from './api.ts'
import classes from './general-settings-screen.module.css'
import { ProjectFields } from './project-fields.tsx'
import { projectProblems } from './project-problems.ts'
import { SaveChanges } from './settings-section.tsx'
import { zoneLabel } from './zone-search.ts'

type Name = 'name' | 'timezone'
type Form = Pick<ReturnType<typeof useForm<Name>>, 'fields' | 'fill'> & {
  /** What was last saved from here: seeing it come back is nothing new. */
  readonly sent: Partial<Fields<Name>>
}
const announcements: readonly (readonly [Name, (saved: Fields<Name>) => string])[] = [
  ['name', ({ name }) => `Project name is now ${name}`],
  ['timezone', ({ timezone }) => `Timezone is now ${zoneLabel(timezone)}`],
]

/** If another admin saves in the meantime, untouched fields take over the new values; for the others a note says so. */
const useOthersChanges = ({ name, timezone }: Fields<Name>, { fields, fill, sent }: Form) => {
  const shown = useRef<Fields<Name>>({ name, timezone })
  const follow = useEffectEvent((saved: Fields<Name>) => {
    for (const [field, announce] of announcements) {
      const [former, typed] = [shown.current[field], oneLine(fields[field])]
      if ([former, typed, sent[field]].includes(saved[field])) continue
      if (typed === former) fill({ [field]: saved[field] })
      else toast.info(`${announce(saved)}. Saving will replace it with what you typed.`)
    }
    shown.current = saved
  })
  useEffect(() => follow({ name, timezone }), [name, timezone])
}

/**
 * Name, logo and time zone of a project, saved together. Only what has changed is sent, since somebody else may have changed
 * the rest.
 */
export function ProjectForm({ project }: { project: Project }) {
  const [image, setImage] = useState<PictureChoice>(null)
  const [sent, setSent] = useState<Partial<Fields<Name>>>({})
  const save = useSaveProject(project.id)
  const send = async ({ name, timezone }: Fields<Name>) => {
    const changed = {
      ...(oneLine(name) !== project.name && { name }),
      ...(timezone !== project.timezone && { timezone }),
      ...(image && { image }),
    }
    setSent({ name: oneLine(name), timezone })
    if (Object.keys(changed).length > 0) await save(changed)
    setImage(null)
    toast.success('Changes saved')
  }
  const form = useForm<Name>({
    initial: { name: project.name, timezone: project.timezone },
    check: projectProblems,
    send,
  })
  useOthersChanges(project, { ...form, sent })
  const { name, timezone } = form.fields
  const isChanged = oneLine(name) !== project.name || timezone !== project.timezone || image !== null
  const imageProblem = imageProblemOf(form.refusal)
  return (
    <section className={classes.panel} aria-labelledby="project">
      <Title order={2} size="h5" mb="md" id="project">
        Project
      </Title>
      <form {...form.form} aria-labelledby="project">
        <ProjectFields
          form={form}
          logo={project.logo_image_link}
          chosen={image}
          onLogo={setImage}
          logoProblem={imageProblem}
        />
        <SaveChanges isChanged={isChanged} isSaving={form.isSending}>
          {form.refusal && !imageProblem ? <FormError error={form.refusal} /> : null}
        </SaveChanges>
      </form>
    </section>
  )
}
