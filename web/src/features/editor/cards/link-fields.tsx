import { Stack, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { cardTextProblem, linkProblem } from '#domain/posts/attachments.ts'
import { SHORT_TEXT_MAX } from '#domain/posts/field-limits.ts'
import type { ExtraFields } from '#web/features/editor/draft/draft-media.ts'

type Fields = { readonly link: string; readonly name: string; readonly description: string }
type Errors = { readonly [K in keyof Fields]?: string | null }

type Props = {
  /** Makes the fields' ids unique on the page. */
  readonly id: string
  readonly value: ExtraFields
  /** What the page says, for fields that are left empty; null: the network takes no name and description. */
  readonly words?: { readonly title?: string; readonly description?: string } | null
  /** Called on leaving a field, only with valid fields. */
  readonly onSave: (fields: ExtraFields) => void
}

const problems: { readonly [K in keyof Fields]: (text: string) => string | null } = {
  link: linkProblem,
  name: text => cardTextProblem('name', text),
  description: text => cardTextProblem('description', text),
}

const textsOf = ({ link = '', name = '', description = '' }: ExtraFields): Fields => ({
  link,
  name,
  description,
})

/**
 * Link, name and description of a card (docs/product/posts.md "Links"). Each is checked on leaving it, and saved once all are
 * valid.
 */
export function LinkFields({ id, value, words = {}, onSave }: Props) {
  const saved = textsOf(value)
  const [typed, setTyped] = useState<Partial<Fields>>({})
  const [errors, setErrors] = useState<Errors>({})
  const shown = { ...saved, ...typed }
  const leave = (field: keyof Fields) => {
    const texts = { ...shown, [field]: shown[field].trim() }
    const found = problems[field](texts[field])
    setErrors({ ...errors, [field]: found })
    const isRight = Object.entries(problems).every(
      ([name, validator]) => validator(texts[name as keyof Fields]) === null,
    )
    if (!isRight) return
    setTyped({})
    if (JSON.stringify(texts) !== JSON.stringify(saved)) onSave({ ...value, ...texts })
  }
  const field = (name: keyof Fields) => ({
    id: `${id}-${name}`,
    value: shown[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setTyped({ ...typed, [name]: event.currentTarget.value }),
    onBlur: () => leave(name),
  })
  return (
    <Stack gap="xs">
      <TextInput label="Link" type="url" inputMode="url" placeholder="https://" required {...field('link')} />
      {words && (
        <>
          <TextInput label="Name" placeholder={words.title} maxLength={SHORT_TEXT_MAX} {...field('name')} />
          <Textarea
            label="Description"
            placeholder={words.description}
            maxLength={SHORT_TEXT_MAX}
            autosize
            minRows={1}
            maxRows={4}
            {...field('description')}
          />
        </>
      )}
    </Stack>
  )
}
