import { Anchor, TextInput } from '@mantine/core'
import { type ComponentProps, useState } from 'react'
import type * as codes from '#domain/accounts/sign-in-codes-contract.ts'
import { ApiError, expectApiError, messageOf } from '#web/platform/api-error.ts'
import { callPublic } from '#web/platform/public-call.ts'
import { inPageWords, say } from '../page-words.ts'

/** api.test.ts compares it with the contract. */
export const codeCall = { method: 'POST', path: '/auth/signin/code' } as const

/** Mails a code to log in with on a new device. */
const sendSignInCode = (email: string) => callPublic<typeof codes.sendSignInCode>(codeCall, { email })

type Props = { readonly email: string; readonly label: string; readonly onMailed: () => void }

/** Mails a code that lets a person in on a new device while strangers guess (docs/product/accounts.md "Login"). */
export function CodeByMail({ email, label, onMailed }: Props) {
  const [refusal, setRefusal] = useState<unknown>(null)
  const mail = async () => {
    try {
      await sendSignInCode(email.trim())
      onMailed()
    } catch (error) {
      expectApiError(error)
      // There are codes in the mailbox already, and each of them works.
      if (error instanceof ApiError && error.code === 'too_many_requests') onMailed()
      else setRefusal(error)
    }
  }
  return (
    <>
      <Anchor component="button" type="button" size="sm" fw={600} onClick={() => void mail()}>
        {label}
      </Anchor>
      {refusal !== null && <> {messageOf(inPageWords(refusal))}</>}
    </>
  )
}

/** Where the code goes. `to`: the address that was typed, which may have no account. */
export function CodeField({ to, ...field }: { readonly to: string } & ComponentProps<typeof TextInput>) {
  return (
    <TextInput
      {...field}
      label={say('Code')}
      description={say('If {email} has an account, a code is in its mailbox. Enter it with your password.', {
        email: to,
      })}
      autoComplete="one-time-code"
      autoFocus
      size="md"
    />
  )
}
