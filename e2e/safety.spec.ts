import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { addDays } from '#domain/kernel/days.ts'
import { demoLogins } from '#server/demo/people.ts'
import { expect, projectOf, test } from './fixtures.ts'
import { uniqueWord } from './names.ts'
import { openFromList, requestRevision } from './pages/approval.ts'
import { mailTo } from './pages/mailbox.ts'
import { freshAddress } from './pages/newcomer.ts'
import { sandboxUrl } from './pages/sandbox.ts'
import { writePhoto } from './photo.ts'
import { demoDay, zone } from './time.ts'

/** Not the empty day that other journeys click on. */
const day = addDays(demoDay, 13)
let mark = ''
test.beforeEach(() => {
  mark = uniqueWord()
})
/** Texts that would run if any place treated them as markup, and a character that reverses the reading direction. */
const image = `"><img src=x onerror="window.__canary=1">`
const canary = (place: string) =>
  `${place} ${mark} ${image}<script>window.__canary=2</script>'"\`\${window.__canary=3}{{7*7}}\u202Egpj.exe`
const links =
  'javascript:window.__canary=4 data:text/html,<script>window.__canary=5</script> https://example.com/"onmouseover="window.__canary=6'

/** Records what a page blocked or ran; installed before the page's own scripts. */
async function guard(page: Page): Promise<{ incidents: string[] }> {
  const incidents: string[] = []
  page.on('dialog', dialog => {
    incidents.push(`a dialog: ${dialog.message()}`)
    dialog.dismiss().catch(error => incidents.push(String(error)))
  })
  await page.exposeFunction('reportRefusal', (text: string) => void incidents.push(text))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', event =>
      Reflect.get(window, 'reportRefusal')(`${event.violatedDirective}: ${event.blockedURI}`),
    )
  })
  return { incidents }
}

/** Which of the texts became an element, or ran. */
const findHarm = (page: Page) =>
  page.evaluate(() => ({
    canary: Reflect.get(window, '__canary'),
    elements: [...document.querySelectorAll('img[src="x"], [onerror], [onmouseover], script:not([src])')]
      .map(element => element.outerHTML)
      .filter(html => html.includes('canary') || html.includes('src="x"')),
    links: [...document.querySelectorAll('[href], [src], [action]')]
      .flatMap(element => ['href', 'src', 'action'].map(name => element.getAttribute(name) ?? ''))
      .filter(address => /^\s*(javascript|vbscript|data:text)/i.test(address)),
  }))
const harmless = { canary: undefined, elements: [], links: [] }

