import { Switch } from '@mantine/core'
import { messageOf } from '#web/platform/api-error.ts'
import { useConfirm } from '#web/ui/dialog/use-confirm.tsx'
import { Failed } from '#web/ui/states.tsx'
import { sayWhenDone } from '#web/ui/toast.tsx'
import { useGetMute, useSaveMute } from './settings-api.ts'
import classes from './settings-screen.module.css'

/** Turns everything below off, in all projects (docs/product/notifications.md "One switch"). */
export function MuteSwitch() {
  const { data, error, refetch } = useGetMute()
  const save = useSaveMute()
  const { ask, dialog } = useConfirm()
  const turn = async (isOn: boolean) => {
    const isSure =
      isOn ||
      (await ask({
        title: 'Turn off all mails and push messages?',
        text: 'You are told of nothing outside Galley any more, in none of your projects, also when a post waits for your approval. The list under the bell still has everything.',
        confirmLabel: 'Turn off',
        cancelLabel: 'Cancel',
      }))
    if (isSure)
      sayWhenDone(
        save.mutateAsync(!isOn),
        isOn ? 'Mails and push are on again' : 'All mails and push messages are off',
      )
  }
  return (
    <section className={classes.panel} aria-label="Mails and push">
      {!data && error && <Failed message={messageOf(error)} onRetry={() => void refetch()} />}
      <Switch
        label="Mails and push, in all your projects"
        description={
          data?.is_muted
            ? 'All are off. What happens meanwhile is in the list under the bell and does not come later. What you have chosen below holds again when you turn this on.'
            : 'Comes as you choose below.'
        }
        checked={data ? !data.is_muted : false}
        disabled={!data || save.isPending}
        onChange={event => void turn(event.currentTarget.checked)}
      />
      {dialog}
    </section>
  )
}
