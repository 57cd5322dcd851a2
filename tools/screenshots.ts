import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { findChromium } from './chromium.ts'

// Takes a picture of every screen of a running Galley with demo data, light and dark, wide and phone:
// `npm run screenshots -- http://127.0.0.1:4500 [part of a name]`. They go to screenshots/, which git ignores.

const [base = 'http://127.0.0.1:4500', only = ''] = process.argv.slice(2)
const folder = path.join(import.meta.dirname, '../screenshots')

const admin = 'ada@bluebird.example'
const creator = 'carl@bluebird.example'
const client = 'emil@harbor.example'

const pages: readonly { name: string; email: string | null; path: string }[] = [
  { name: 'login', email: null, path: '/' },
  { name: 'signup', email: null, path: '/signup' },
  { name: 'signup-ended-invitation', email: null, path: '/signup?invitation=used-long-ago-0123456789' },
  { name: 'calendar-month', email: admin, path: '/1/calendar' },
  { name: 'calendar-week', email: admin, path: '/1/calendar?view=week' },
  { name: 'calendar-other-project', email: creator, path: '/2/calendar' },
  { name: 'calendar-approval', email: client, path: '/1/calendar-approval' },
  { name: 'manage-post-draft', email: creator, path: '/1/manage-post/facebook?postId=10' },
  { name: 'manage-post-approved', email: admin, path: '/1/manage-post/instagram?postId=4' },
  { name: 'manage-post-live', email: admin, path: '/1/manage-post/linkedin?postId=1' },
  { name: 'manage-post-missing', email: admin, path: '/1/manage-post/facebook?postId=99999' },
  { name: 'content-list', email: creator, path: '/1/content?span=all' },
  { name: 'media-library', email: creator, path: '/1/media' },
  { name: 'approval-list', email: client, path: '/1/approval' },
  { name: 'approval-list-approved', email: client, path: '/1/approval?tab=approved' },
  { name: 'approval-item', email: client, path: '/1/approval/facebook?postId=6' },
  { name: 'unapprove-item', email: client, path: '/1/unapprove/facebook?postId=4' },
  { name: 'settings-general', email: admin, path: '/1/settings/general' },
  { name: 'settings-team', email: admin, path: '/1/settings/team' },
  { name: 'settings-client', email: admin, path: '/1/settings/client' },
  { name: 'settings-social-accounts', email: admin, path: '/1/settings/social-accounts' },
  { name: 'settings-hashtag', email: creator, path: '/1/settings/hashtag' },
  { name: 'settings-campaigns', email: creator, path: '/1/settings/campaigns' },
  { name: 'settings-labels', email: creator, path: '/1/settings/labels' },
  { name: 'settings-bin', email: admin, path: '/1/settings/bin' },
  { name: 'settings-agency', email: admin, path: '/1/settings/agency' },
  { name: 'settings-people', email: admin, path: '/1/settings/people' },
  { name: 'settings-security', email: admin, path: '/1/settings/security' },
  { name: 'settings-audit-log', email: admin, path: '/1/settings/audit-log' },
  { name: 'settings-notifications', email: client, path: '/1/settings/notifications' },
  { name: 'settings-approval-times', email: admin, path: '/1/settings/approval-times' },
  ...(['facebook', 'instagram', 'linkedin', 'twitter'] as const).map(network => ({
    name: `analytics-${network}`,
    email: admin,
    path: `/1/analytics/${network}`,
  })),
  { name: 'reporting', email: admin, path: '/1/reporting' },
  { name: 'import', email: creator, path: '/1/content/import' },
  { name: 'billing', email: admin, path: '/billing' },
]
const sizes = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }

const tokenOf = async (email: string): Promise<string> => {
  const response = await fetch(`${base}/api/auth/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'galley-demo' }),
  })
  const { data } = (await response.json()) as { data: { token: string } }
  return data.token
}

mkdirSync(folder, { recursive: true })
const tokens = new Map<string, string>()
for (const email of [admin, creator, client]) tokens.set(email, await tokenOf(email))
const executablePath = findChromium()
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
for (const [size, viewport] of Object.entries(sizes))
  for (const colorScheme of ['light', 'dark'] as const)
    for (const { name, email, path: address } of pages.filter(page => page.name.includes(only))) {
      const context = await browser.newContext({ viewport, colorScheme, hasTouch: size === 'phone' })
      const token = email === null ? undefined : tokens.get(email)
      if (token !== undefined)
        await context.addInitScript(
          stored => localStorage.setItem('galley-session', stored),
          JSON.stringify({ token, expiresAt: Date.now() + 3_000_000 }),
        )
      const page = await context.newPage()
      page.on('pageerror', error => console.log(`${name} ${size} ${colorScheme}: ${error.message}`))
      await page.goto(base + address)
      // Live updates keep the network from ever being idle.
      await page.waitForTimeout(2500)
      await page.screenshot({ path: path.join(folder, `${name}-${size}-${colorScheme}.png`) })
      await context.close()
    }
await browser.close()
