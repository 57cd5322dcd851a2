import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { fieldProblems } from '#web/features/accounts/field-problems.ts'
import { useCreateAgency, useSaveAgency } from '#web/features/agencies/api.ts'
import { CardModal } from '#web/features/billing/card/card-modal.tsx'
import { priceWords } from '#web/features/billing/card/price-words.ts'
import type { ApiError } from '#web/platform/api-error.ts'
import { useMe } from '#web/platform/me.ts'
import { useDraft } from '#web/platform/use-draft.ts'
import { FormError } from '#web/ui/form/form-error.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { PictureField } from '#web/ui/picture/picture-field.tsx'
import { imageProblemOf } from '#web/ui/picture/picture-problem.ts'
import { usePictureDraft } from '#web/ui/picture/use-picture-draft.ts'
import { toast } from '#web/ui/toast.tsx'

/** Logo and name of an agency. The company from the sign-up form is filled in. */
export function CompanyForm({ onDone }: { onDone: () => void }) {
  const me = useMe()
  const create = useCreateAgency()
  const save = useSaveAgency()
  const saved = me.agency?.name ?? me.company ?? ''
  const draft = me.agency ? `agency-${me.agency.id}` : 'agency'
  const [image, setImage, dropImage] = usePictureDraft(draft)
  const [typed, keep, drop] = useDraft<string>(
    draft,
    () => saved,
    stored => (typeof stored === 'string' ? stored : null),
  )
  const form = useForm<'name'>({
    initial: { name: typed },
    check: ({ name }) => ({ name: fieldProblems.company(name) }),
    send: async ({ name }) => {
      await (me.agency ? save(me.agency.id, { name, image }) : create({ name, image }))
      drop()
      dropImage()
      onDone()
    },
  })
  const keepTyped = useEffectEvent((name: string) => (name === saved ? drop() : keep(name)))
  useEffect(() => keepTyped(form.fields.name), [form.fields.name])
  const imageProblem = imageProblemOf(form.refusal)
  const [isCardOpen, setCardOpen] = useState(false)
  const next = useRef<HTMLButtonElement>(null)
  // The server checks the card first (docs/product/agencies.md "Creating an agency"). What was typed stays while another card
  // is added.
  const remedy = (code: ApiError['code']) =>
    (code === 'card_refused' || code === 'card_required') && (
      <Anchor component="button" type="button" size="sm" onClick={() => setCardOpen(true)}>
        {code === 'card_refused' ? 'Use another card' : 'Add a card'}
      </Anchor>
    )
  const cardAdded = () => {
    setCardOpen(false)
    form.fill({})
    // Fixed wording (docs/product/billing.md "Texts").
    toast.success('Card added')
    // The button that opened the dialog has gone with the error.
    requestAnimationFrame(() => next.current?.focus())
  }
  return (
    <>
      {/* Fixed wording (docs/product/agencies.md "Texts"). */}
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
          {me.charged_at_once && me.plan_prices && !me.agency && (
            <Text size="sm">
              Your card has already had its free trial, so the first month is charged as soon as you create
              your agency: {priceWords(me.plan_prices)}.{' '}
              <Anchor component="button" type="button" size="sm" onClick={() => setCardOpen(true)}>
                Use another card
              </Anchor>
            </Text>
          )}
          <Group justify="flex-end">
            <FormError error={imageProblem ? null : form.refusal} remedy={remedy} />
            <Button ref={next} type="submit" loading={form.isSending}>
              Next
            </Button>
          </Group>
        </Stack>
      </form>
      {isCardOpen && <CardModal onAdded={cardAdded} onClose={() => setCardOpen(false)} />}
    </>
  )
}
