import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { messageOf } from '#web/platform/api-error.ts'
import { say } from '#web/platform/words.ts'
import { saveFile } from '#web/ui/save-file.ts'

type Props = { readonly name: string; readonly onPrint: () => Promise<Blob> }

/** Saves what the page shows for paper (docs/product/proofs.md "On paper"). */
export function ProofPdf({ name, onPrint }: Props) {
  const [state, setState] = useState<{ readonly isBusy: boolean; readonly trouble: string | null }>({
    isBusy: false,
    trouble: null,
  })
  const save = async () => {
    setState({ isBusy: true, trouble: null })
    try {
      saveFile(`${name}.pdf`, await onPrint())
      setState({ isBusy: false, trouble: null })
    } catch (error) {
      setState({ isBusy: false, trouble: say(messageOf(error)) })
    }
  }
  return (
    <>
      <Button variant="default" loading={state.isBusy} onClick={() => void save()}>
        {say('Save as PDF')}
      </Button>
      {state.trouble && (
        <Text role="alert" size="sm" c="red">
          {state.trouble}
        </Text>
      )}
    </>
  )
}
