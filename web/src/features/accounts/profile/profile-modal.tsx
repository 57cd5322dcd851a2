import { Modal, Stack, Tabs } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useRef } from 'react'
import { OwnSecretAddresses } from '#web/features/secret-addresses/secret-addresses.tsx'
import { useConfirm } from '#web/ui/dialog/use-confirm.tsx'
import { ConfirmEmailReminder } from '../signup/confirm-email-reminder.tsx'
import { ProfileForm } from './profile-form.tsx'
import classes from './profile-modal.module.css'
import { SessionList } from './session-list.tsx'
import { SignInPanel } from './sign-in-panel.tsx'

type Props = { readonly startsAt?: 'profile' | 'sign-in'; readonly onClose: () => void }

/** Edit Profile: name, contact and picture, sign-in methods, and sessions (docs/product/accounts.md "Edit Profile"). */
export function ProfileModal({ startsAt = 'profile', onClose }: Props) {
  const isPhone = useMediaQuery('(max-width: 36em)', undefined, { getInitialValueInEffect: false })
  const { ask, dialog } = useConfirm()
  const unsaved = useRef({ profile: false, password: false })
  const close = async () => {
    const { profile, password } = unsaved.current
    const isSure =
      !(profile || password) ||
      (await ask({
        title: 'Leave without saving?',
        text: `Your changes to your ${profile ? 'profile' : 'password'} are not saved yet.`,
        confirmLabel: 'Leave',
        cancelLabel: 'Stay',
        danger: true,
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
      // The tabs differ in height: centred, the dialog would jump when one is chosen.
      centered={false}
      returnFocus={false}
    >
      <Tabs defaultValue={startsAt}>
        <Tabs.List mb="lg" className={classes.tabs ?? ''}>
          <Tabs.Tab value="profile">Profile</Tabs.Tab>
          <Tabs.Tab value="sign-in">Sign-in</Tabs.Tab>
          <Tabs.Tab value="sessions">Sessions</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="profile">
          <ConfirmEmailReminder />
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
        <Tabs.Panel value="sign-in">
          <SignInPanel
            onChanged={isChanged => {
              unsaved.current.password = isChanged
            }}
          />
        </Tabs.Panel>
        <Tabs.Panel value="sessions">
          <Stack gap="lg">
            <SessionList />
            <OwnSecretAddresses />
          </Stack>
        </Tabs.Panel>
      </Tabs>
      {dialog}
    </Modal>
  )
}
