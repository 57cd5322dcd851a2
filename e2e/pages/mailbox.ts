import { expect } from '@playwright/test'
import { sandboxUrl } from './sandbox.ts'

type Mail = { readonly subject: string; readonly text: string }

/** The latest email to the address with this in its subject, from the sandbox's mailbox. `galley` is the address of the server under test. */
export async function mailTo(galley: string, email: string, subject: RegExp): Promise<Mail> {
  const find = async () => {
    const answer = await fetch(`${sandboxUrl(galley)}/sandbox/mails?to=${encodeURIComponent(email)}`)
    const mails = (await answer.json()) as Mail[]
    return mails.find(mail => subject.test(mail.subject))
  }
  await expect.poll(async () => (await find()) !== undefined, { timeout: 20_000 }).toBe(true)
  const mail = await find()
  if (!mail) throw new Error(`The mail to ${email} is gone`)
  return mail
}

/** The first link of an email that leads to this page. */
export const linkIn = (mail: Mail, page: string): string => {
  const link = mail.text.match(/https?:\/\/\S+/g)?.find(url => new URL(url).pathname === page)
  if (!link) throw new Error(`No link to ${page} in "${mail.subject}"`)
  return link
}
