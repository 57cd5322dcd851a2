import { Button, Menu } from '@mantine/core'
import { IconCertificate, IconLink, IconShare } from '@tabler/icons-react'
import { useState } from 'react'
import { useSaveCertificate } from '#web/features/certificates/save-certificate.ts'
import { LateProofDialog } from '#web/features/proofs/proof-button.tsx'

/** What can be made of the selected posts for somebody who is not here. */
export function ShareMenu({ postIds }: { readonly postIds: readonly number[] }) {
  const [isProving, setProving] = useState(false)
  const certificate = useSaveCertificate({ postIds })
  return (
    <>
      <Menu position="top-start">
        <Menu.Target>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconShare size={16} aria-hidden />}
            loading={certificate.isPending}
          >
            Share
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconLink size={16} aria-hidden />} onClick={() => setProving(true)}>
            Proof by link
          </Menu.Item>
          <Menu.Item leftSection={<IconCertificate size={16} aria-hidden />} onClick={certificate.save}>
            Approval certificate
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isProving && (
        <LateProofDialog about={{ postIds }} title="Selected posts" onClose={() => setProving(false)} />
      )}
    </>
  )
}
