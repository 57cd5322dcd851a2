import { Alert, Button, Group, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { saveFile } from '#web/ui/save-file.ts'
import classes from './second-factor-panel.module.css'

type Props = { readonly codes: readonly string[]; readonly onKept: () => void }

/** They are shown once: the server could tell them, but somebody at this computer later must not read them. */
export function RecoveryCodes({ codes, onKept }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The form is gone and the focus with it.
  useEffect(() => heading.current?.focus(), [])
  const save = () =>
    saveFile(
      'galley-recovery-codes.txt',
      new Blob([`Recovery codes of your Galley account, each for one login:\n\n${codes.join('\n')}\n`], {
        type: 'text/plain',
      }),
    )
  return (
    <Alert variant="light" color="yellow" role="group" aria-label="Recovery codes">
      <h4 ref={heading} tabIndex={-1} className={classes.codesTitle}>
        Keep these recovery codes
      </h4>
      <Text size="sm">
        Each lets you in once without your phone. They are not shown again: print them, or keep them in your
        password manager.
      </Text>
      <ul className={classes.codes}>
        {codes.map(code => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Group gap="xs">
        <Button variant="default" onClick={save}>
          Save as a file
        </Button>
        <Button onClick={onKept}>I have kept them</Button>
      </Group>
    </Alert>
  )
}
