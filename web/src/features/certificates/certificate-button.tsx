import { Button, type ButtonProps } from '@mantine/core'
import { IconCertificate } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useProjectId } from '#web/platform/shown-project.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { sayWhenDone } from '#web/ui/toast.tsx'
import { type About, useGetApprovalCertificate } from './api.ts'

type Props = Pick<ButtonProps, 'variant' | 'size' | 'fullWidth' | 'justify'> & {
  readonly about: About
  readonly label?: string
  /** Makes it when it is shown: the click was on the button before. */
  readonly startsAtOnce?: boolean
}

/** Saves a certificate of what was approved (docs/product/certificates.md "Where it is"). */
export function CertificateButton({
  about,
  label = 'Approval certificate',
  startsAtOnce = false,
  ...look
}: Props) {
  const making = useGetApprovalCertificate(useProjectId())
  const save = () => sayWhenDone(making.mutateAsync(about), file => saveFile(`${nameOf(about)}.pdf`, file))
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
      loading={making.isPending}
      onClick={save}
    >
      {label}
    </Button>
  )
}

const nameOf = (about: About): string => {
  if ('from' in about) return `Approval certificate ${about.from} to ${about.to}`
  const [first] = about.postIds
  return `Approval certificate, ${about.postIds.length === 1 ? `post ${first}` : `${about.postIds.length} posts`}`
}
