import { Button, Text, TextInput, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { ClientLanguage } from '#domain/kernel/languages/languages.ts'
import { ApiError, messageOf } from '#web/platform/api-error.ts'
import { say } from '#web/platform/words.ts'
import { LanguageChoice } from '#web/ui/language-choice.tsx'
import classes from './proof.module.css'

const textOf = (error: unknown): string => {
  const code = error instanceof ApiError ? error.code : null
  if (code === 'too_many_requests') return say('There were too many wrong PINs. Try again tomorrow.')
  return code === 'wrong_pin' ? say('This PIN is wrong.') : say(messageOf(error))
}

type Props = {
  readonly onEnter: (pin: string) => Promise<void>
  readonly language: ClientLanguage
  readonly onLanguage: (language: ClientLanguage) => void
}

/** Asks for the PIN of a link. */
export function ProofPin({ onEnter, language, onLanguage }: Props) {
  const [pin, setPin] = useState('')
  const [trouble, setTrouble] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!/^\d{6}$/.test(pin)) return setTrouble(say('Enter the six digits of the PIN.'))
    setSending(true)
    setTrouble(null)
    try {
      await onEnter(pin)
    } catch (error) {
      setTrouble(textOf(error))
    }
    setSending(false)
  }
  return (
    <main className={classes.pin}>
      <LanguageChoice className={classes.language} language={language} onChoose={onLanguage} />
      <form onSubmit={event => void submit(event)} noValidate>
        <Title order={1} size="h4">
          {say('This link has a PIN')}
        </Title>
        <Text size="sm" c="dimmed" mb="md">
          {say('Whoever sent you the link can tell you its six digits.')}
        </Text>
        <TextInput
          label={say('PIN')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          size="md"
          value={pin}
          error={trouble}
          onChange={event => setPin(event.currentTarget.value)}
        />
        <Button type="submit" fullWidth size="md" mt="md" loading={isSending}>
          {say('Open')}
        </Button>
      </form>
    </main>
  )
}
