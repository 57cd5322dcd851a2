import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { fieldProblems } from '#web/features/accounts/components/field-problems.ts'
import { Refusal } from '#web/features/accounts/components/refusal.tsx'
import { useForm } from '#web/features/accounts/components/use-form.ts'
import { useMe } from '#web/platform/me.ts'
import { PictureField } from '#web/ui/picture-field.tsx'
import { imageProblemOf } from '#web/ui/picture-problem.ts'
import { useSaveAgency } from '../api.ts'

/** Logo and name of an agency. Who signed up with a company finds its name there. */
export function CompanyForm({ onDone }: { onDone: () => void }) {
  const me = useMe()
  const save = useSaveAgency()
  const [image, setImage] = useState<File | null>(null)
  const form = useForm<'name'>({
    initial: { name: me.agency?.name ?? me.company ?? '' },
    check: ({ name }) => ({ name: fieldProblems.company(name) }),
    send: async ({ name }) => {
      await save({ name, image })
      onDone()
    },
  })
  const imageProblem = imageProblemOf(form.refusal)
  return (
    <form {...form.form} aria-label="Company details">
      <Stack gap="lg">
        <PictureField
          label="Logo"
          shape="circle"
          name={form.fields.name}
          saved={me.agency?.logo_image_link ?? null}
          chosen={image}
          onChoose={setImage}
          error={imageProblem}
        />
        <TextInput {...form.field('name')} label="Company name" autoComplete="organization" />
        <Group justify="flex-end">
          <Refusal error={imageProblem ? null : form.refusal} />
          <Button type="submit" loading={form.isSending}>
            Next
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
