import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useOwnProject } from '#web/platform/me.ts'
import { PersonAvatar } from '#web/ui/badge/person-avatar.tsx'
import classes from '../social-accounts.module.css'
import { AccountsLink } from './accounts-link.tsx'

/** A page, professional account or organization to choose. */
export type Choice = {
  readonly id: string
  readonly name: string
  readonly logo: string | null
  /** Permissions that it lacks to be connected. */
  readonly lacks: readonly string[]
  /** What else is connected with it. */
  readonly note?: string | undefined
}

type Props = {
  readonly projectId: number
  readonly label: string
  readonly choices: readonly Choice[]
  readonly isConnecting: boolean
  readonly onConnect: (id: string) => void
}

/**
 * Lets one click through until its request has ended. A double click comes before the button shows that it is busy; the second
 * request would fail, and the person would see only that, although the account was connected.
 */
const useSingleClick = (isBusy: boolean) => {
  const isBegun = useRef(false)
  useEffect(() => {
    if (!isBusy) isBegun.current = false
  }, [isBusy])
  return (begin: () => void) => {
    if (isBegun.current) return
    isBegun.current = true
    begin()
  }
}

/** The page that the project is probably about: the only one of its name that can be taken. */
const probableChoice = (choices: readonly Choice[], project: string): string | null => {
  const found = choices.filter(
    ({ name, lacks }) => lacks.length === 0 && name.toLowerCase() === project.toLowerCase(),
  )
  return found.length === 1 ? (found[0]?.id ?? null) : null
}

/** Choose one of the pages, then connect it (docs/product/social-accounts.md "Page choice"). */
export function PagePicker({ projectId, label, choices, isConnecting, onConnect }: Props) {
  const { name } = useOwnProject(projectId)
  const [chosen, setChosen] = useState(() => probableChoice(choices, name))
  const once = useSingleClick(isConnecting)
  return (
    <Stack>
      <Radio.Group value={chosen} onChange={setChosen} label={label}>
        <Stack gap="xs" mt="xs">
          {choices.map(choice => (
            <Radio.Card
              key={choice.id}
              value={choice.id}
              disabled={choice.lacks.length > 0 || isConnecting}
              className={classes.choice}
            >
              <Radio.Indicator />
              <PersonAvatar name={choice.name} image={choice.logo} size={40} radius="md" decorative />
              <div className={classes.words}>
                <Text fw={600} size="sm">
                  {choice.name}
                </Text>
                {choice.note && (
                  <Text size="xs" c="dimmed">
                    {choice.note}
                  </Text>
                )}
                {choice.lacks.length > 0 && (
                  <Text size="xs" c="dimmed">
                    A permission is missing: {choice.lacks.join(', ')}
                  </Text>
                )}
              </div>
            </Radio.Card>
          ))}
        </Stack>
      </Radio.Group>
      <Group justify="flex-end">
        <AccountsLink projectId={projectId} variant="default" />
        <Button
          disabled={chosen === null}
          loading={isConnecting}
          onClick={() => chosen !== null && once(() => onConnect(chosen))}
        >
          Connect
        </Button>
      </Group>
    </Stack>
  )
}
