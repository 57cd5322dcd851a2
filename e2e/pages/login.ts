import type { Page } from '@playwright/test'
import type { Role } from '#domain/permissions/table.ts'
import { demoLogins } from '#server/demo/people.ts'

const loginOf = (role: Role) => {
  const login = demoLogins.find(each => each.role === role)
  if (!login) throw new Error(`The demo has no ${role}`)
  return login
}

/** One click fills in the login form, another submits it. */
export async function signInByDemoButton(page: Page, role: Role): Promise<void> {
  const { name, lastName } = loginOf(role)
  await page.getByRole('button', { name: `${name} ${lastName}` }).click()
  await page.getByRole('button', { name: 'Log in' }).click()
}
