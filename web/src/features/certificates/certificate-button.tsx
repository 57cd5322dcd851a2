import { Button, type ButtonProps } from '@mantine/core'
import { IconCertificate } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { About } from './api.ts'
import { useSaveCertificate } from './save-certificate.ts'

type Props = Pick<ButtonProps, 'variant' | 'size' | 'fullWidth' | 'justify'> & {
  readonly about: About
  /** Makes it when it is shown: the click was on the button before. */
  readonly startsAtOnce?: boolean
}

/** Saves a certificate of what was approved (docs/product/certificates.md "Where it is"). */
export function CertificateButton({ about, startsAtOnce = false, ...look }: Props) {
  const { isPending, save } = useSaveCertificate(about)
  const isStarted = useRef(!startsAtOnce)
  useEffect(() => {
    if (isStarted.current) return
    isStarted.current = true
    save()
  })
  return (
    <Button
      variant="default"
      size="xs"
      {...look}
      leftSection={!startsAtOnce && <IconCertificate size={16} aria-hidden />}
      loading={isPending}
      onClick={save}
    >
      Approval certificate
    </Button>
  )
}
