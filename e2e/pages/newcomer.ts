import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { demoLogins } from '#server/demo/people.ts'
import { linkIn, mailTo } from './mailbox.ts'

/** The password that a newcomer chooses. */
export const newcomerPassword = 'correct horse battery'

/** An address that nobody has used, in this run or another. */
export const freshAddress = (name: string): string => `${name}.${randomUUID().slice(0, 8)}@newcomers.example`

async function callGalley(galley: string, path: string, body: object, token?: string): Promise<unknown> {
  const answer = await fetch(`${galley}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { data: unknown }).data
}

/** The demo's admin invites somebody to the first project. @returns the link in the email */
export async function invite(galley: string, name: string, email: string): Promise<string> {
  const admin = demoLogins.find(({ role }) => role === 'agency-admin')
  if (!admin) throw new Error('The demo has no admin')
  const { token } = (await callGalley(galley, '/auth/signin', {
    email: admin.email,
    password: admin.password,
  })) as { token: string }
  const invitation = { project_id: 1, name, email, role: 'content-creator' }
  await callGalley(galley, '/userinvitations/project/send', invitation, token)
  return linkIn(await mailTo(galley, email, /invites you/), '/signup')
}

/** Invites and signs up a person without signing in any browser. */
export async function makeMember(galley: string, email: string): Promise<void> {
  const link = new URL(await invite(galley, 'Grace Hopper', email))
  await callGalley(galley, '/auth/signup', {
    name: 'Grace',
    last_name: 'Hopper',
    email,
    password: newcomerPassword,
    password_confirmation: newcomerPassword,
    phone_number: '+49 30 1234567',
    company: 'Harbor',
    invitation: link.searchParams.get('invitation'),
  })
}

export async function logIn(page: Page, email: string, password = newcomerPassword): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

export async function openProfile(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^User menu/ })
    .filter({ visible: true })
    .first()
    .click()
  await page.getByRole('button', { name: 'Edit Profile' }).click()
}
