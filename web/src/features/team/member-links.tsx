import { Button } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import type { Project, ProjectUser } from '#domain/projects/model.ts'
import classes from './people.module.css'

const ApprovalLinksModal = lazy(() =>
  import('./approval-links-modal.tsx').then(module => ({ default: module.ApprovalLinksModal })),
)

/** Opens the approval links of an external approver. */
export function MemberLinks(props: { readonly project: Project; readonly member: ProjectUser }) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <div className={classes.settings}>
      <Button
        ref={button}
        variant="default"
        size="sm"
        leftSection={<IconLink size={16} aria-hidden />}
        aria-label={`Approval links of ${props.member.name}`}
        onClick={() => setOpen(true)}
      >
        Approval links
      </Button>
      <Suspense fallback={null}>{isOpen && <ApprovalLinksModal {...props} onClose={close} />}</Suspense>
    </div>
  )
}
