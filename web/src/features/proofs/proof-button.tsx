import { Button, type ButtonProps } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { type ComponentProps, lazy, Suspense } from 'react'
import type { ProofDialog as Dialog } from './proof-dialog.tsx'

const ProofDialog = lazy(() => import('./proof-dialog.tsx').then(module => ({ default: module.ProofDialog })))

/** What makes a read-only link to posts (docs/product/proofs.md "Making one"), loaded when it is opened. */
export function LateProofDialog(props: ComponentProps<typeof Dialog>) {
  return (
    <Suspense fallback={null}>
      <ProofDialog {...props} />
    </Suspense>
  )
}

type LookProps = Pick<ButtonProps, 'fullWidth' | 'justify'> & { readonly onClick: () => void }

/** The button alone, for a panel that closes when the dialog opens. */
export function ProofButtonLook(look: LookProps) {
  return (
    <Button variant="default" size="xs" leftSection={<IconLink size={16} aria-hidden />} {...look}>
      Proof by link
    </Button>
  )
}