/** Calls as one person, without opening pages. */
const callsOf = async (page: Page, galley: string, role: 'agency-admin' | 'content-creator') => {
  const login = demoLogins.find(each => each.role === role)
  const call = async (method: string, path: string, body: object, token?: string) => {
    const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
    const answer = await page.request.fetch(`${galley}/api${path}`, { method, headers, ...body })
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`)
    return (await answer.json()).data
  }
  const data = { email: login?.email, password: login?.password }
  const { token } = await call('POST', '/auth/signin', { data })
  return (method: string, path: string, body: object = {}) => call(method, path, body, token)
}

test('no text that people write runs as code, and all of it is shown as written', async ({
  openAs,
  galley,
  consoleErrors,
}, info) => {
  consoleErrors.expect(
    /^Blocked script execution in '[^']*\/mail\//,
    'a mail’s frame runs not even the guard',
  )
  const admin = await openAs('agency-admin')
  const approver = await openAs('internal-approver')
  const guards = [await guard(admin), await guard(approver)]
  const call = await callsOf(admin, galley, 'agency-admin')
  const projectId = Number(projectOf(admin))
  const photo = info.outputPath('photo.jpg')
  await writePhoto(photo)
  const message = `${canary('Message')} ${links}`
  const expectShown = async (page: Page, path: string, text: string) => {
    await page.goto(path)
    await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()
    expect(await findHarm(page), path).toEqual(harmless)
  }

  const post = await test.step('a post is written', async () => {
    const made = await call('POST', '/posts', {
      data: { project_id: projectId, social_networks: ['facebook'], type: 'single_photo' },
    })
    const buffer = await readFile(photo)
    const name = `${mark}"><img src=x onerror=window.__canary=7>.jpg`
    const media = await call('POST', `/projects/${projectId}/medias`, {
      multipart: { media: { name, mimeType: 'image/jpeg', buffer } },
    })
    const [version] = made.post.post_socials
    await call('PUT', '/postssocials', {
      data: {
        post_id: made.post_id,
        project_id: projectId,
        post_socials: [
          {
            id: version.id,
            message,
            first_comment: canary('Comment'),
            media_actions: [{ action: 'attach', object_id: media.id }],
          },
        ],
      },
    })
    await call('POST', '/posts/schedules', {
      data: { post_id: made.post_id, date: day, time: '18:00', is_autoposting: false },
    })
    const sending = { posts_ids: [made.post_id], message: canary('Note') }
    await call('POST', '/posts/approvals/batch', { data: sending })
    return made.post_id as number
  })
  const label = await call('POST', '/daylabels', {
    data: {
      project_id: projectId,
      text: `${mark}${image}`.slice(0, 50),
      color: '#ffcc00',
      start_at: day,
      end_at: '',
    },
  })

  await test.step('the approver sees it and asks for a revision', async () => {
    await approver.goto(`/${projectId}/approval`)
    await openFromList(approver, `Message ${mark}`)
    expect(await findHarm(approver)).toEqual(harmless)
    await requestRevision(approver, { message: canary('Revision'), checklist: [canary('Item')] })
    expect(await findHarm(approver)).toEqual(harmless)
  })

  await test.step('the editor, the calendar and the settings show it', async () => {
    await expectShown(admin, `/${projectId}/manage-post/facebook?postId=${post}`, `Revision ${mark}`)
    await expect(admin.getByText(`Item ${mark}`).first()).toBeVisible()
    await admin.getByRole('radiogroup', { name: 'Mode' }).getByText('Preview', { exact: true }).click()
    await expect(admin.getByRole('main').getByText(`Message ${mark}`).last()).toBeVisible()
    expect(await findHarm(admin)).toEqual(harmless)
    await expectShown(admin, `/${projectId}/calendar?date=${day}`, `Message ${mark}`)
    await expect(admin.getByText(`${mark}"><img`).filter({ visible: true }).first()).toBeVisible()
  })

  await test.step('a project with such a name shows it in its pages and in an email', async () => {
    const { agency } = await call('GET', '/auth/me')
    // A project's name has no addresses.
    const name = canary('Project').replace('.exe', '')
    const project = await call('POST', '/projects', { data: { agency_id: agency.id, name, timezone: zone } })
    await admin.goto(`/${project.id}/settings/general`)
    // A name appears inside sentences, so characters that reverse the direction are removed.
    await expect(admin.getByLabel('Project name')).toHaveValue(name.replace('\u202E', ''))
    expect(await findHarm(admin)).toEqual(harmless)
    for (const page of ['calendar', 'settings/team', 'settings/client']) {
      await admin.goto(`/${project.id}/${page}`)
      await expect(admin.getByRole('navigation', { name: 'Projects' })).toBeVisible()
      await expect(admin.getByRole('main')).toBeVisible()
      expect(await findHarm(admin), page).toEqual(harmless)
    }
    const email = freshAddress('canary')
    const invitation = { project_id: project.id, name: 'Ann Other', email, role: 'content-creator' }
    await call('POST', '/userinvitations/project/send', { data: invitation })
    const { subject } = await mailTo(galley, email, /invites you/)
    await approver.goto(`${sandboxUrl(galley)}/mail?to=${encodeURIComponent(email)}`)
    await approver.getByRole('link', { name: subject.slice(0, 20) }).click()
    await expect(approver.getByRole('heading', { name: 'Plain text' })).toBeVisible()
    const mail = approver.frameLocator('iframe[title="The mail as HTML"]')
    await expect(mail.getByText(`Project ${mark}`).first()).toBeVisible()
    const written = 'img[src="x"], [onerror], script:not([src])'
    for (const place of [approver, mail]) await expect(place.locator(written)).toHaveCount(0)
    expect(await findHarm(approver)).toEqual(harmless)
    await call('DELETE', `/projects/${project.id}`)
  })
  expect(guards.flatMap(({ incidents }) => incidents)).toEqual([])
  await call('DELETE', `/posts/${post}`)
  await call('DELETE', `/daylabels/${label.id}`)
})
