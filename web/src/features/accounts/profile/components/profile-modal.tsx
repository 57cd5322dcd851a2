import { Modal, Tabs } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useRef } from 'react'
import { ConfirmReminder } from '#web/features/accounts/confirmation/components/confirm-reminder.tsx'
import { SessionList } from '#web/features/accounts/sessions/components/session-list.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { PasswordForm } from './password-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import classes from './profile-modal.module.css'

/** Edit Profile (document 1 section 2): name, contact and picture, the password, and where the person is signed in. */
export function ProfileModal({ onClose }: { onClose: () => void }) {
  const isPhone = useMediaQuery('(max-width: 36em)', undefined, { getInitialValueInEffect: false })
  const { ask, dialog } = useConfirm()
  const unsaved = useRef({ profile: false, password: false })
  const close = async () => {
    const { profile, password } = unsaved.current
    const isSure =
      !(profile || password) ||
      (await ask({
        title: 'Leave without saving?',
        text: `What you have changed ${profile ? 'in your profile' : 'of your password'} is not saved yet.`,
        confirmLabel: 'Leave',
        cancelLabel: 'Stay',
      }))
    if (isSure) onClose()
  }
  return (
    <Modal
      opened
      onClose={() => void close()}
      title="Edit Profile"
      size={600}
      fullScreen={isPhone}
      returnFocus={false}
    >
      <Tabs defaultValue="profile">
        <Tabs.List mb="lg" className={classes.tabs ?? ''}>
          <Tabs.Tab value="profile">Profile</Tabs.Tab>
          <Tabs.Tab value="password">Password</Tabs.Tab>
          <Tabs.Tab value="sessions">Sessions</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="profile">
          <ConfirmReminder />
          <ProfileForm
            onChanged={isChanged => {
              unsaved.current.profile = isChanged
            }}
            onSaved={() => {
              unsaved.current.profile = false
              void close()
            }}
          />
        </Tabs.Panel>
        <Tabs.Panel value="password">
          <PasswordForm
            onChanged={isChanged => {
              unsaved.current.password = isChanged
            }}
          />
        </Tabs.Panel>
        <Tabs.Panel value="sessions">
          <SessionList />
        </Tabs.Panel>
      </Tabs>
      {dialog}
    </Modal>
  )
}
