import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { accentProblem } from '#domain/agencies/accent.ts'
import type { Agency } from '#domain/agencies/model.ts'
import { oneLine } from '#domain/kernel/text.ts'
import { fieldProblems } from '#web/features/accounts/field-problems.ts'
import { useUnsavedGuard } from '#web/ui/dialog/use-unsaved-guard.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import type { PictureChoice } from '#web/ui/picture/picture-choice.ts'
import { PictureField } from '#web/ui/picture/picture-field.tsx'
import { imageProblemOf } from '#web/ui/picture/picture-problem.ts'
import { toast } from '#web/ui/toast.tsx'
import { AccentField } from './accent-field.tsx'
import { useSaveAgency } from './api.ts'

/** Name and logo of the agency, and what its reports look like. */
export function AgencyDetails({ agency }: { readonly agency: Agency }) {
  const save = useSaveAgency()
  const [image, setImage] = useState<PictureChoice>(null)
  const [namesWeakest, setNamesWeakest] = useState(agency.names_weakest_post)
  const saved = agency.accent_color ?? ''
  const form = useForm<'name' | 'accent_color'>({
    initial: { name: agency.name, accent_color: saved },
    check: ({ name, accent_color: accent }) => ({
      name: fieldProblems.company(name),
      accent_color: accent.trim() === '' ? undefined : (accentProblem(accent.trim()) ?? undefined),
    }),
    send: async ({ name, accent_color: accent }) => {
      await save(agency.id, {
        name,
        image,
        accent: accent.trim() === saved ? undefined : accent.trim(),
        namesWeakest: namesWeakest === agency.names_weakest_post ? undefined : namesWeakest,
      })
      setImage(null)
      toast.success('Changes saved')
    },
  })
  const { name, accent_color: accent } = form.fields
  const isChanged =
    oneLine(name) !== agency.name ||
    accent.trim() !== saved ||
    image !== null ||
    namesWeakest !== agency.names_weakest_post
  const { dialog } = useUnsavedGuard({
    isUnsaved: isChanged && !form.isSending,
    text: 'Your changes to the agency are not saved yet.',
  })
  const imageProblem = imageProblemOf(form.refusal)
  return (
    <form {...form.form} aria-label="Company details">
      {dialog}
      <Stack gap="lg">
        <PictureField
          label="Logo"
          shape="circle"
          name={name}
          saved={agency.logo_image_link}
          chosen={image}
          onChoose={setImage}
          error={imageProblem}
        />
        <TextInput {...form.field('name')} label="Company name" autoComplete="organization" />
        <AccentField
          field={form.field('accent_color')}
          value={accent}
          onPick={color => form.fill({ accent_color: color })}
        />
        <Checkbox
          label="Reports name the weakest post as well as the best one"
          checked={namesWeakest}
          onChange={event => setNamesWeakest(event.currentTarget.checked)}
        />
        <Group>
          <Button type="submit" loading={form.isSending}>
            Save changes
          </Button>
          <FormError error={imageProblem ? null : form.refusal} />
        </Group>
      </Stack>
    </form>
  )
}
