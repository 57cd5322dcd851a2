import { UnstyledButton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { fullName } from '#domain/kernel/text.ts'
import type { OwnProject } from '#domain/projects/model.ts'
import { useMe } from '#web/platform/me.ts'
import { PersonAvatar } from '#web/ui/badge/person-avatar.tsx'
import { usePopup } from '#web/ui/popup/use-popup.ts'
import classes from './user-menu.module.css'

const load = () => import('./user-menu-panel.tsx')
const UserMenuPanel = lazy(() => load().then(module => ({ default: module.UserMenuPanel })))

type Props = { readonly project: OwnProject; readonly position: 'right-end' | 'bottom-end' }

/** The person's picture, which opens their menu. */
export function UserMenu({ project, position }: Props) {
  const me = useMe()
  const { button, panel } = usePopup(load)
  return (
    <>
      <UnstyledButton {...button} className={classes.button} aria-label={`User menu, ${fullName(me)}`}>
        <PersonAvatar name={me.name} image={me.avatar_image_link} size={36} decorative />
      </UnstyledButton>
      <Suspense fallback={null}>
        {panel && <UserMenuPanel {...panel} project={project} position={position} />}
      </Suspense>
    </>
  )
}
