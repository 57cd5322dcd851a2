import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { useMe } from '#web/platform/me.ts'
import { useUnsavedQuestion } from '#web/ui/dialog/use-unsaved-guard.tsx'
import { CardForm, unsavedCard } from './card-form.tsx'
import { useCardDocument } from './gateway-script.ts'

type Props = { readonly onAdded: () => void; readonly onClose: () => void }

/** Adds another card without leaving the form behind it. */
export function CardModal({ onAdded, onClose }: Props) {
  useCardDocument(useMe().card_fields)
  const [isUnsaved, setUnsaved] = useState(false)
  const { mayLeave, dialog } = useUnsavedQuestion({ isUnsaved, text: unsavedCard })
  const close = async () => {
    if (await mayLeave()) onClose()
  }
  return (
    <Modal opened onClose={() => void close()} title="Payment details" size={600} closeOnClickOutside={false}>
      <CardForm
        onAdded={onAdded}
        onChanged={setUnsaved}
        other={
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        }
      />
      {dialog}
    </Modal>
  )
}
