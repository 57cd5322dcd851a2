import { Button, Modal } from '@mantine/core'
import { CardForm } from './card-form.tsx'

type Props = { readonly onAdded: () => void; readonly onClose: () => void }

/** Adds another card without leaving the form behind it. */
export function CardModal({ onAdded, onClose }: Props) {
  return (
    <Modal opened onClose={onClose} title="Payment details" size={600} closeOnClickOutside={false}>
      <CardForm
        onAdded={onAdded}
        other={
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        }
      />
    </Modal>
  )
}
