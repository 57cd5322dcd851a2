import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { useMe } from '#web/platform/me.ts'
import { FormError } from '#web/ui/form/form-error.tsx'
import { type Fields, useForm } from '#web/ui/form/use-form.ts'
import type { PictureChoice } from '#web/ui/picture/picture-choice.ts'
import { PictureField } from '#web/ui/picture/picture-field.tsx'
import { imageProblemOf } from '#web/ui/picture/picture-problem.ts'
import { toast } from '#web/ui/toast.tsx'
import { fieldProblems } from '../field-problems.ts'
import { useSaveProfile } from './api.ts'
import classes from './profile-modal.module.css'

type Name = 'name' | 'last_name' | 'phone_number' | 'company'
const names: readonly Name[] = ['name', 'last_name', 'phone_number', 'company']

/** Only what has changed: stored values are not checked again, and what is not sent stays. */
const changesOf = (fields: Fields<Name>, saved: Fields<Name>): Partial<Fields<Name>> =>
  Object.fromEntries(names.filter(name => fields[name] !== saved[name]).map(name => [name, fields[name]]))

type Props = { readonly onChanged: (isChanged: boolean) => void; readonly onSaved: () => void }

export function ProfileForm({ onChanged, onSaved }: Props) {
  const me = useMe()
  const [saved] = useState<Fields<Name>>({
    name: me.name,
    last_name: me.last_name,
    phone_number: me.phone_number ?? '',
    company: me.company ?? '',
  })
  const [image, setImage] = useState<PictureChoice>(null)
  const save = useSaveProfile()
  const check = (fields: Fields<Name>) =>
    Object.fromEntries(
      Object.keys(changesOf(fields, saved)).map(name => [
        name,
        fieldProblems[name as Name](fields[name as Name]),
      ]),
    )
  const send = async (fields: Fields<Name>) => {
    if (isChanged) {
      await save({ ...changesOf(fields, saved), image })
      toast.success('Changes saved')
    }
    onSaved()
  }
  const form = useForm<Name>({ initial: saved, check, send })
  const isChanged = image !== null || Object.keys(changesOf(form.fields, saved)).length > 0
  const report = useEffectEvent(onChanged)
  useEffect(() => report(isChanged), [isChanged])
  const pictureProblem = imageProblemOf(form.refusal)
  return (
    <form {...form.form} aria-label="Profile" className={classes.form}>
      <Stack>
        <PictureField
          label="Picture"
          shape="circle"
          name={form.fields.name}
          saved={me.avatar_image_link}
          chosen={image}
          onChoose={setImage}
          error={pictureProblem}
        />
        <div className={classes.two}>
          <TextInput {...form.field('name')} label="First name" autoComplete="given-name" />
          <TextInput {...form.field('last_name')} label="Last name" autoComplete="family-name" />
          <TextInput {...form.field('phone_number')} label="Phone number" type="tel" autoComplete="tel" />
          <TextInput {...form.field('company')} label="Company" autoComplete="organization" />
        </div>
        <TextInput
          label="Email"
          value={me.email}
          readOnly
          variant="filled"
          description="You log in with this address."
        />
        <Group justify="space-between" wrap="nowrap">
          <FormError error={pictureProblem ? null : form.refusal} />
          <Button type="submit" loading={form.isSending}>
            Save changes
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
