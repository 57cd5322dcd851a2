import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'

const CertificateButton = lazy(() =>
  import('./certificate-button.tsx').then(module => ({ default: module.CertificateButton })),
)

/** The same on a page that hardly anybody opens for a certificate: what makes one is loaded by the click. */
export function LateCertificateButton({ postId }: { readonly postId: number }) {
  const [isWanted, setWanted] = useState(false)
  const button = (
    <Button variant="subtle" size="xs" loading={isWanted} onClick={() => setWanted(true)}>
      Approval certificate
    </Button>
  )
  if (!isWanted) return button
  return (
    <Suspense fallback={button}>
      <CertificateButton about={{ postIds: [postId] }} variant="subtle" startsAtOnce />
    </Suspense>
  )
}
