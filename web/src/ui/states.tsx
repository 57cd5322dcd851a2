import { Button, Center, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { IconAlertTriangle, IconInbox, IconLock, IconRefresh } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { say } from '#web/platform/words.ts'

/** True once `ms` have passed: a screen that loads at once shows no skeleton. */
export function useHasPassed(ms: number): boolean {
  const [passed, setPassed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return passed
}

/** Loading: shows its children (a skeleton of the same shape) after 300 ms, and tells screen readers at once. */
export function Loading({
  children,
  // Fixed wording (docs/product/posts.md "Editor page").
  label = 'Content is loading...',
}: {
  children: ReactNode
  label?: string
}) {
  const late = useHasPassed(300)
  return (
    <div role="status" aria-busy="true" aria-label={label}>
      {late && children}
    </div>
  )
}

type StateProps = {
  readonly title: string
  readonly text?: ReactNode
  readonly action?: ReactNode /** 1 if the state is the whole page. */
  readonly order?: 1 | 2
}

function Message({
  icon,
  title,
  text,
  action,
  alert,
  order = 2,
}: StateProps & { icon: ReactNode; alert?: boolean }) {
  return (
    <Center mih={240} p="lg" role={alert ? 'alert' : undefined}>
      <Stack align="center" gap="xs" maw={420} ta="center">
        <ThemeIcon
          variant="default"
          size={44}
          radius="xl"
          bd="none"
          bg="var(--g-surface-sunken)"
          c="dimmed"
          aria-hidden
        >
          {icon}
        </ThemeIcon>
        <Title order={order} size="h5">
          {title}
        </Title>
        {text !== undefined && (
          <Text size="sm" c="dimmed">
            {text}
          </Text>
        )}
        {action}
      </Stack>
    </Center>
  )
}

/** Empty: says what is missing, why, and offers one button. */
export function Empty(props: StateProps & { icon?: ReactNode }) {
  return <Message icon={<IconInbox size={22} />} {...props} />
}

/** Failed: says so, with Retry. Pass `messageOf(error)`. */
export function Failed({ message, onRetry }: { message: string; onRetry?: () => void }) {
  const retry = onRetry && (
    <Button variant="default" leftSection={<IconRefresh size={16} aria-hidden />} onClick={onRetry}>
      {say('Retry')}
    </Button>
  )
  return <Message alert icon={<IconAlertTriangle size={22} />} title={message} action={retry} />
}

/** Not permitted: for a screen or a part of one that the person may not see. */
export function NotPermitted({
  text = 'You are not allowed to do this.',
  action,
}: {
  text?: string
  action?: ReactNode
}) {
  return <Message icon={<IconLock size={22} />} title={text} action={action} />
}
