import { Box, Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { reportUnexpected } from '#web/platform/api-error.ts'
import { say } from '#web/platform/words.ts'
import { placeOf, saidWith } from '#web/ui/said-with.tsx'
import { useChooseLanguageByLink, useConfirmDevice, useSendDeviceCode } from './api.ts'
import type { Opened } from './items.ts'
import { LinkLanguage } from './link-language.tsx'
import { refusalWords } from './refusal-words.ts'

type Props = {
  readonly token: string
  readonly address: string
  readonly opened: Opened
  readonly read: () => Promise<unknown>
}

/** Confirms this device with a mailed code (docs/product/approval-links.md "New devices"). Opening the page mails nothing. */
export function DeviceCode({ token, address, opened, read }: Props) {
  const sendCode = useSendDeviceCode(token)
  const confirmCode = useConfirmDevice(token)
  const choose = useChooseLanguageByLink(token)
  const first = useRef(opened.language)
  const [isMailed, setMailed] = useState(false)
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState<'mail' | 'code' | null>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  const attempt = async (what: 'mail' | 'code', work: () => Promise<unknown>) => {
    setBusy(what)
    setTrouble(null)
    try {
      await work()
    } catch (error) {
      setTrouble(refusalWords(error))
    } finally {
      setBusy(null)
    }
  }
  const mail = () =>
    attempt('mail', async () => {
      await sendCode()
      setMailed(true)
    })
  const confirm = (event: FormEvent) => {
    event.preventDefault()
    void attempt('code', async () => {
      await confirmCode({ code })
      // Now it is known who has chosen it.
      if (!opened.is_copied && opened.language !== first.current)
        await choose({ language: opened.language }).catch(reportUnexpected)
      await read()
    })
  }
  return (
    <Stack maw={420} mx="auto" p="lg" component="main">
      <Box ml="auto" my={-12}>
        <LinkLanguage token={token} opened={opened} onChosen={read} />
      </Box>
      <Title order={1} size="h3">
        {say('Is it you?')}
      </Title>
      <Text size="sm">
        {saidWith(
          say(
            'This link is being used on a new device. We mail a code of six digits to {address}. Enter it here to see what waits for you.',
            { address: placeOf(0) },
          ),
          [<strong key="address">{address}</strong>],
        )}
      </Text>
      {isMailed && (
        <form onSubmit={confirm}>
          <Stack gap="sm">
            <TextInput
              label={say('Code')}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={6}
              size="lg"
              autoFocus
              value={code}
              onChange={event => setCode(event.currentTarget.value.replace(/\D/g, ''))}
            />
            <Button type="submit" size="md" disabled={code.length !== 6} loading={busy === 'code'}>
              {say('Confirm')}
            </Button>
          </Stack>
        </form>
      )}
      {trouble !== null && (
        <Text size="sm" c="var(--g-danger-text)" role="alert">
          {trouble}
        </Text>
      )}
      <Button
        size="md"
        variant={isMailed ? 'default' : 'filled'}
        loading={busy === 'mail'}
        onClick={() => void mail()}
      >
        {isMailed ? say('Mail another code') : say('Mail me a code')}
      </Button>
    </Stack>
  )
}
